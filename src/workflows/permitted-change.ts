/**
 * Catalog changes that need the permission of an event: ask the event, then make the change on condition that nothing
 * has been journaled since. Promises that the permission still held when the change was made. The question changes
 * nothing, so a node that dies between the two steps leaves nothing behind.
 */
import type { Engine } from '#actors/engine.ts';
import { Fault } from '#actors/fault.ts';
import type { EventCommand } from '#domain/command.ts';
import type { Refusal } from '#domain/refusal.ts';
import type { Timing } from '#domain/timing.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';

/** The journal of a busy event can grow between the question and the change; then both are repeated. */
const attemptsMax = 20;

type Question = Exclude<EventCommand['kind'], 'set-status'>;

/** The event's own refusal. */
export interface RefusedByEvent {
  readonly outcome: 'refused';
  readonly refusal: Refusal;
}

/** Why a series forbids a change: the event's start, its schema, or its use as a template (contract: Series, rule 5). */
export type SeriesRefusal = { readonly outcome: 'start-bound' | 'schema-bound' | 'template-in-use' };

/** `timing`: that of the event's answer, only where it is measured. */
export type Timed<Outcome> = Outcome & { readonly timing?: Timing };

/**
 * `change` makes the change only while the journal ends with record `seq`, and resolves with null otherwise. Rejects
 * with a `Fault` after `attemptsMax` attempts.
 */
export async function changeWhenPermitted<Outcome extends object>(
  engine: Engine,
  changes: CallChanges,
  eventNumber: number,
  kind: Question,
  change: (seq: number) => Promise<Outcome | null>,
): Promise<Timed<Outcome | RefusedByEvent>> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const answer = await engine.ask(eventNumber, { kind });
    const timed = answer.timing === undefined ? {} : { timing: answer.timing };
    if (!answer.ok) return { outcome: 'refused', refusal: answer.refusal, ...timed };
    if (answer.reply.kind !== 'sequence') throw new Error(`expected a sequence number, got ${answer.reply.kind}`);
    const { seq } = answer.reply;
    const outcome = await change(seq);
    if (outcome !== null) return { ...outcome, ...timed };
    await changes.undo();
  }
  throw new Fault('UNAVAILABLE', 'The event is too busy to be changed.');
}
