/**
 * Compares the answers to clients with the journal: an acknowledged booking is in it exactly once, a booking that was
 * refused or certainly never ran is not in it, and the same key always gets the same answer.
 */
import type { BookingCommand, Command } from '#domain/command.ts';
import type { Answer } from '#domain/reply.ts';
import { outcomeOf } from '../support/event-driver.ts';
import { type Database, recordOf } from './database.ts';
import type { Attempt, RunRecord } from './run-record.ts';

/** Commands whose facts contain the caller's label. */
/** The newest keyed answers of a session that are remembered. */
const answersPerSession = 32;
const labelled = new Set(['lock-seats', 'block-seats', 'sell-seats', 'sell-locks']);

export function clientViolations(database: Database, runRecord: RunRecord): string[] {
  const effects = labelCounts(database);
  const violations: string[] = [];
  const answers = new Map<string, string>();
  const byKey = new Map<string, Attempt[]>();
  const forgotten = sessionsWithManyKeys(runRecord);
  const removed = removedSessions(database);
  const erased = erasedSessions(database);
  for (const attempt of runRecord.attempts) {
    const { eventNumber, command, outcome, label } = attempt;
    const key = keyOf(attempt, forgotten);
    if (outcome?.kind === 'answer' && key !== null) {
      const answered = lastingAnswer(command, outcome.answer, erased);
      const known = answers.get(key);
      // A call that first comes to an expired session is not remembered, and a late confirm can revive the session.
      const isRemembered = lasts(command, outcome.answer) && (known !== undefined || !isExpired(outcome.answer));
      const before = known ?? answered;
      if (isRemembered) answers.set(key, before);
      // The key of a create is gone with its session.
      if (isRemembered && before !== answered && !removed.has(before) && !removed.has(answered))
        violations.push(`event ${eventNumber}: ${key} was answered ${before}, then ${answered}`);
    }
    if (label === null || !labelled.has(command.kind)) continue;
    const booking = command as BookingCommand;
    if (booking.key !== null && key !== null) byKey.set(key, [...(byKey.get(key) ?? []), attempt]);
    const count = effects.get(label) ?? 0;
    if (count > 1) violations.push(`event ${eventNumber}: ${command.kind} ${label} took effect ${count} times`);
    if (booking.key === null) violations.push(...attemptViolations(attempt, count));
  }
  for (const [key, attempts] of byKey) violations.push(...keyViolations(key, attempts, effects));
  return violations;
}

function attemptViolations({ eventNumber, command, label, outcome }: Attempt, count: number): string[] {
  const result = resultOf(outcome);
  const isEmpty = isNothing(command as BookingCommand);
  const isWrong = result === 'done' ? count !== 1 && !isEmpty : result === 'not done' && count > 0;
  return isWrong ? [`event ${eventNumber}: ${command.kind} ${label} was ${result} and took effect ${count} times`] : [];
}

function keyViolations(key: string, attempts: readonly Attempt[], effects: ReadonlyMap<string, number>): string[] {
  const count = attempts.reduce((total, { label }) => total + (effects.get(label ?? '') ?? 0), 0);
  // The same call can be done later, once the unit is booked by seats.
  const isFinal = (outcome: Attempt['outcome']): boolean =>
    outcome?.kind === 'answer' && outcomeOf(outcome.answer) !== 'UNIT_INCOMPLETE';
  const result = attempts.map(({ outcome }) => (isFinal(outcome) ? resultOf(outcome) : 'unknown'));
  const isEmpty = attempts.some(({ command }) => isNothing(command as BookingCommand));
  if (count > 1) return [`${key} took effect ${count} times`];
  if (result.includes('done') && count === 0 && !isEmpty) return [`${key} was acknowledged and took no effect`];
  return result.includes('not done') && count > 0 ? [`${key} was refused and took effect`] : [];
}

/** `unknown`: the command may have run. */
function resultOf(outcome: Attempt['outcome']): 'done' | 'not done' | 'unknown' {
  if (outcome?.kind === 'refused') return 'not done';
  if (outcome?.kind === 'fault') return outcome.code === 'UNAVAILABLE' ? 'not done' : 'unknown';
  if (outcome?.kind !== 'answer') return 'unknown';
  return outcomeOf(outcome.answer) === 'true' ? 'done' : 'not done';
}

function isNothing({ selection }: BookingCommand): boolean {
  const named = selection.seats.length + (selection.units ?? []).length;
  return named === 0 && selection.groupOfSeats.every(({ capacity }) => capacity === 0);
}

