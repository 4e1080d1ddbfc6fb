/**
 * The audit of a soak, over HTTP alone, while all buyers wait: every touched session, every seat and area of every
 * event, and repetitions of acknowledged calls. Records every contradiction of what the buyers know in the ledger.
 */
import type { Target } from '../../bench/load/plan.ts';
import { callUntilAnswered, inParallel } from './audit-calls.ts';
import type { CallSender } from './buyer.ts';
import { assignmentsCall, callOf, listCall, privateReadCall } from './calls.ts';
import { auditEntrances } from './entrance-audit.ts';
import { describe, type History, isSame, type KnownSession, type SessionBody, viewOf, type Write } from './history.ts';
import type { Ledger } from './ledger.ts';

export interface AuditResult {
  /** Sessions read one by one. */
  readonly sessions: number;
  /** Tickets of queues read one by one. */
  readonly tickets: number;
  /** Writes without an answer that turned out to have happened. */
  readonly tookEffect: number;
  readonly repetitions: number;
}

interface SeatOnEvent {
  readonly id: number;
  readonly state: string;
  readonly booking: { readonly sessionId: string | null; readonly reference: string | null } | null;
}

const repeatedPerState = 20;
const pageSize = 200;

/** Audits what happened since the last audit, and everything that the events show. */
export async function audit(ledger: Ledger, client: CallSender): Promise<AuditResult> {
  const touched = [...ledger.touched];
  const tookEffect = await inParallel(touched, (history) => auditSession(ledger, client, history));
  for (const target of ledger.targets) await auditEvent(ledger, client, target);
  const tickets = await auditEntrances(ledger, client);
  const repetitions = await repeatAcknowledged(ledger, client, touched);
  ledger.touched.clear();
  return { sessions: touched.length, tickets, tookEffect: tookEffect.filter((did) => did).length, repetitions };
}

/** Resolves with true when the pending write took effect. */
async function auditSession(ledger: Ledger, client: CallSender, history: History): Promise<boolean> {
  if (history.sessionId === null) return false;
  const { status, body } = await callUntilAnswered(client, privateReadCall(history.sessionId, ledger.token));
  if (status !== 200) {
    ledger.reportViolation(history, `was acknowledged, but reading it answered ${status}`);
    return false;
  }
  const seen = viewOf(body as SessionBody, null);
  const expected = history.expected();
  if (!expected.some((known) => isSame(known, seen))) {
    ledger.reportViolation(history, `must be ${expected.map(describe).join(' or ')}, is ${describe(seen)}`);
    return false;
  }
  history.hasTakenEffect = expected.length === 2 && !isSame(expected[0]!, expected[1]!) && isSame(expected[1]!, seen);
  return history.hasTakenEffect;
}

/** Compares the event's seats and areas with what all buyers know, those of earlier audits included. */
async function auditEvent(ledger: Ledger, client: CallSender, target: Target): Promise<void> {
  const { body } = await callUntilAnswered(client, assignmentsCall(target.eventId, ledger.token));
  const histories = ledger.histories.filter(({ eventId }) => eventId === target.eventId);
  auditSeats(ledger, histories, body.seatsOnEvent);
  for (const kind of ['held', 'sold'] as const) {
    const shown = body.groupsOnEvent.reduce((sum: number, area: Record<string, number>) => sum + area[kind]!, 0);
    const possible = histories.map((history) => history.expected().map((known) => placesOf(known, kind)));
    const least = possible.reduce((sum, amounts) => sum + (amounts.length === 0 ? 0 : Math.min(...amounts)), 0);
    const most = possible.reduce((sum, amounts) => sum + Math.max(0, ...amounts), 0);
    if (shown < least || shown > most) {
      ledger.reportViolation(
        null,
        `${shown} places ${kind} on event ${target.eventId}, buyers know of ${least} to ${most}`,
      );
    }
  }
}

function auditSeats(ledger: Ledger, histories: readonly History[], shown: readonly SeatOnEvent[]): void {
  const seats = new Map(shown.map((seat) => [seat.id, seat]));
  const allowed = new Map<number, string[]>();
  const owners = new Map<number, History>();
  const references = new Map<string, History>();
  for (const history of histories) {
    for (const seat of history.expected().flatMap((known) => known.seats)) {
      allowed.set(seat, [...(allowed.get(seat) ?? []), history.sessionId ?? '']);
    }
    const reference = certainReference(history);
    const namesake = reference === null ? undefined : references.get(reference);
    if (namesake !== undefined)
      ledger.reportViolation(history, `${reference} was also acknowledged to session ${namesake.key}`);
    if (reference !== null) references.set(reference, history);
    for (const seat of certainSeats(history)) {
      const other = owners.get(seat);
      if (other !== undefined) {
        ledger.reportViolation(history, `seat ${seat} was also acknowledged to session ${other.key}`);
      }
      owners.set(seat, history);
      auditSeat(ledger, history, seat, seats.get(seat));
    }
  }
  for (const { id, state, booking } of shown) {
    const isAllowed = state === 'ACTIVE' || (allowed.get(id) ?? []).includes(booking?.sessionId ?? '');
    if (!isAllowed) ledger.reportViolation(null, `seat ${id} is ${state} for a session that never asked for it`);
  }
}

