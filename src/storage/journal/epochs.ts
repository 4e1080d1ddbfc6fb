/**
 * The right to write an event. Creates the owner's row together with the event, and moves it to a new owner in one
 * committed statement: afterwards no append of an earlier owner succeeds. Never reads the event itself: the caller does
 * that afterwards in new statements, or it would miss a write in between.
 */
import { randomUUID } from 'node:crypto';
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Ownership, WhyNotTaken } from '#actors/ports.ts';
import { known } from '#domain/cluster-version.ts';
import { type EventStatus, type Fact, factFormat } from '#domain/fact.ts';
import type { OpeningFact } from '#domain/series/opening-fact.ts';
import { unknownFact } from '#domain/unknown-fact.ts';

const whyNotRow = z.object({ why: z.enum(['unknown', 'parked', 'archived', 'too new']) });
const ownerRow = z.object({ epoch: z.int(), headSeq: z.int() });

/** The initial state of an event of a series. */
export interface Opening {
  /** When booking closes, in actor time. */
  readonly closesAt: number | null;
  /** Its first facts, written in the same record as `opened`. */
  readonly facts: readonly OpeningFact[];
}

/**
 * Writes a new event's first record and its projection. Must be called in the transaction that creates the event's row.
 */
export async function openEvent(
  connection: CommonQueryMethods,
  { id, number: eventNumber }: { readonly id: string; readonly number: number },
  status: EventStatus,
  opening: Opening | null = null,
): Promise<void> {
  const opened: Fact = { type: 'opened', event: id, status, ...closingOf(opening) };
  const facts = JSON.stringify([opened, ...(opening?.facts ?? [])]);
  await connection.query(sql.unsafe`
    with owner as (
      insert into event_owner (event_number, epoch, head_seq) values (${eventNumber}, 0, 1)
    ), projection as (
      insert into event_projection (event_number, projected_seq) values (${eventNumber}, 1)
    )
    insert into journal (event_number, seq, epoch, at, format, facts)
    values (${eventNumber}, 1, 0, (extract(epoch from clock_timestamp()) * 1000)::int8, ${factFormat}, ${facts})
  `);
  await projectAreas(connection, eventNumber, opening?.facts ?? []);
}

function closingOf(opening: Opening | null): { readonly closesAt?: number } {
  const closesAt = opening?.closesAt ?? null;
  return closesAt === null ? {} : { closesAt };
}

/** Seats get projection rows only when they are taken; areas get theirs when they are priced. */
async function projectAreas(
  connection: CommonQueryMethods,
  eventNumber: number,
  facts: readonly OpeningFact[],
): Promise<void> {
  const rows = facts.flatMap(areasPricedBy);
  if (rows.length === 0) return;
  await connection.query(sql.unsafe`
    insert into area_booking (event_number, area, available, held, locked, blocked, sold, price_id)
    select ${eventNumber}, area, places, 0, 0, 0, 0, price
    from ${sql.unnest(rows, ['int4', 'int4', 'int8'])} as priced (area, places, price)
  `);
}

function areasPricedBy(fact: OpeningFact): readonly (readonly [area: number, places: number, price: number])[] {
  switch (fact.type) {
    case 'priced':
      return (fact.areas ?? []).map(([area, places]) => [area, places, fact.price]);
    case 'layout-adopted':
    case 'prices-defined':
    case 'areas-sized':
    case 'seats-described':
    case 'units-overridden':
    case 'allotment-defined':
    case 'allotment-filled':
    case 'admission-set':
    case 'queue-begun':
      return [];
    default:
      return unknownFact(fact);
  }
}

/**
 * Takes over the event for a node whose release knows the cluster versions up to `newest`. Rejects when a later one is in
 * force: the node would not understand all records. Rejects when it is unknown whether the take-over is durable.
 */
export async function takeOver(
  pool: DatabasePool,
  eventNumber: number,
  node: string,
  newest = known.newest,
): Promise<Ownership | WhyNotTaken> {
  const token = randomUUID();
  const { rows, notices } = await pool.query(sql.type(ownerRow)`
    update event_owner set epoch = epoch + 1, token = ${token}, node = ${node}
    where event_number = ${eventNumber}
      and not exists (select from parked_event where event_number = ${eventNumber})
      and (select version from cluster_version) <= ${newest}
    returning epoch, head_seq as "headSeq"
  `);
  if (notices[0] !== undefined) throw new Error(`The take-over may not be durable: ${notices[0].message}`);
  const [row] = rows;
  if (row !== undefined) return { eventNumber, epoch: row.epoch, token, headSeq: row.headSeq };
  const why = await pool.oneFirst(sql.type(whyNotRow)`
    select case
      when exists (select from parked_event where event_number = ${eventNumber}) then 'parked'
      when exists (select from event_owner where event_number = ${eventNumber}) then 'too new'
      when exists (select from archived_event where event_number = ${eventNumber}) then 'archived'
      else 'unknown'
    end as why
  `);
  if (why === 'too new') throw new Error('a cluster version is in force that this release does not know');
  return why;
}
