/**
 * The two statements that the journal's safety depends on. `sendAppends` writes records by compare-and-set on the
 * owner's row: epoch, token and head must match the writer's, in a row that the statement has locked. `lookUp` reads
 * the outcome of records that were not added: a skipped record is not fenced, and an error is not a failure. Neither
 * waits for a row lock.
 */
import { type DatabasePool, type QuerySqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { Batch } from '#actors/ports.ts';
import { factFormat } from '#domain/fact.ts';

/** Connection settings for these statements: the plans must suit any number of records. */
export const appendSettings = {
  synchronous_commit: 'on',
  lock_timeout: '250ms',
  plan_cache_mode: 'force_generic_plan',
  // Hash and sequential plans suit a small table, but would be kept after it has grown.
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
} as const;

/** A statement without an answer after this time has an unknown outcome; its connection is closed. */
const answerPatienceMs = 10_000;

export interface Append {
  readonly batch: Batch;
  /** The facts as JSON. */
  readonly facts: string;
}

/** `added` holds positions in the list that was sent; `now` is Postgres' clock in milliseconds. */
export interface Added {
  readonly now: number;
  readonly added: ReadonlySet<number>;
}

/**
 * The outcome of a record. `durable`: in the journal. `fenced`: never, another owner has the event. `open`: not written
 * yet, send it again. `astray`: impossible, the owner's head does not match.
 */
export type Outcome = 'durable' | 'fenced' | 'open' | 'astray';

// Arrays are sent as literals, the facts as lines (JSON has no raw line break): far cheaper than escaping each value.
const appendStatement = sql.prepared('journal-append', z.object({ now: z.number(), added: z.string().nullable() }))`
  with mine as materialized (
    select batch.*
    from unnest(
      ${''}::int4[], ${''}::int8[], ${''}::int8[], ${''}::uuid[], ${''}::int8[], string_to_array(${''}, E'\n')
    ) with ordinality as batch (event_number, seq, epoch, token, at, facts, place)
    join event_owner using (event_number)
    for no key update of event_owner skip locked
  ), moved as (
    update event_owner as owner set head_seq = mine.seq
    from mine
    where owner.event_number = mine.event_number
      and owner.epoch = mine.epoch and owner.token = mine.token and owner.head_seq = mine.seq - 1
    returning mine.*
  ), added as (
    insert into journal (event_number, seq, epoch, token, at, format, facts)
    select event_number, seq, epoch, token, at, ${factFormat}::int2, facts from moved
  )
  select
    (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
    string_agg(place::text, ',') as added
  from moved
`;

// The WAL message makes this commit wait for the standby, and so for everything that committed before it.
const lookUpStatement = sql.prepared('journal-look', z.object({ outcome: z.string(), flushed: z.string() }))`
  with flushed as materialized (select pg_logical_emit_message(true, 'usher', '')::text as flushed)
  select
    case
      when exists (
        select from journal
        where journal.event_number = batch.event_number and journal.seq = batch.seq and journal.token = batch.token
      ) then 'durable'
      when owner.epoch is distinct from batch.epoch or owner.token is distinct from batch.token then 'fenced'
      when owner.head_seq = batch.seq - 1 then 'open'
      else 'astray'
    end as outcome,
    flushed.flushed
  from unnest(${''}::int4[], ${''}::int8[], ${''}::int8[], ${''}::uuid[])
    with ordinality as batch (event_number, seq, epoch, token, place)
  cross join flushed
  left join event_owner as owner using (event_number)
  order by batch.place
`;

/** Sends records in one autocommit statement; an error leaves the outcome unknown unless it is a definite refusal. */
export async function sendAppends(pool: DatabasePool, appends: readonly Append[]): Promise<Added> {
  const values = [
    ...ownershipColumns(appends),
    arrayOf(appends, (append) => append.batch.at),
    appends.length === 1 ? (appends[0] as Append).facts : appends.map((append) => append.facts).join('\n'),
    factFormat,
  ];
  const [row] = await rowsOf(pool, { ...appendStatement, values });
  if (row === undefined) throw new Error('The append returned no row');
  return {
    now: row.now,
    added: new Set(row.added === null ? [] : row.added.split(',').map((place) => Number(place) - 1)),
  };
}

/** Reads the outcomes of records in a separate statement; in the order of the list. */
export async function lookUp(pool: DatabasePool, appends: readonly Append[]): Promise<Outcome[]> {
  const rows = await rowsOf(pool, { ...lookUpStatement, values: ownershipColumns(appends) });
  if (rows.length !== appends.length) throw new Error('The look-up did not return a row for every record');
  return rows.map((row) => row.outcome as Outcome);
}

/** Event numbers, sequence numbers, epochs and tokens as array literals. */
function ownershipColumns(appends: readonly Append[]): string[] {
  return [
    arrayOf(appends, ({ batch }) => batch.ownership.eventNumber),
    arrayOf(appends, ({ batch }) => batch.seq),
    arrayOf(appends, ({ batch }) => batch.ownership.epoch),
    arrayOf(appends, ({ batch }) => batch.ownership.token),
  ];
}

function arrayOf(appends: readonly Append[], member: (append: Append) => number | string): string {
  return `{${appends.map(member).join(',')}}`;
}

/** Runs a statement. A warning means an unknown outcome, for example a cancelled wait for the standby. */
async function rowsOf<T extends z.ZodType>(
  pool: DatabasePool,
  query: QuerySqlToken<T>,
): Promise<readonly z.infer<T>[]> {
  // An error inside the handler makes Slonik close the connection, even with an unanswered statement.
  const result = await pool.connect((connection) => withinPatience(connection.query(query)));
  const [notice] = result.notices;
  if (notice !== undefined) throw new Error(`Postgres answered with a warning: ${notice.message}`);
  return result.rows as readonly z.infer<T>[];
}

async function withinPatience<T>(answer: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => reject(new Error(`No answer within ${answerPatienceMs} ms`)),
    answerPatienceMs,
  ).unref();
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
