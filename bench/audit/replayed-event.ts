/** Rebuilds an event from its whole journal, with the changes that its feed must have. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { EventState } from '#domain/event-state.ts';
import { toldOf } from '#storage/audit/fed-changes.ts';
import { eventProgress, Replay } from '#storage/audit/replayed-event.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';

export interface ReplayedEvent {
  readonly eventNumber: number;
  readonly state: EventState;
  readonly records: number;
  /** The changes of the feed that follow from its records. */
  readonly changes: readonly string[];
}

/** Throws when the journal has a gap, does not end at the owner's head, or holds an impossible fact. */
export async function replayEvent(pool: DatabasePool, eventId: string): Promise<ReplayedEvent> {
  const eventNumber = await pool.oneFirst(sql.type(z.object({ number: z.int() }))`
    select number from event where id = ${eventId}
  `);
  const event = await eventProgress(pool, eventNumber);
  if (event === null) throw new Error('the event has no owner or no projection');
  const replay = new Replay(pool, event, await new SeatMaps(pool).get(event.schemaId), toldOf(eventId, 'all'));
  await replay.to(event.headSeq);
  const { state, changes } = replay;
  return { eventNumber, state, records: state.seq, changes };
}