/** Seats that the session certainly has: those that it has with and without the pending write. */
function certainSeats(history: History): readonly number[] {
  const [first, second] = history.expected();
  if (history.known === null || first === undefined) return [];
  return second === undefined ? first.seats : first.seats.filter((seat) => second.seats.includes(seat));
}

/** The reference that the session certainly has. */
function certainReference({ known, pending }: History): string | null {
  return known?.state === 'CONFIRMED' && pending === null ? known.reference : null;
}

function auditSeat(ledger: Ledger, history: History, id: number, shown: SeatOnEvent | undefined): void {
  const states = history.expected().map(({ state }) => (state === 'CONFIRMED' ? 'SOLD' : 'LOCKED'));
  const isRight = shown?.booking?.sessionId === history.sessionId && states.some((state) => state === shown?.state);
  if (!isRight)
    ledger.reportViolation(history, `seat ${id} must be ${states.join(' or ')} and is ${shown?.state ?? 'unknown'}`);
}

function placesOf(known: KnownSession, kind: 'held' | 'sold'): number {
  return (known.state === 'CONFIRMED') === (kind === 'sold') ? known.places : 0;
}

/** Sends acknowledged calls again and expects the same answers. Resolves with the number of calls. */
async function repeatAcknowledged(ledger: Ledger, client: CallSender, touched: readonly History[]): Promise<number> {
  const settled = touched.filter((history) => history.pending === null && history.sessionId !== null);
  const samples = (['ACTIVE', 'PENDING_PAYMENT', 'CONFIRMED', 'CANCELLED'] as const).flatMap((state) =>
    settled.filter(({ known }) => known?.state === state).slice(-repeatedPerState),
  );
  const counts = await inParallel(samples, (history) => repeatOne(ledger, client, history));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function repeatOne(ledger: Ledger, client: CallSender, history: History): Promise<number> {
  const known = history.known!;
  const writes: Write[] = [{ verb: 'create' }];
  if (known.state === 'ACTIVE') writes.push({ verb: 'lock', seats: known.seats, places: known.places });
  if (known.state === 'PENDING_PAYMENT') writes.push({ verb: 'checkout' });
  if (known.state === 'CONFIRMED') writes.push({ verb: 'confirm', reference: known.reference! });
  if (known.state === 'CANCELLED') writes.push({ verb: 'cancel' });
  for (const write of writes) {
    const { status, body } = await callUntilAnswered(
      client,
      callOf(history, write, ledger.targetOf(history), ledger.token),
    );
    if (status !== 200) {
      ledger.reportViolation(
        history,
        `${write.verb} repeated on ${describe(known)} answered ${status} ${body?.errorCode}`,
      );
      continue;
    }
    const session = body as SessionBody;
    if ((session.sessionId ?? session.id) !== history.sessionId)
      ledger.reportViolation(history, `${write.verb} repeated gave another session`);
    if (session.expiresAt !== history.expiresAt && write.verb !== 'create') {
      ledger.reportViolation(history, `${write.verb} repeated gave another deadline`);
    }
    const seen = viewOf(session, known);
    if (!isSame(seen, known))
      ledger.reportViolation(history, `${write.verb} repeated must give ${describe(known)}, gave ${describe(seen)}`);
  }
  return writes.length;
}

/** The last audit: every listed session belongs to one buyer, none is missing and none is listed twice. */
export async function auditSessionLists(
  ledger: Ledger,
  client: CallSender,
  targets: readonly Target[] = ledger.targets,
): Promise<number> {
  const histories = ledger.histories.filter(({ eventId }) => targets.some((target) => target.eventId === eventId));
  const known = new Set(histories.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId])));
  const unknownCreates = histories.filter(({ sessionId, pending }) => sessionId === null && pending !== null).length;
  const listed = new Set<string>();
  for (const { eventId } of targets) {
    for (let offset = 0; ; offset += pageSize) {
      const { body } = await callUntilAnswered(client, listCall(eventId, offset, ledger.token));
      for (const { id } of body as { id: string }[]) {
        if (listed.has(id)) ledger.reportViolation(null, 'a session is listed twice');
        listed.add(id);
      }
      if (body.length < pageSize) break;
    }
  }
  const missing = [...known].filter((id) => !listed.has(id)).length;
  const unowned = [...listed].filter((id) => !known.has(id)).length;
  if (missing > 0) ledger.reportViolation(null, `${missing} acknowledged sessions are not listed`);
  if (unowned > unknownCreates) ledger.reportViolation(null, `${unowned} listed sessions belong to no buyer`);
  return listed.size;
}
