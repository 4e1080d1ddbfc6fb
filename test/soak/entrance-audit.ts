/**
 * The audit of passes and tickets, over HTTP alone, while all buyers wait: every ticket is there, in the place that it was
 * shown and that follows from the published seed; nobody entered before their turn; no pass and no ticket enters twice.
 */
import { hash } from 'node:crypto';
import { Draw } from '#domain/queue/draw.ts';
import type { Target } from '../../bench/load/plan.ts';
import { callUntilAnswered, inParallel } from './audit-calls.ts';
import { createCall, drawCall, queueCall, ticketCall } from './calls.ts';
import { checkTicket, type TicketBody } from './entering.ts';
import type { History } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { CallSender } from './sender.ts';

const enteredAgainPerAudit = 20;
const pageSize = 1000;

/** Audits the entrances of all events on sale. Resolves with the number of tickets. */
export async function auditEntrances(ledger: Ledger, client: CallSender): Promise<number> {
  let tickets = 0;
  for (const target of ledger.targets) {
    const entrance = ledger.entrances.of(target.eventId);
    const histories = ledger.histories.filter(({ eventId, pass }) => eventId === target.eventId && pass !== null);
    await enterAgain(ledger, client, target, histories);
    if (entrance === 'QUEUE') tickets += await auditQueue(ledger, client, target, histories);
  }
  return tickets;
}

/** A pass that has opened a session opens no other. */
async function enterAgain(ledger: Ledger, client: CallSender, target: Target, histories: readonly History[]) {
  const entered = histories.filter(({ sessionId }) => sessionId !== null).slice(-enteredAgainPerAudit);
  await inParallel(entered, async (history) => {
    const call = createCall(target, history.pass, `${history.key}-again`);
    const { status, body } = await callUntilAnswered(client, call);
    if (status === 409 && body?.errorCode === 'PASS_USED') return;
    ledger.reportViolation(history, `its pass, used before, answered ${status} ${body?.errorCode}`);
  });
}

async function auditQueue(ledger: Ledger, client: CallSender, target: Target, histories: readonly History[]) {
  // Time admits tickets while they are read: each must agree with the counters at the beginning or at the end.
  const admittedBefore = admittedOf(await readQueue(client, target));
  const places = new Map<number, History>();
  await inParallel(histories, async (history) => {
    const { status, body } = await callUntilAnswered(client, ticketCall(history));
    if (status !== 200) return ledger.reportViolation(history, `its ticket answered ${status}`);
    const { state, position } = body as TicketBody;
    checkTicket(ledger, history, { state, position });
    const isUnclear = history.sessionId === null && history.pending?.verb === 'create';
    if (!isUnclear && (state === 'CLAIMED') !== (history.sessionId !== null)) {
      ledger.reportViolation(history, `its ticket is ${state}`);
    }
    if (position === null) return;
    const other = places.get(position);
    if (other !== undefined) ledger.reportViolation(history, `its place is also that of ${other.key}`);
    places.set(position, history);
  });
  await auditOrder(ledger, client, target, places, admittedBefore);
  return histories.length;
}

/** The places are those of the draw, and all places that were admitted are the first ones. */
async function auditOrder(
  ledger: Ledger,
  client: CallSender,
  target: Target,
  places: ReadonlyMap<number, History>,
  admittedBefore: number,
): Promise<void> {
  const queue = await readQueue(client, target);
  const { seed, drawnTickets } = queue;
  const admitted = admittedOf(queue);
  const arrivals = await readDraw(client, target);
  const draw = seed === null || drawnTickets === null ? null : new Draw(seed, drawnTickets);
  for (const [position, history] of places) {
    const isWaiting = history.ticket?.state === 'WAITING';
    if (isWaiting ? position <= admittedBefore : position > admitted) {
      ledger.reportViolation(history, `place ${position} is ${history.ticket?.state}, ${admitted} are admitted`);
    }
    const arrival = arrivals.get(hash('sha256', history.pass ?? '')) ?? null;
    const expected = arrival === null || draw === null ? null : draw.placeOf(arrival) + 1;
    const isRight = expected === null ? position > (drawnTickets ?? 0) : position === expected;
    if (!isRight) ledger.reportViolation(history, `place ${position} was drawn as ${expected}`);
  }
}

interface QueueBody {
  readonly tickets: { readonly admitted: number; readonly claimed: number; readonly lapsed: number };
  readonly seed: string | null;
  readonly drawnTickets: number | null;
}

async function readQueue(client: CallSender, target: Target): Promise<QueueBody> {
  return (await callUntilAnswered(client, queueCall(target))).body;
}

/** Tickets that are or were admitted. */
function admittedOf({ tickets: { admitted, claimed, lapsed } }: QueueBody): number {
  return admitted + claimed + lapsed;
}

/** The arrival of each ticket in the draw, by the hash that is published of it. */
async function readDraw(client: CallSender, target: Target): Promise<ReadonlyMap<string, number>> {
  const arrivals = new Map<string, number>();
  for (let next: number | null = 0; next !== null; ) {
    const { body } = await callUntilAnswered(client, drawCall(target, next, pageSize));
    for (const ticket of body.tickets as string[]) arrivals.set(ticket, arrivals.size);
    next = body.next;
  }
  return arrivals;
}
