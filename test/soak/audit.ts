/**
 * The audit of a soak, over HTTP alone, while all buyers wait: every touched session, every seat and area of every
 * event, and repetitions of acknowledged calls. Records every contradiction of what the buyers know in the ledger.
 */
import type { Target } from '../../bench/load/plan.ts';
import type { Reply } from '../../bench/stand/client.ts';
import { callUntilAnswered, inParallel } from './audit-calls.ts';
import { callOf, listCall, privateReadCall } from './calls.ts';
import { repeatDeals } from './deal-audit.ts';
import { auditEntrances } from './entrance-audit.ts';
import { auditEvent } from './event-audit.ts';
import { describe, type History, isSame, type KnownSession, type SessionBody, viewOf, type Write } from './history.ts';
import type { Ledger } from './ledger.ts';
import { auditItems } from './office-audit.ts';
import { whyNotAmount } from './promises.ts';
import { type CallSender, isReplayed } from './sender.ts';

export interface AuditResult {
  /** Sessions read one by one. */
  readonly sessions: number;
  /** Tickets of queues read one by one. */
  readonly tickets: number;
  /** Writes without an answer that turned out to have happened. */
  readonly tookEffect: number;
  readonly repetitions: number;
}

const repeatedPerState = 20;
const pageSize = 200;

/** Audits what happened since the last audit, and everything that the events show. */
export async function audit(ledger: Ledger, client: CallSender): Promise<AuditResult> {
  const touched = [...ledger.touched];
  const tookEffect = await inParallel(touched, (history) => auditSession(ledger, client, history));
  // Before the events: a second effect would show there.
  const repeatedDeals = await repeatDeals(ledger, client);
  for (const target of ledger.targets) await auditEvent(ledger, client, target);
  await auditItems(ledger, client);
  const tickets = await auditEntrances(ledger, client);
  const repetitions = repeatedDeals + (await repeatAcknowledged(ledger, client, touched));
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
  history.learnChoice(seen);
  const expected = history.expected();
  if (!expected.some((known) => isSame(known, seen))) {
    ledger.reportViolation(history, `must be ${expected.map(describe).join(' or ')}, is ${describe(seen)}`);
    return false;
  }
  const { known } = history;
  const after = history.afterPending();
  const isChange = after !== null && (known === null || !isSame(known, after));
  history.hasTakenEffect = isChange && isSame(after, seen);
  const why = whyNotAmount(ledger.rulesOf(history), seen, body as SessionBody);
  if (why !== null) ledger.reportViolation(history, why);
  if (seen.state === 'EXPIRED') history.expire();
  return history.hasTakenEffect;
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
  const { keyed } = history;
  const writes: Write[] = [{ verb: 'create' }];
  // Seats of a unit that are named without guests would get as many as may sit there.
  const isLockable = known.state === 'ACTIVE' && (known.tickets?.empty.length ?? 0) === 0;
  if (isLockable) writes.push(sameLock(known));
  if (known.state === 'PENDING_PAYMENT') writes.push({ verb: 'checkout' });
  if (known.state === 'CONFIRMED') writes.push({ verb: 'confirm', reference: known.reference! });
  if (known.state === 'CANCELLED') writes.push({ verb: 'cancel' });
  if (keyed !== null) writes.push(keyed);
  for (const write of writes) {
    const call = callOf(history, write, ledger.targetOf(history), ledger.token);
    const reply = await callUntilAnswered(client, call);
    // Its time may pass while it is audited.
    if (history.mayHaveExpired()) continue;
    for (const why of whyNotRepeated(history, known, write, reply)) {
      ledger.reportViolation(history, `${write.verb} repeated ${why}`);
    }
  }
  return writes.length;
}

/** A lock of what the session holds. */
function sameLock({ seats, places, tickets }: KnownSession): Write {
  const hasTickets = tickets !== undefined && Object.keys(tickets.types).length + tickets.children > 0;
  return { verb: 'lock', seats, places, ...(hasTickets ? { tickets } : {}) };
}

/** What is wrong with the answer to a repeated call: it must show what was acknowledged, and change nothing. */
function whyNotRepeated(history: History, known: KnownSession, write: Write, reply: Reply): readonly string[] {
  const { status, body } = reply;
  if (status !== 200) return [`on ${describe(known)} answered ${status} ${body?.errorCode}`];
  const session = body as SessionBody;
  const seen = viewOf(session, known);
  const found: string[] = [];
  if ((session.sessionId ?? session.id) !== history.sessionId) found.push('gave another session');
  if (session.expiresAt !== history.expiresAt && write.verb !== 'create') found.push('gave another deadline');
  if (!isSame(seen, known)) found.push(`must give ${describe(known)}, gave ${describe(seen)}`);
  if (write === history.keyed && !isReplayed(reply)) found.push('with its key was decided again');
  return found;
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
