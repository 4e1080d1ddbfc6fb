/** Compares the organization's feed with the replayed journal: every change of an event once, in its order, as written. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { encodeChange } from '#codec/answers/change.ts';
import { separator } from '#storage/feed/feed-batches.ts';
import type { ReplayedEvent } from './replayed-event.ts';

/** The first difference, or nothing. */
export async function compareFeed(pool: DatabasePool, { state, changes }: ReplayedEvent): Promise<string[]> {
  const rows = await pool.anyFirst(sql.type(z.object({ changes: z.string() }))`
    select changes from feed_batch where event_id = ${state.eventId} order by era, xid, number
  `);
  // The first change tells that the event was created: the catalog writes it, not the journal.
  const [created = '', ...found] = rows.flatMap((packed) => packed.split(separator));
  if (!created.includes('"type":"event.created"')) return [`its feed begins with ${created}`];
  const due = changes.map((change) => encodeChange(state.eventId, change));
  const at = due.findIndex((text, place) => text !== found[place]);
  if (at !== -1) return [`change ${at} of its feed is ${found[at]} instead of ${due[at]}`];
  return found.length === due.length ? [] : [`its feed has ${found.length} changes, its journal ${due.length}`];
}
