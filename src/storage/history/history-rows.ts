/**
 * Writes the history of seats and areas: rows of `history_block`, and how far they reach. Part of the statement of the
 * projection, so that a step's history is stored once, and by the owner alone.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { ProjectionStep } from '#actors/ports.ts';
import type { HistoryReach } from '#domain/history/history-log.ts';

/** Common table expressions that begin with a comma: they write what `moved` has moved. Empty when no step has a history. */
export function historyInserts(steps: readonly ProjectionStep[]): FragmentSqlToken {
  const told = steps.flatMap(({ ownership: { eventNumber }, history }) =>
    history === undefined ? [] : [{ eventNumber, ...history }],
  );
  if (told.length === 0) return sql.fragment``;
  const blocks = told.flatMap(({ eventNumber, rows }) => rows.map((row) => ({ eventNumber, ...row })));
  const column = <Row>(rows: readonly Row[], cell: (row: Row) => number) => `{${rows.map(cell).join(',')}}`;
  const entries = blocks.map((row) => Buffer.from(row.entries).toString('hex')).join(',');
  return sql.fragment`, reaches as (
      insert into event_history (event_number, begin_seq, to_seq)
      select event_number, begin_seq, reach.to_seq from unnest(
        ${column(told, (one) => one.eventNumber)}::int4[], ${column(told, (one) => one.begin)}::int8[],
        ${column(told, (one) => one.to)}::int8[]
      ) as reach (event_number, begin_seq, to_seq) join moved using (event_number)
      on conflict (event_number) do update set begin_seq = excluded.begin_seq, to_seq = excluded.to_seq
    ), blocks as (
      insert into history_block (event_number, block, after_seq, to_seq, entries)
      select event_number, block, after_seq, stored.to_seq, decode(entries, 'hex') from unnest(
        ${column(blocks, (row) => row.eventNumber)}::int4[], ${column(blocks, (row) => row.block)}::int4[],
        ${column(blocks, (row) => row.after)}::int8[], ${column(blocks, (row) => row.to)}::int8[],
        string_to_array(${entries}, ',')
      ) as stored (event_number, block, after_seq, to_seq, entries) join moved using (event_number)
      on conflict (event_number, block, to_seq) do nothing
    )`;
}

const nothing: HistoryReach = { begin: 0, to: 0 };

/** How far the stored history of an event reaches. A snapshot that was read before is not ahead of it, if this release wrote it. */
export async function historyReach(connection: CommonQueryMethods, eventNumber: number): Promise<HistoryReach> {
  const row = await connection.maybeOne(sql.type(z.object({ begin: z.int(), to: z.int() }))`
    select begin_seq as begin, to_seq as to from event_history where event_number = ${eventNumber}
  `);
  return row ?? nothing;
}
