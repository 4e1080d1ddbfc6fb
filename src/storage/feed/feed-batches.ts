/**
 * Gathers the changes of projection steps into rows of the feed. A row holds many changes of one event, because a row of
 * its own for each change would cost a purchase far more than the change.
 */
import { sql } from 'slonik';
import type { FeedEntry } from '#actors/ports.ts';
import { encodeChange } from '#codec/answers/change.ts';
import { type ChangeType, changeTypes } from '#domain/feed/change.ts';
import { asText, packed, separator } from './packed-changes.ts';

/** A row is closed when it has as many changes or characters as this. */
const changesPerRow = 250;
const charactersPerRow = 64 * 1024;
/** Encoding this many changes takes 1 to 2 ms. */
const changesPerTurn = 500;
interface Batch {
  readonly eventNumber: number;
  /** A bit for each type. */
  types: number;
  count: number;
  text: string;
  /** Of the text; null: it is stored as it is. */
  packed: Buffer | null;
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

/** `format`: of `feed row`. Yields to the event loop. */
export async function batchesOf(
  entries: readonly { readonly eventNumber: number; readonly feed: FeedEntry }[],
  format: number,
): Promise<readonly Batch[]> {
  const batches: Batch[] = [];
  let encoded = 0;
  for (const { eventNumber, feed } of entries) {
    let batch: Batch | null = null;
    for (const change of feed.changes) {
      if (++encoded % changesPerTurn === 0) await new Promise(setImmediate);
      if (batch === null || batch.count >= changesPerRow || batch.text.length >= charactersPerRow) {
        batch = { eventNumber, types: 0, count: 0, text: '', packed: null, traces: [] };
        batches.push(batch);
      }
      batch.text += (batch.count === 0 ? '' : separator) + encodeChange(feed.eventId, change);
      if (change.trace !== undefined) batch.traces[batch.count] = change.trace;
      batch.types |= maskByType.get(change.type) ?? 0;
      batch.count += 1;
    }
  }
  if (format !== asText) {
    for (const batch of batches) batch.packed = await packed(batch.text);
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
  const sizes = batches.map(({ text }) => Buffer.byteLength(text)).join(',');
  const texts = batches.map(({ text, packed: bytes }) => (bytes === null ? text : '')).join('\n');
  const bodies = batches.map(({ packed: bytes }) => bytes?.toString('hex') ?? '').join(',');
  const traces = batches.map((batch) => batch.traces.join(separator)).join('\n');
  return sql.fragment`
    , fed as (
      insert into feed_batch (
        organization_id, era, number, event_id, types, count, bytes, changes, packed, traces
      )
      select
        organization_id, (select present_era()), nextval('feed_number'), id, types, count, bytes, changes,
        decode(packed, 'hex'), traces
      from (
        select event.organization_id, event.id, batch.*
        from unnest(
          ${`{${numbers}}`}::int4[], ${`{${types}}`}::int8[], ${`{${counts}}`}::int4[], ${`{${sizes}}`}::int4[],
          string_to_array(${texts}, E'\n', ''), string_to_array(${bodies}, ',', ''), string_to_array(${traces}, E'\n', '')
        ) with ordinality as batch (event_number, types, count, bytes, changes, packed, traces, place)
        join moved using (event_number) join event on event.number = event_number
        order by batch.place
      ) as ordered
      returning organization_id
    )
  `;
}
