/**
 * Reads the rows of an organization's feed. Promises that no row ever appears before one that was returned: it shows
 * only rows of transactions below the oldest one that is still running. A transaction that runs long therefore delays
 * the feed, and loses nothing. Read-only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { type ReadChange, readChange } from '#codec/answers/change.ts';
import { idSuffixOf } from './eras.ts';
import { afterRow, compareToRow, type FeedPosition, feedStart, type RowKey, rowBefore } from './feed-position.ts';
import { changesColumns, changesOf, separator } from './packed-changes.ts';

/** Rows that one read looks at: bounds the cost of a filter that fits little. */
const rowsScannedMax = 1_000;
/** A read ends with the row that reaches this size. */
const bytesPerRead = 1024 * 1024;

export interface FeedFilter {
  /** A bit for each wanted type; null: all. */
  readonly types: number | null;
  readonly eventId: string | null;
}

export interface FeedRow extends RowKey {
  readonly changes: readonly (ReadChange & { readonly trace: string | null })[];
}

export interface FeedRows {
  readonly rows: readonly FeedRow[];
  /** After everything that the read has looked at. */
  readonly end: FeedPosition;
  /** Whether more rows can be read now. */
  readonly hasMore: boolean;
  /** The transaction of a row that cannot be shown yet, because an older transaction runs; null: there is none. */
  readonly heldBack: bigint | null;
}

const wholeXid = z.string().transform(BigInt);
const keyColumns = { era: z.int(), xid: wholeXid, number: z.int() };
const scannedRow = z.object({ ...keyColumns, fits: z.boolean(), bytes: z.int(), isVisible: z.boolean() });
const changesRow = z.object({ ...keyColumns, ...changesColumns, traces: z.string().nullable(), eventId: z.string() });

const horizon = sql.fragment`pg_snapshot_xmin(pg_current_snapshot())`;
const columns = sql.fragment`era, xid::text as xid, number`;

/** At most `rowsMax` rows that fit, and at most `rowsScannedMax` rows looked at. */
export async function readFeedRows(
  connection: CommonQueryMethods,
  organizationId: number,
  { era, xid, number }: FeedPosition,
  filter: FeedFilter,
  rowsMax: number,
): Promise<FeedRows> {
  const { types, eventId } = filter;
  const scanned = await connection.any(sql.type(scannedRow)`
    select ${columns}, bytes,
      (${types}::int8 is null or types & ${types} <> 0) and (${eventId}::uuid is null or event_id = ${eventId}) as fits,
      era < (select era from feed_era) or xid < ${horizon} as "isVisible"
    from feed_batch
    where organization_id = ${organizationId}
      and (era, xid, number) >= (${era}, ${xid.toString()}::xid8, ${number}::int8)
    order by feed_batch.era, feed_batch.xid, feed_batch.number
    limit ${rowsScannedMax + 1}
  `);
  const firstHidden = scanned.findIndex(({ isVisible }) => !isVisible);
  const visible = firstHidden === -1 ? scanned : scanned.slice(0, firstHidden);
  const looked = visible.slice(0, rowsScannedMax);
  const wanted: RowKey[] = [];
  let bytes = 0;
  let end = looked.length;
  for (const [place, row] of looked.entries()) {
    if (!row.fits) continue;
    if (wanted.length === rowsMax || bytes >= bytesPerRead) {
      end = place;
      break;
    }
    wanted.push(row);
    bytes += row.bytes;
  }
  const last = looked[end - 1];
  return {
    rows: wanted.length === 0 ? [] : await readChanges(connection, organizationId, wanted),
    end: last === undefined ? { era, xid, number, index: 0 } : afterRow(last),
    hasMore: end < visible.length,
    heldBack: firstHidden === -1 || end < visible.length ? null : (scanned[firstHidden]?.xid ?? null),
  };
}

/** Rows that were deleted meanwhile are missing. */
async function readChanges(
  connection: CommonQueryMethods,
  organizationId: number,
  keys: readonly RowKey[],
): Promise<readonly FeedRow[]> {
  const rows = await connection.any(sql.type(changesRow)`
    select ${columns}, event_id as "eventId", changes, packed, traces from feed_batch
    where organization_id = ${organizationId} and (era, xid, number) in (
      select era, xid::xid8, number from ${sql.unnest(
        keys.map(({ era, xid, number }) => [era, xid.toString(), number]),
        ['int4', 'text', 'int8'],
      )} as wanted (era, xid, number)
    )
    order by feed_batch.era, feed_batch.xid, feed_batch.number
  `);
  return rows.map(({ eventId, changes, packed, traces, ...key }) => {
    const traceOf = traces?.split(separator) ?? [];
    const suffix = idSuffixOf(key.era);
    const read = changesOf({ changes, packed }).map((text, place) => {
      const change = readChange(text);
      return { ...change, id: change.id + suffix, eventId, trace: traceOf[place] || null };
    });
    return { ...key, changes: read };
  });
}

