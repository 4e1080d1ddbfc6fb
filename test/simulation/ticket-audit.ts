/**
 * The audit of what buyers were shown of their tickets: an acknowledged ticket is in the journal under its key, its place
 * and deadline never change once they have been shown, and the hash of the seed is the same for everybody.
 */
import type { Reply } from '#domain/commands/registry.ts';
import { type Database, recordOf, type SimulatedEvent } from './database.ts';
import { keptLength } from './naive-queue.ts';
import type { RunRecord } from './run-record.ts';

export function ticketViolations(database: Database, runRecord: RunRecord): string[] {
  const joined = new Map([...database.events].map(([eventNumber, event]) => [eventNumber, joinedKeys(event)]));
  const shown = new Map<string, string | number>();
  const violations: string[] = [];
  for (const { eventNumber, command, outcome } of runRecord.attempts) {
    if (outcome?.kind !== 'answer' || !outcome.answer.ok || outcome.answer.reply.kind !== 'ticket') continue;
    const { reply } = outcome.answer;
    const { ticket } = reply.ticket;
    if (command.kind === 'join-queue' && joined.get(eventNumber)?.[ticket] !== command.keyHash.slice(0, keptLength))
      violations.push(`event ${eventNumber}: ticket ${ticket} was acknowledged and is not in the journal`);
    for (const [what, value] of lastingOf(reply)) {
      const name = `event ${eventNumber}: ${what}`;
      const before = shown.get(name) ?? value;
      shown.set(name, before);
      if (before !== value) violations.push(`${name} was ${before}, then ${value}`);
    }
  }
  return violations;
}

/** What must be the same in all answers, by name. */
function lastingOf({ ticket: shown, seedHash }: Extract<Reply, { kind: 'ticket' }>): [string, string | number][] {
  const { ticket, position, deadline } = shown;
  const lasting: [string, string | number][] = [['the hash of the seed', seedHash]];
  if (position !== null) lasting.push([`the place of ticket ${ticket}`, position]);
  if (deadline !== null) lasting.push([`the deadline of ticket ${ticket}`, deadline]);
  return lasting;
}

/** The keys of the tickets in the journal, by ticket. */
function joinedKeys({ records }: SimulatedEvent): string[] {
  const keys: string[] = [];
  for (const record of records) {
    if (!record.facts.includes('"joined"')) continue;
    for (const fact of recordOf(record).facts) {
      if (fact.type !== 'joined') continue;
      for (let at = 0; at < fact.keys.length; at += keptLength) keys.push(fact.keys.slice(at, at + keptLength));
    }
  }
  return keys;
}
