/**
 * Packs the changes of projection steps into rows of the feed. A row holds many changes of one event, because a row of
 * its own for each change would cost a purchase far more than the change.
 */
import { sql } from 'slonik';
import type { FeedEntry } from '#actors/ports.ts';
import { encodeChange } from '#codec/answers/change.ts';
import { type ChangeType, changeTypes } from '#domain/feed/change.ts';

/** A row is closed when it has as many changes or characters as this. */
const changesPerRow = 250;
const charactersPerRow = 64 * 1024;
/** Encoding this many changes takes 1 to 2 ms. */
const changesPerTurn = 500;
/** Between two changes of a row. JSON escapes it within texts. */
export const separator = '\t';

interface Batch {
  readonly eventNumber: number;
  /** A bit for each type. */
  types: number;
  count: number;
  text: string;
  /** By the position of the change. */
  readonly traces: (string | undefined)[];
}

/** A bit mask of the types. */
export function maskOf(types: Iterable<ChangeType>): number {
  let mask = 0;
  for (const type of types) mask |= 1 << changeTypes.indexOf(type);
  return mask;
}

const maskByType = new Map(changeTypes.map((type) => [type, maskOf([type])]));

/** Yields to the event loop. */
export async function packed(
  entries: readonly { readonly eventNumber: number; readonly feed: FeedEntry }[],
): Promise<readonly Batch[]> {
  const batches: Batch[] = [];
  let encoded = 0;
  for (const { eventNumber, feed } of entries) {
    let batch: Batch | null = null;
    for (const change of feed.changes) {
      if (++encoded % changesPerTurn === 0) await new Promise(setImmediate);
      if (batch === null || batch.count >= changesPerRow || batch.text.length >= charactersPerRow) {
        batch = { eventNumber, types: 0, count: 0, text: '', traces: [] };
        batches.push(batch);
      }
      batch.text += (batch.count === 0 ? '' : separator) + encodeChange(feed.eventId, change);
      if (change.trace !== undefined) batch.traces[batch.count] = change.trace;
      batch.types |= maskByType.get(change.type) ?? 0;
      batch.count += 1;
    }
  }
  return batches;
}

/**
 * A common table expression that inserts the batches of the events in `moved`, in their order. `fed` has the organization
 * of each row: their readers are to be told after the commit (`FeedNews`).
 */
export function insertBatches(batches: readonly Batch[]) {
  const numbers = batches.map(({ eventNumber }) => eventNumber).join(',');
  const types = batches.map((batch) => batch.types).join(',');
  const counts = batches.map(({ count }) => count).join(',');
  const texts = batches.map(({ text }) => text).join('\n');
  const traces = batches.map((batch) => batch.traces.join(separator)).join('\n');
  return sql.fragment`
    , fed as (
      insert into feed_batch (organization_id, era, number, event_id, types, count, bytes, changes, traces)
      select
        organization_id, (select present_era()), nextval('feed_number'), id, types, count, octet_length(changes),
        changes, traces
      from (
        select event.organization_id, event.id, batch.types, batch.count, batch.changes, batch.traces
        from unnest(
          ${`{${numbers}}`}::int4[], ${`{${types}}`}::int8[], ${`{${counts}}`}::int4[],
          string_to_array(${texts}, E'\n'), string_to_array(${traces}, E'\n', '')
        ) with ordinality as batch (event_number, types, count, changes, traces, place)
        join moved using (event_number) join event on event.number = event_number
        order by batch.place
      ) as ordered
      returning organization_id
    )
  `;
}