/**
 * The position that all changes of the organization committed from now on come after: that of its last visible row.
 * Changes that are committed and held back come after it too. The present transaction id would not do: after a crash or a
 * failover PostgreSQL gives ids again that only transactions without changes had.
 */
export async function presentEnd(connection: CommonQueryMethods, organizationId: number): Promise<FeedPosition> {
  const last = await connection.maybeOne(sql.type(z.object(keyColumns))`
    select ${columns} from feed_batch
    where organization_id = ${organizationId} and (era < (select era from feed_era) or xid < ${horizon})
    order by feed_batch.era desc, feed_batch.xid desc, feed_batch.number desc
    limit 1
  `);
  return last === null ? oldestKept(connection, organizationId) : afterRow(last);
}

/**
 * `oldest`: the oldest transaction that is still running; `next`: the one that begins next. Everything that is committed
 * now can be read once the oldest is `next` or later.
 */
export function presentHorizon(connection: CommonQueryMethods): Promise<{ oldest: bigint; next: bigint }> {
  return connection.one(sql.type(z.object({ oldest: wholeXid, next: wholeXid }))`
    select pg_snapshot_xmin(now)::text as oldest, pg_snapshot_xmax(now)::text as next from pg_current_snapshot() as now
  `);
}

/** The oldest transaction that is still running. */
export function oldestRunning(connection: CommonQueryMethods): Promise<bigint> {
  return connection.oneFirst(sql.type(z.object({ oldest: wholeXid }))`select ${horizon}::text as oldest`);
}

/** The last row that was deleted for its age; null: none. */
function lastTrimmed(connection: CommonQueryMethods, organizationId: number): Promise<RowKey | null> {
  return connection.maybeOne(sql.type(z.object(keyColumns))`
    select ${columns} from feed_trimmed where organization_id = ${organizationId}
  `);
}

/**
 * Whether a reader can go on from a position. `expired`: changes after it were deleted for their age. `lost`: the
 * database was restored to a moment before it, so the reader knows changes that are undone.
 */
export type Standing = 'kept' | 'expired' | 'lost';

const standingRow = z.object({
  isWithinEra: z.boolean(),
  hasRow: z.boolean(),
  era: z.int().nullable(),
  xid: wholeXid.nullable(),
  number: z.int().nullable(),
});

/**
 * A position after a row is one of this database only if it has that row, or had it until its age. A position that no
 * row has led to is as old as the transaction that it names.
 */
export async function standingOf(
  connection: CommonQueryMethods,
  organizationId: number,
  position: FeedPosition,
): Promise<Standing> {
  const row = rowBefore(position);
  const found = await connection.one(sql.type(standingRow)`
    select
      ${position.xid.toString()}::xid8 <= case
        when ${position.era} = (select era from feed_era) then pg_snapshot_xmax(pg_current_snapshot())
        else coalesce((select end_xid from ended_era where era = ${position.era}), '0'::xid8)
      end as "isWithinEra",
      exists (
        select from feed_batch
        where organization_id = ${organizationId} and era = ${row?.era ?? null}::int4
          and xid = ${row?.xid.toString() ?? null}::text::xid8 and number = ${row?.number ?? null}::int8
      ) as "hasRow",
      trimmed.era, trimmed.xid::text as xid, trimmed.number
    from (select) as position left join feed_trimmed as trimmed on organization_id = ${organizationId}
  `);
  const { era, xid, number } = found;
  const trimmed = era === null || xid === null || number === null ? null : { era, xid, number };
  if (!found.isWithinEra) return 'lost';
  if (trimmed !== null && compareToRow(position, trimmed) <= 0) return 'expired';
  const isRowKnown = row === null || found.hasRow || (trimmed !== null && compareToRow(row, trimmed) === 0);
  return isRowKnown ? 'kept' : 'lost';
}

/** Where the kept part of the feed begins. */
export async function oldestKept(connection: CommonQueryMethods, organizationId: number): Promise<FeedPosition> {
  const trimmed = await lastTrimmed(connection, organizationId);
  return trimmed === null ? feedStart : afterRow(trimmed);
}
