/**
 * The eras of the feed. An era is the rows that were written on one server and one timeline of it, with nothing lost in
 * between; transaction ids are comparable only within it. A database that was restored, or whose standby was promoted,
 * begins a new one: cursors of the old era stay good up to its end, and ids of its changes are never given again. Decides
 * what the database itself can show; what only a node remembers is the business of `EraWatch`.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';

/**
 * Numbers of eras have random gaps. A database that is restored twice would otherwise give two eras the same number,
 * and take cursors of the one for cursors of the other.
 */
const gapMin = 1_000;
const gapMax = 1_000_000;

/** Rows to look at: an index finds the newest ones by their time, and ids hardly disagree with it. */
const newestRows = 1_000;

export interface EraState {
  readonly era: number;
  /** The database's files come from another server: it was restored from a dump, or upgraded. */
  readonly isOtherServer: boolean;
  /** The server continues after a recovery to a moment, or after the promotion of a standby. */
  readonly isOtherTimeline: boolean;
  /** Rows have transaction ids that this server has not given yet: a dump of an earlier version was restored. */
  readonly isAhead: boolean;
  /** The row that was looked for is not there, although its organization is, and its age has not ended it. */
  readonly isGone: boolean;
  /** The newest row; null: there is none. */
  readonly newest: FeedRowName | null;
}

/** A row of the feed, as a node remembers it. Its transaction id is decimal text: it has 64 bits. */
export interface FeedRowName {
  readonly organization: number;
  readonly era: number;
  readonly xid: string;
  readonly number: number;
}

const rowName = z.object({ organization: z.int(), era: z.int(), xid: z.string(), number: z.int() });
const stateRow = z.object({
  era: z.int(),
  isOtherServer: z.boolean(),
  isOtherTimeline: z.boolean(),
  isAhead: z.boolean(),
  isGone: z.boolean(),
  newest: rowName.nullable(),
});

const isOtherServer = sql.fragment`system is distinct from (select system_identifier from pg_control_system())`;
const isAhead = sql.fragment`exists (
  select from (select era, xid from feed_batch order by written_at desc limit ${newestRows}) as newest
  where newest.era = feed_era.era and newest.xid >= pg_snapshot_xmax(pg_current_snapshot())
)`;

function isGone({ organization, era, xid, number }: FeedRowName) {
  const key = sql.fragment`(${era}::integer, ${xid}::xid8, ${number}::bigint)`;
  return sql.fragment`(
    exists (select from organization where id = ${organization})
    and not exists (
      select from feed_batch where organization_id = ${organization} and (era, xid, number) = ${key}
    )
    and not exists (
      select from feed_trimmed where organization_id = ${organization} and (era, xid, number) >= ${key}
    )
  )`;
}

/** `remembered`: a row that was there when the caller looked before. */
export function eraState(connection: CommonQueryMethods, remembered: FeedRowName | null = null): Promise<EraState> {
  return connection.one(sql.type(stateRow)`
    select era, ${isOtherServer} as "isOtherServer", timeline is distinct from present_timeline() as "isOtherTimeline",
      ${isAhead} as "isAhead", ${remembered === null ? sql.fragment`false` : isGone(remembered)} as "isGone",
      (
        select json_build_object('organization', organization_id, 'era', era, 'xid', xid::text, 'number', number)
        from feed_batch order by written_at desc limit 1
      ) as newest
    from feed_era
  `);
}

/**
 * Ends this era and begins another; null: the era has ended already. Waits for the writers of the feed, so that no row
 * of the old era appears afterwards.
 */
export function beginEra(pool: DatabasePool, ended: number): Promise<number | null> {
  return pool.transaction(async (transaction) => {
    // Writers take this table's lock before their snapshot: they see either era whole.
    await transaction.query(sql.unsafe`lock table feed_batch in share row exclusive mode`);
    // Ids of another server say nothing about this one's: every cursor of such an era is before its end.
    await transaction.query(sql.unsafe`
      insert into ended_era (era, end_xid)
      select era, case when ${isOtherServer} or ${isAhead} then '18446744073709551615'::xid8
        else pg_snapshot_xmax(pg_current_snapshot()) end
      from feed_era where era = ${ended}
    `);
    return transaction.maybeOneFirst(sql.type(z.object({ era: z.int() }))`
      update feed_era
      set era = era + ${gapMin} + floor(random() * ${gapMax - gapMin})::integer,
        system = (select system_identifier from pg_control_system()), timeline = present_timeline()
      where era = ${ended}
      returning era
    `);
  });
}

/** What the ids of an era's changes end with. Eras below the first gap are of versions that gave them nothing. */
export function idSuffixOf(era: number): string {
  return era < gapMin ? '' : `-${era}`;
}
