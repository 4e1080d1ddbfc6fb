/**
 * Gathers the changes of projection steps into rows of the feed. A row holds many changes of one event, because a row of
 * its own for each change would cost a purchase far more than the change.
 */
import { sql } from 'slonik';
import type { FeedEntry } from '#actors/ports.ts';
import { encodeChange } from '#codec/answers/change.ts';
import { type Change, type ChangeType, changeTypes } from '#domain/feed/change.ts';
import { asText, packed, separator } from './packed-changes.ts';

/** A row is closed when it has as many changes or characters as this. */
const changesPerRow = 250;
const charactersPerRow = 64 * 1024;
/** Encoding this many changes takes 1 to 2 ms. */
const changesPerTurn = 500;
/** Packing a row takes about as long as encoding this many changes. */
const rowInChanges = 20;

interface Batch {
  readonly eventNumber: number;
  /** A bit for each type. */
  readonly types: number;
  readonly count: number;
  /** Of the text. */
  readonly bytes: number;
  /** The changes, as a text or packed. */
  readonly body: string | Buffer;
  readonly traces: string;
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
  let work = 0;
  for (const { eventNumber, feed } of entries) {
    for (let from = 0; from < feed.changes.length; ) {
      const batch = batchFrom(eventNumber, feed, from, format);
      batches.push(batch);
      from += batch.count;
      work += batch.count + rowInChanges;
      if (work < changesPerTurn) continue;
      work = 0;
      await new Promise(setImmediate);
    }
  }
  return batches;
}

/** As many changes from `from` on as fit into a row. It is packed at once, so that its text does not outlive it. */
function batchFrom(eventNumber: number, { eventId, changes }: FeedEntry, from: number, format: number): Batch {
  const texts: string[] = [];
  const traces: (string | undefined)[] = [];
  let types = 0;
  let characters = 0;
  while (from + texts.length < changes.length && texts.length < changesPerRow && characters < charactersPerRow) {
    const change = changes[from + texts.length] as Change;
    if (change.trace !== undefined) traces[texts.length] = change.trace;
    types |= maskByType.get(change.type) ?? 0;
    const text = encodeChange(eventId, change);
    texts.push(text);
    characters += text.length;
  }
  const text = texts.join(separator);
  const bytes = Buffer.byteLength(text);
  const body = format === asText ? text : packed(text);
  return { eventNumber, types, count: texts.length, bytes, body, traces: traces.join(separator) };
}

/**
 * A common table expression that inserts the batches of the events in `moved`, in their order. `fed` has the organization
 * of each row: their readers are to be told after the commit (`FeedNews`).
 */
export function insertBatches(batches: readonly Batch[]) {
  const numbers = batches.map(({ eventNumber }) => eventNumber).join(',');
  const types = batches.map((batch) => batch.types).join(',');
  const counts = batches.map(({ count }) => count).join(',');
  const sizes = batches.map(({ bytes }) => bytes).join(',');
  const texts = batches.map(({ body }) => (typeof body === 'string' ? body : '')).join('\n');
  const bodies = batches.map(({ body }) => (typeof body === 'string' ? '' : body.toString('hex'))).join(',');
  const traces = batches.map((batch) => batch.traces).join('\n');
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