function keyOf({ eventNumber, command }: Attempt, forgotten: ReadonlySet<string>): string | null {
  if (command.kind === 'create-session') return `create ${eventNumber} ${command.keyHash}`;
  if (command.kind === 'join-queue') return `join ${eventNumber} ${command.keyHash}`;
  if (!('key' in command) || command.key === null || command.key === undefined) return null;
  const session = 'sessionId' in command ? command.sessionId : 'none';
  if (!('organizationId' in command) && forgotten.has(session)) return null;
  return `keyed ${eventNumber} session ${session} ${command.key.keyHash} ${command.key.bodyHash}`;
}

/** Ids of the sessions that made room for others. */
function removedSessions(database: Database): ReadonlySet<string> {
  const removed = new Set<string>();
  for (const { records } of database.events.values()) {
    const ids = new Map<number, string>();
    for (const fact of records.flatMap((record) => recordOf(record).facts)) {
      if (fact.type === 'session-created') ids.set(fact.session, fact.id);
      if (fact.type === 'cancelled' && fact.evicted === true) removed.add(ids.get(fact.session) ?? '');
    }
  }
  return removed;
}

/** Ids of the sessions whose persons were erased: an answer that is repeated afterwards does not name them. */
function erasedSessions(database: Database): ReadonlySet<string> {
  const facts = [...database.events.values()].flatMap(({ records }) =>
    records.flatMap((record) => recordOf(record).facts),
  );
  return new Set(facts.flatMap((fact) => (fact.type === 'session-erased' ? [fact.was.id] : [])));
}

/** Sessions whose public calls had so many keys that some answers were forgotten: the audit of the journal knows which. */
function sessionsWithManyKeys({ attempts }: RunRecord): ReadonlySet<string> {
  const keys = new Map<string, Set<string>>();
  for (const { command } of attempts) {
    if (!('sessionId' in command) || 'organizationId' in command || !('key' in command)) continue;
    const known = keys.get(command.sessionId) ?? new Set();
    keys.set(command.sessionId, known.add(command.key?.keyHash ?? ''));
  }
  return new Set([...keys].flatMap(([id, of]) => (of.size > answersPerSession ? [id] : [])));
}

/**
 * Refusals that may differ: they are not remembered, or not for sessions that are over. The audit of the journal knows
 * which of them were.
 */
const unrecorded = [
  'CAP_SEATS',
  'CAP_BUYER',
  'CAP_TICKET_TYPE',
  'ENTITY_NOT_FOUND',
  'NOT_ENABLED',
  'SESSION_DEAD',
  'EVENT_ARCHIVED',
  'EVENT_NOT_PUBLISHED',
  'UNIT_INCOMPLETE',
  // The first call with the key is forgotten when the session is over.
  'IDEMPOTENCY_KEY_REUSED',
];

/** A refused create is not remembered, and neither is a public call on a session that is over. */
function lasts(command: Command, answer: Answer): boolean {
  if (command.kind === 'create-session' || command.kind === 'join-queue') return answer.ok;
  if (answer.ok) return true;
  if (!('sessionId' in command)) return answer.refusal.code !== 'UNIT_INCOMPLETE';
  const { code, errors } = answer.refusal;
  return !unrecorded.includes(code) && errors === undefined;
}

/** The part of an answer that must be the same for each repetition. */
function lastingAnswer(command: Command, answer: Answer, erased: ReadonlySet<string>): string {
  if (!answer.ok) return `${answer.refusal.code} ${JSON.stringify(answer.refusal.alternatives ?? [])}`;
  if (answer.reply.kind === 'ticket') return `ticket ${answer.reply.ticket.ticket}`;
  if (answer.reply.kind !== 'session') return outcomeOf(answer);
  const { session, now } = answer.reply;
  if (command.kind === 'create-session') return session.id;
  const isOver = !('organizationId' in command) && session.deadline === null;
  const nobody = erased.has(session.id) ? { reference: null, properties: null, buyer: undefined, erased: true } : {};
  return isOver ? session.state : textOf([{ ...session, ...nobody }, now]);
}

function isExpired(answer: Answer): boolean {
  return answer.ok && answer.reply.kind === 'session' && answer.reply.session.state === 'EXPIRED';
}

/** As JSON, with the members of all objects in one order: a session that was read back has them in another. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

function labelCounts(database: Database): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { records } of database.events.values()) {
    for (const { facts } of records) {
      for (const [, label] of facts.matchAll(/"label":"(\w+)"/g)) {
        counts.set(label as string, (counts.get(label as string) ?? 0) + 1);
      }
    }
  }
  return counts;
}
