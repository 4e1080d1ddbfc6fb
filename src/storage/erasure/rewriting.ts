/**
 * Rewrites what is stored of erased persons: records of the journal and rows of the feed, in place, a few at a time. The
 * numbers of records, and the places of changes, stay: a recovery and a cursor that are in the middle go on. Rows are locked
 * while they are rewritten, because two erasures may come to the same row. An append and a take-over need none of them.
 *
 * Call it for records that the projection and the newest snapshot contain: older snapshots and late writers could store the
 * person again.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { headingOf, withoutPerson } from '#codec/answers/change.ts';
import { assert } from '#collections/assert.ts';
import { type Fact, factFormat } from '#domain/fact.ts';
import { withoutErased } from '#domain/facts/without-erased.ts';
import { changeTypes } from '#domain/feed/change.ts';
import { maskOf } from '../feed/feed-batches.ts';
import type { RowKey } from '../feed/feed-position.ts';
import { changesColumns, changesOf, packed, separator } from '../feed/packed-changes.ts';
import { erasedWithIds, erasedWithOrdinals } from './named-sessions.ts';

/** A record of a busy event has about 10 KB. */
const recordsPerPiece = 100;
/** A row has up to some hundred KB. */
const rowsPerPiece = 50;

const recordRow = z.object({ seq: z.int(), format: z.int(), facts: z.string() });
const headRow = z.object({ headSeq: z.int() });

/** Number of the event's last record; null: there is no such event. */
export function headOf(connection: CommonQueryMethods, eventNumber: number): Promise<number | null> {
  return connection.maybeOneFirst(sql.type(headRow)`
    select head_seq as "headSeq" from event_owner where event_number = ${eventNumber}
  `);
}

/** Deletes the snapshots before record `seq`. False: none of `seq` or later exists, and nothing was deleted. */
export async function dropSnapshotsBefore(pool: DatabasePool, eventNumber: number, seq: number): Promise<boolean> {
  const newer = sql.fragment`
    select from snapshot as newer where newer.event_number = ${eventNumber} and newer.seq >= ${seq} and newer.part = 0
  `;
  await pool.query(sql.unsafe`
    delete from snapshot where event_number = ${eventNumber} and seq < ${seq} and exists (${newer})
  `);
  return pool.exists(sql.unsafe`${newer}`);
}

/** Rewrites the next records after `after`, at most up to `until`. */
export function rewriteRecords(
  pool: DatabasePool,
  eventNumber: number,
  after: number,
  until: number,
): Promise<{ readonly seq: number; readonly records: number }> {
  const seq = Math.min(after + recordsPerPiece, until);
  return pool.transaction(async (transaction) => {
    const rows = await transaction.any(sql.type(recordRow)`
      select seq, format, facts from journal
      where event_number = ${eventNumber} and seq > ${after} and seq <= ${seq} and ${mayName(sql.fragment`facts`)}
      order by seq
      for update
    `);
    const records = rows.map(({ facts: text, format, ...row }) => {
      assert(format === factFormat, () => `event ${eventNumber}: record ${row.seq} has the unknown format ${format}`);
      return { ...row, text, facts: JSON.parse(text) as readonly Fact[] };
    });
    const asked = new Set<number>();
    for (const { seq: own, facts } of records) withoutErased(facts, own, (ordinal) => void asked.add(ordinal));
    const erased = new Map(
      (await erasedWithOrdinals(transaction, eventNumber, asked)).map((one) => [one.ordinal, one.erased]),
    );
    const rewritten = records.flatMap(({ seq: own, text, facts }) => {
      const left = JSON.stringify(withoutErased(facts, own, (ordinal) => erased.get(ordinal)) ?? facts);
      return left === text ? [] : [[own, left] as const];
    });
    if (rewritten.length > 0) {
      await transaction.query(sql.unsafe`
        update journal set facts = left_over.facts
        from ${sql.unnest(rewritten, ['int8', 'text'])} as left_over (seq, facts)
        where journal.event_number = ${eventNumber} and journal.seq = left_over.seq
      `);
    }
    return { seq, records: rewritten.length };
  });
}

const feedRow = z.object({
  era: z.int(),
  xid: z.string().transform(BigInt),
  number: z.int(),
  ...changesColumns,
});

const sessionTypes = maskOf(changeTypes.filter((type) => type.startsWith('session.')));

/** Rewrites the next rows of the organization's feed after `after`. `row`: the last one that was looked at; null: none is left. */
export function rewriteFeed(
  pool: DatabasePool,
  organizationId: number,
  { era, xid, number }: RowKey,
): Promise<{ readonly row: RowKey | null; readonly changes: number }> {
  return pool.transaction(async (transaction) => {
    const rows = await transaction.any(sql.type(feedRow)`
      select era, xid::text as xid, number, changes, packed from feed_batch
      where organization_id = ${organizationId} and (era, xid, number) > (${era}, ${xid.toString()}::xid8, ${number}::int8)
        and types & ${sessionTypes}::int8 <> 0 and (packed is not null or ${mayName(sql.fragment`changes`)})
      order by feed_batch.era, feed_batch.xid, feed_batch.number
      limit ${rowsPerPiece}
      for update
    `);
    const batches = rows.map((row) => ({ row, changes: changesOf(row) }));
    const ids = new Set(
      batches.flatMap(({ changes }) => changes.flatMap((change) => headingOf(change)?.session ?? [])),
    );
    const erased = new Map((await erasedWithIds(transaction, ids)).map((one) => [one.id, one.erased]));
    let count = 0;
    for (const { row, changes } of batches) {
      const left = changes.map((change) => {
        const heading = headingOf(change);
        const isBefore = heading !== null && heading.sequence <= (erased.get(heading.session) ?? 0);
        return isBefore ? withoutPerson(change) : change;
      });
      const rewritten = left.filter((change, place) => change !== changes[place]).length;
      if (rewritten === 0) continue;
      count += rewritten;
      const text = left.join(separator);
      const body =
        row.packed === null ? sql.fragment`changes = ${text}` : sql.fragment`packed = ${sql.binary(packed(text))}`;
      await transaction.query(sql.unsafe`
        update feed_batch set ${body}, bytes = ${Buffer.byteLength(text)}
        where organization_id = ${organizationId} and era = ${row.era} and xid = ${row.xid.toString()}::xid8
          and number = ${row.number}
      `);
    }
    const last = rows.at(-1);
    return { row: last === undefined ? null : { era: last.era, xid: last.xid, number: last.number }, changes: count };
  });
}

/** Whether the JSON may have a reference, a buyer, or properties as text or as an object: most rows have none. */
function mayName(column: ReturnType<typeof sql.fragment>) {
  return sql.fragment`(
    position('"reference":"' in ${column}) > 0 or position('"buyer":"' in ${column}) > 0
    or position('"properties":"' in ${column}) > 0
    or position('"properties":{"' in ${column}) > 0
  )`;
}
