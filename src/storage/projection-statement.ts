/**
 * The statement that writes the projection of several events: by compare-and-set on `projected_seq`, and only what the
 * journal holds under the writer's own token. It takes no lock that an append or a take-over wants and waits for none.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { ProjectionStep } from '#actors/ports.ts';
import { cartSize, type Session, totalCents } from '#domain/session/session.ts';
import { storedCart, storedReference } from './session-rows.ts';

/** Encoding this many takes some two milliseconds. */
const sessionsPerTurn = 1_000;

/** What became of a step that was not written: written before, to be tried again, or overtaken by another owner. */
export type StepOutcome = 'written' | 'open' | 'overtaken';

const placesRow = z.object({ places: z.string().nullable() });
const outcomeRow = z.object({ outcome: z.enum(['written', 'open', 'overtaken']) });

/** Writes the steps in one autocommit statement; answers the positions of those that were written. */
export async function writeSteps(pool: DatabasePool, steps: readonly ProjectionStep[]): Promise<ReadonlySet<number>> {
  const sessions = await sessionColumns(steps);
  const places = await pool.oneFirst(sql.type(placesRow)`
    with step as materialized (
      select step.* from ${stepColumns(steps)} join event_projection using (event_number)
      for no key update of event_projection skip locked
    ), moved as (
      update event_projection as projection set projected_seq = step.to_seq, next_deadline = step.next_deadline
      from step join journal on journal.event_number = step.event_number and journal.seq = step.to_seq
      where projection.event_number = step.event_number and projection.projected_seq = step.from_seq
        and (journal.token = step.token or step.to_seq <= step.head_seq)
      returning step.event_number, step.place
    ), sessions as (
      insert into session_record (
        event_number, ordinal, id, state, reference, properties, cart, cart_size, total_cents, created_at, deadline, seq
      )
      select
        event_number, ordinal, id, state, substr(nullif(reference, ''), 2), nullif(properties, ''), cart, cart_size,
        total_cents, created_at, deadline, seq
      from ${sessions} join moved using (event_number)
      on conflict (event_number, ordinal) do update set
        state = excluded.state, reference = excluded.reference, properties = excluded.properties, cart = excluded.cart,
        cart_size = excluded.cart_size, total_cents = excluded.total_cents, deadline = excluded.deadline,
        seq = excluded.seq
    ), seats_freed as (
      delete from seat_booking using ${freedColumns(steps)} join moved using (event_number)
      where seat_booking.event_number = freed.event_number and seat_booking.seat = freed.seat
    ), seats_taken as (
      insert into seat_booking (event_number, seat, state, owner, hold_type, price_id)
      select event_number, seat, state, owner, hold_type, price_id
      from ${takenColumns(steps)} join moved using (event_number)
      on conflict (event_number, seat) do update set
        state = excluded.state, owner = excluded.owner, hold_type = excluded.hold_type, price_id = excluded.price_id
    ), areas as (
      insert into area_booking (event_number, area, available, held, locked, blocked, sold, price_id)
      select event_number, area, available, held, locked, blocked, sold, price_id
      from ${areaColumns(steps)} join moved using (event_number)
      on conflict (event_number, area) do update set
        available = excluded.available, held = excluded.held, locked = excluded.locked, blocked = excluded.blocked,
        sold = excluded.sold, price_id = excluded.price_id
    )
    select string_agg(place::text, ',') as places from moved
  `);
  return new Set(places === null ? [] : places.split(',').map((place) => Number(place) - 1));
}

/** Finds out, in a statement of its own, why steps were not written; in the order of the list. */
export async function lookUpSteps(
  pool: DatabasePool,
  steps: readonly ProjectionStep[],
): Promise<readonly StepOutcome[]> {
  return pool.anyFirst(sql.type(outcomeRow)`
    select
      case
        when journal.seq is null then 'overtaken'
        when projection.projected_seq = step.to_seq then 'written'
        when projection.projected_seq = step.from_seq then 'open'
        else 'overtaken'
      end as outcome
    from ${stepColumns(steps)}
    left join event_projection as projection using (event_number)
    left join journal on journal.event_number = step.event_number and journal.seq = step.to_seq
      and (journal.token = step.token or step.to_seq <= step.head_seq)
    order by step.place
  `);
}

