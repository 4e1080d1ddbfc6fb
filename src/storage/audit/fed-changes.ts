/**
 * Compares the organization's feed with an event's replayed journal: every change of the event once, in its order. Rows
 * that were deleted for their age are those of the oldest changes.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { encodeChange, readChange } from '#codec/answers/change.ts';
import type { Change } from '#domain/feed/change.ts';
import { changesColumns, changesOf } from '../feed/packed-changes.ts';

/**
 * The part of a change that is compared. An earlier version of the service may have encoded the data in another way, so only
 * the heading is compared then. A feed that this version wrote alone is compared whole, from its beginning.
 */
export type Told = 'heading' | 'all';

/** The changes that the catalog writes itself: the creation, the deletion and the move of an event. */
const ofCatalog = /^[0-9a-f-]{36}-(?:1-0$|deleted$|\d+-moved-)/;

export function toldOf(eventId: string, told: Told): (change: Change) => string {
  if (told === 'all') return (change) => encodeChange(eventId, change);
  return ({ type, seq, place }) => `${eventId}-${seq}-${place} ${type}`;
}

/** The first difference, or nothing. `due`: the changes that follow from the journal. */
export async function compareFeed(
  connection: CommonQueryMethods,
  eventId: string,
  due: readonly string[],
  told: Told,
): Promise<string[]> {
  const { kept, isTrimmed } = await readChanges(connection, eventId, told);
  if (told === 'all' && isTrimmed) return ['its feed does not begin with its creation'];
  const first = due.length - kept.length;
  const at = kept.findIndex((text, place) => text !== due[first + place]);
  if (first < 0 || at === -1) {
    const isWhole = first === 0 || (first > 0 && isTrimmed);
    return isWhole ? [] : [`its feed has ${kept.length} changes, its journal ${due.length}`];
  }
  return [`change ${first + at} of its feed is ${kept[at]} instead of ${due[first + at]}`];
}

const row = z.object(changesColumns);

/** Without the catalog's. Trimmed: the feed does not begin with the event's creation any more. */
async function readChanges(connection: CommonQueryMethods, eventId: string, told: Told) {
  const rows = await connection.any(sql.type(row)`
    select changes, packed from feed_batch
    where organization_id = (select organization_id from event where id = ${eventId}) and event_id = ${eventId}
    order by feed_batch.era, feed_batch.xid, feed_batch.number
  `);
  const all: { readonly id: string; readonly text: string }[] = [];
  for (const stored of rows) {
    for (const change of changesOf(stored)) {
      const { id, type } = readChange(change);
      all.push({ id, text: told === 'all' ? change : `${id} ${type}` });
    }
  }
  const kept = all.filter(({ id }) => !ofCatalog.test(id));
  const isTrimmed = all.length === kept.length || all[0]?.id !== `${eventId}-1-0`;
  return { kept: kept.map(({ text }) => text), isTrimmed };
}
