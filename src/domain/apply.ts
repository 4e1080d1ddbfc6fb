/**
 * Applies facts to the state. `apply` never refuses: it asserts again what `decide` checked, and an impossible fact
 * throws `BrokenInvariant`. Replaying a journal through it rebuilds exactly the state that the facts were decided on.
 */
import { assert } from '#collections/assert.ts';
import type { EventState } from './event-state.ts';
import type { Fact, JournalRecord } from './fact.ts';
import { definitionOf } from './facts/registry.ts';
import { isSoldOut } from './feed/sold-out.ts';
import { isLive } from './session/session.ts';

/** Applies one fact of the record with number `seq`, decided at actor time `at`. */
export function apply(state: EventState, fact: Fact, at: number, seq: number): void {
  const definition = definitionOf(fact);
  assert(definition !== undefined, () => `there is no rule for facts of type ${fact.type}`);
  const told = state.changeLog === null ? undefined : definition.told?.(state, fact);
  if (definition.resetsMaps === true) {
    state.seats.recent.reset();
    state.allotments?.changed();
    state.changes.offer = true;
  }
  if (definition.needsLayout === true) state.isTouched = true;
  const { historyLog } = state;
  historyLog?.beginFact(seq, at, fact.by ?? definition.decidedBy ?? null, 'session' in fact ? fact.session : 0);
  definition.apply(state, fact, at, seq);
  historyLog?.endFact(state.areas);
  if (told !== undefined) state.changeLog?.add(told(), at, seq, fact.trace);
}

/** Ends a record: the state takes over its number, epoch and time, and drops old idempotency keys. */
export function sealRecord(state: EventState, seq: number, epoch: number, at: number): void {
  assert(seq === state.seq + 1, () => `record ${seq} cannot follow record ${state.seq}`);
  assert(epoch >= state.epoch, () => `epoch ${epoch} cannot follow epoch ${state.epoch}`);
  state.seq = seq;
  state.epoch = epoch;
  state.at = Math.max(state.at, at);
  state.changeLog?.seal(isSoldOut(state), at, seq);
  state.seats.recent.seal(seq);
  state.keys.forgetBefore(state.at, (ordinal) => {
    const session = state.sessionsByOrdinal.get(ordinal);
    return session !== undefined && isLive(session);
  });
}

/** Applies a whole journal record; for recovery and for audits. */
export function replay(state: EventState, record: JournalRecord): void {
  for (const fact of record.facts) apply(state, fact, record.at, record.seq);
  sealRecord(state, record.seq, record.epoch, record.at);
}
