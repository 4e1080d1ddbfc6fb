/**
 * The way of one buyer into an event: with a pass, or with a ticket of the queue, asked for until it is admitted. Checks
 * every answer: a ticket keeps its place and never goes back.
 */
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Reply } from '../../bench/stand/client.ts';
import { joinCall, ticketCall } from './calls.ts';
import type { History, KnownTicket } from './history.ts';
import type { Ledger } from './ledger.ts';
import type { BuyerCall } from './sender.ts';

const askAgainMs = 50;
/** One of so many buyers has a pass that opens the allotment of the fans. */
const fansOneOf = 2;
/** A ticket that lapsed is in none of them: no ticket lapses within a drill. */
const order: readonly KnownTicket['state'][] = ['WAITING', 'ADMITTED', 'CLAIMED'];

export interface TicketBody extends KnownTicket {
  readonly ticket: string;
}

/** One step of the way; sets `history.hasEntered` when the buyer may create a session. */
export async function enter(
  ledger: Ledger,
  history: History,
  ask: (call: BuyerCall) => Promise<Reply | null>,
): Promise<void> {
  const entrance = ledger.entrances.of(history.eventId);
  if (entrance === 'QUEUE') return await queueUp(ledger, history, ask);
  const rules = ledger.rulesOf(history);
  const opens = rules !== undefined && randomInt(fansOneOf) === 0 ? [rules.fanClub] : [];
  // A pass that names allotments is good in every mode.
  history.hasSignedPass = entrance === 'PASS' || opens.length > 0;
  history.pass = history.hasSignedPass ? await ledger.entrances.passFor(history.eventId, history.key, opens) : null;
  history.hasEntered = true;
}

async function queueUp(
  ledger: Ledger,
  history: History,
  ask: (call: BuyerCall) => Promise<Reply | null>,
): Promise<void> {
  const isJoining = history.pass === null;
  const sentAt = performance.now();
  const reply = await ask(isJoining ? joinCall(ledger.targetOf(history), history.key) : ticketCall(history));
  if (reply === null || reply.status === 503) return await pause(askAgainMs);
  if (reply.status >= 300) {
    ledger.reportViolation(history, `its ticket answered ${reply.status} ${reply.body?.errorCode}`);
    return await pause(askAgainMs);
  }
  const body = reply.body as TicketBody;
  history.pass = body.ticket;
  if (isJoining) ledger.acknowledge(history, 'join', sentAt);
  checkTicket(ledger, history, body);
  history.hasEntered = body.state === 'ADMITTED';
  if (!history.hasEntered) await pause(askAgainMs);
}

/** Takes over what a ticket shows, if it can follow what it showed before. */
export function checkTicket(ledger: Ledger, history: History, { state, position }: KnownTicket): void {
  const before = history.ticket;
  const isPossible =
    order.indexOf(state) >= order.indexOf(before?.state ?? 'WAITING') &&
    (before === null || before.position === null || before.position === position);
  if (!isPossible) {
    const shown = before === null ? 'nothing' : `${before.state} at ${before.position}`;
    ledger.reportViolation(history, `its ticket showed ${shown}, then ${state} at ${position}`);
  }
  history.ticket = { state, position };
}
