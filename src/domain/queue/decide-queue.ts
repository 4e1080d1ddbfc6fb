/**
 * The rules of the waiting room: joining it, reading a ticket, and the steps that are due by time: the draw, admissions
 * and lapses. Counters say whether a ticket is admitted; reading a ticket makes no facts.
 */
import type { QueueCommand } from '../command.ts';
import { accept, type Decision, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import type { Policy } from '../policy.ts';
import { notEnabled, refuseUnlessOnSale } from '../session/refusals.ts';
import { creditOf, nextAdmissionAt } from './pace.ts';
import type { Queue } from './queue.ts';
import type { TicketPlan } from './queue-replies.ts';
import { keyLength } from './ticket-keys.ts';

/** The queue that buyers can join and watch now, or a refusal. */
function openQueue({ queue, admission }: EventState, policy: Policy): Queue | Refused {
  if (!policy.publicSessionsEnabled) return notEnabled();
  if (queue !== null && admission.mode === 'QUEUE') return queue;
  return refuse({ code: 'NO_QUEUE', detail: 'The event has no queue now: create a session.' });
}

export function readQueue(state: EventState, _command: QueueCommand, _now: number, policy: Policy): Decision<null> {
  const queue = openQueue(state, policy);
  return 'ok' in queue ? queue : accept([], null);
}

type ReadTicket = Extract<QueueCommand, { kind: 'read-ticket' }>;

export function readTicket(
  state: EventState,
  { ticket }: ReadTicket,
  now: number,
  policy: Policy,
): Decision<TicketPlan> {
  const queue = openQueue(state, policy);
  if ('ok' in queue) return queue;
  const closed = refuseUnlessOnSale(state, now);
  if (closed !== null) return closed;
  if (ticket < queue.keys.count) return accept([], { ticket });
  return refuse({ code: 'ENTITY_NOT_FOUND', detail: 'There is no such ticket.' });
}

type Join = Extract<QueueCommand, { kind: 'join-queue' }>;

export function joinQueue(state: EventState, { keyHash }: Join, now: number, policy: Policy): Decision<TicketPlan> {
  const queue = openQueue(state, policy);
  if ('ok' in queue) return queue;
  const closed = refuseUnlessOnSale(state, now);
  if (closed !== null) return closed;
  const known = queue.keys.find(keyHash);
  if (known !== -1) return accept([], { ticket: known, isNew: false });
  const ticket = queue.keys.count;
  if (ticket >= policy.ticketsMax) {
    return refuse({ code: 'QUEUE_FULL', detail: `The queue has had ${policy.ticketsMax} tickets and takes no more.` });
  }
  const joined: Fact = { type: 'joined', first: ticket, keys: keyHash.slice(0, keyLength) };
  // The timer of the draw may be late: a ticket that comes after the opening must not be in the draw.
  return accept([...drawIfDue(state, queue, now), joined], { ticket, isNew: true });
}

/** The facts that are due at `now`: the draw, or lapses and admissions. */
export function dueQueueFacts(state: EventState, now: number, policy: Policy): readonly Fact[] {
  const { queue } = state;
  if (queue === null) return [];
  const drawn = drawIfDue(state, queue, now);
  if (drawn.length > 0) return drawn;
  const facts: Fact[] = [];
  const past = queue.windows.findLast(({ deadline }) => now >= deadline);
  if (past !== undefined) facts.push({ type: 'lapsed', upTo: past.upTo });
  const freed = past === undefined ? 0 : queue.unclaimedUpTo(past.upTo);
  const count = admissible(state, queue, now, policy, freed);
  if (count > 0) {
    facts.push({ type: 'admitted', upTo: queue.admitted + count, deadline: claimDeadline(state, queue, now) });
  }
  return facts;
}

function drawIfDue({ admission }: EventState, queue: Queue, now: number): readonly Fact[] {
  if (queue.draw !== null || admission.mode !== 'QUEUE' || now < (admission.opensAt ?? now)) return [];
  return [{ type: 'drawn', seed: queue.seed, count: queue.keys.count }];
}

/** How many tickets may be admitted now. `freed`: open tickets that lapse in the same moment. */
function admissible(state: EventState, queue: Queue, now: number, policy: Policy, freed: number): number {
  const { mode, opensAt, ratePerMinute, activeSessionsMax } = state.admission;
  if (queue.draw === null || mode !== 'QUEUE' || now < (opensAt ?? now)) return 0;
  if (!policy.publicSessionsEnabled || policy.isOrganizationDeleted === true) return 0;
  if (refuseUnlessOnSale(state, now) !== null) return 0;
  const wanted = Math.min(queue.waiting, creditOf(queue.pace, ratePerMinute, now));
  if (wanted <= 0 || activeSessionsMax === null) return Math.max(0, wanted);
  return Math.min(wanted, Math.max(0, activeSessionsMax - (queue.open - freed) - countedSessions(state, now)));
}

/**
 * Live sessions, without the ACTIVE ones that hold nothing and are older than the time to claim a ticket, and without holds of the
 * counter: those may last for months, and nobody waits in the queue for them.
 */
function countedSessions(state: EventState, now: number): number {
  const { liveSessions, emptySessions, admission, counterHolds } = state;
  const all = liveSessions.ACTIVE + liveSessions.PENDING_PAYMENT - counterHolds;
  const since = now - admission.claimSeconds * 1000;
  const old =
    emptySessions.size -
    emptySessions.countFromEnd((ordinal) => {
      const session = state.sessionAt(ordinal);
      return session.createdAt > since;
    });
  return all - old;
}

/**
 * Deadlines are rounded up to a second, or to this part of the time to claim when that is longer, so that some hundred
 * of them at most are open at the same time.
 */
const windowsMin = 128;

function claimDeadline({ admission }: EventState, queue: Queue, now: number): number {
  const claimMs = admission.claimSeconds * 1000;
  const stepMs = Math.max(1000, claimMs / windowsMin);
  const deadline = Math.ceil((now + claimMs) / stepMs) * stepMs;
  return Math.max(Math.ceil(deadline), queue.windows.at(-1)?.deadline ?? 0);
}

/** The next moment at which `dueQueueFacts` may have facts without another command; null: none. */
export function nextQueueTime({ queue, admission, status, closesAt, at }: EventState): number | null {
  if (queue === null) return null;
  let next = queue.windows[0]?.deadline ?? Number.POSITIVE_INFINITY;
  if (admission.mode === 'QUEUE') {
    // Without `opensAt` the time of the last record counts, never 0: a node that closes waits until the next time of the
    // event is after 0, so with 0 it would never close.
    const opensAt = admission.opensAt ?? at;
    if (queue.draw === null) next = Math.min(next, opensAt);
    else if (queue.waiting > 0 && status === 'PUBLISHED') {
      const admits = Math.max(opensAt, nextAdmissionAt(queue.pace, admission.ratePerMinute));
      if (admits < (closesAt ?? Number.POSITIVE_INFINITY)) next = Math.min(next, admits);
    }
  }
  return next === Number.POSITIVE_INFINITY ? null : next;
}