function stepColumns(steps: readonly ProjectionStep[]) {
  return sql.fragment`
    unnest(
      ${literal(steps, (step) => step.ownership.eventNumber)}::int4[], ${literal(steps, (step) => step.fromSeq)}::int8[],
      ${literal(steps, (step) => step.toSeq)}::int8[], ${literal(steps, (step) => step.ownership.token)}::uuid[],
      ${literal(steps, (step) => step.ownership.headSeq)}::int8[], ${literal(steps, (step) => step.nextDeadline)}::int8[]
    ) with ordinality as step (event_number, from_seq, to_seq, token, head_seq, next_deadline, place)
  `;
}

// A line is never a raw line break: JSON spells it. An empty line is null, so a reference starts with a sign of its own.
async function sessionColumns(steps: readonly ProjectionStep[]) {
  const rows = rowsOf(steps, (step) => step.sessions);
  const carts: string[] = [];
  for (const [place, { row }] of rows.entries()) {
    if (place > 0 && place % sessionsPerTurn === 0) await new Promise(setImmediate);
    carts.push(storedCart(row));
  }
  const lines = (line: (session: Session) => string) => rows.map(({ row }) => line(row)).join('\n');
  const column = (value: (session: Session) => string | number | null) => literal(rows, ({ row }) => value(row));
  return sql.fragment`
    unnest(
      ${literal(rows, ({ eventNumber }) => eventNumber)}::int4[], ${column((row) => row.ordinal)}::int4[],
      ${column((row) => row.id)}::uuid[], ${column((row) => row.state)}::text[],
      string_to_array(${lines(({ reference }) => (reference === null ? '' : `=${storedReference(reference)}`))}, E'\n'),
      string_to_array(${lines(({ properties }) => (properties === null ? '' : JSON.stringify(properties)))}, E'\n'),
      string_to_array(${carts.join('\n')}, E'\n'), ${column(cartSize)}::int4[],
      ${column((row) => Math.min(totalCents(row), Number.MAX_SAFE_INTEGER))}::int8[],
      ${column((row) => row.createdAt)}::int8[], ${column((row) => row.deadline)}::int8[],
      ${column((row) => row.seq)}::int8[]
    ) as session (
      event_number, ordinal, id, state, reference, properties, cart, cart_size, total_cents, created_at, deadline, seq
    )
  `;
}

function freedColumns(steps: readonly ProjectionStep[]) {
  const rows = rowsOf(steps, (step) => step.seatsFreed);
  return sql.fragment`
    unnest(${literal(rows, ({ eventNumber }) => eventNumber)}::int4[], ${literal(rows, ({ row }) => row)}::int4[])
      as freed (event_number, seat)
  `;
}

function takenColumns(steps: readonly ProjectionStep[]) {
  const rows = rowsOf(steps, (step) => step.seatsTaken);
  return sql.fragment`
    unnest(
      ${literal(rows, ({ eventNumber }) => eventNumber)}::int4[], ${literal(rows, ({ row }) => row.seat)}::int4[],
      ${literal(rows, ({ row }) => row.state)}::text[], ${literal(rows, ({ row }) => row.owner)}::int4[],
      ${literal(rows, ({ row }) => (row.holdType === null ? null : quoted(row.holdType)))}::text[],
      ${literal(rows, ({ row }) => row.priceId)}::int8[]
    ) as taken (event_number, seat, state, owner, hold_type, price_id)
  `;
}

function areaColumns(steps: readonly ProjectionStep[]) {
  const rows = rowsOf(steps, (step) => step.areas);
  const members = ['area', 'available', 'held', 'locked', 'blocked', 'sold'] as const;
  const columns = members.map((member) => sql.fragment`${literal(rows, ({ row }) => row[member])}::int4[]`);
  return sql.fragment`
    unnest(
      ${literal(rows, ({ eventNumber }) => eventNumber)}::int4[], ${sql.join(columns, sql.fragment`, `)},
      ${literal(rows, ({ row }) => row.priceId)}::int8[]
    ) as area_row (event_number, area, available, held, locked, blocked, sold, price_id)
  `;
}

function rowsOf<T>(steps: readonly ProjectionStep[], member: (step: ProjectionStep) => readonly T[]) {
  return steps.flatMap((step) => member(step).map((row) => ({ eventNumber: step.ownership.eventNumber, row })));
}

/** An array literal of values that need no quotes, or bring them. */
function literal<T>(rows: readonly T[], value: (row: T) => string | number | null): string {
  return `{${rows.map((row) => value(row) ?? 'null').join(',')}}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}
