/**
 * Rebuilds an event's state from the newest snapshot and the records after it, through the same `apply`
 * that made it. What it returns equals what the last owner had in memory when the last record became
 * durable; anything else throws `BrokenInvariant`.
 */
import { replay } from '#domain/apply.ts';
import { assert } from '#domain/assert.ts';
import { EventState } from '#domain/event-state.ts';
import type { Ownership, StoredEvent } from './ports.ts';
import { type ProjectionStart, takenSeats } from './projector.ts';

export interface Recovered {
  readonly state: EventState;
  readonly start: ProjectionStart;
}

/** Reads pages of records and lets other work run between them. */
export async function recover(stored: StoredEvent, ownership: Ownership): Promise<Recovered> {
  const state = stored.restored ?? new EventState(stored.seatMap);
  const snapshotSeq = state.seq;
  assert(stored.projectedSeq >= snapshotSeq, 'the projection is behind the snapshot');
  let projectedSeats = snapshotSeq === stored.projectedSeq ? takenSeats(state) : null;
  for await (const page of stored.records()) {
    for (const record of page) {
      replay(state, record);
      if (record.seq !== stored.projectedSeq) continue;
      projectedSeats = takenSeats(state);
      state.takeChanges();
    }
  }
  assert(state.seq === ownership.headSeq, `the journal ends at ${state.seq}, its head is ${ownership.headSeq}`);
  assert(projectedSeats !== null, 'the projection is ahead of the journal');
  return { state, start: { projectedSeq: stored.projectedSeq, snapshotSeq, projectedSeats } };
}
