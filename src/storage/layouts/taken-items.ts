/**
 * Finds the items of a removal that are sold, locked or held on an event of the schema, in the projections of its
 * events: one query, whatever the number of events. The caller settles the events before; a booking that is journaled
 * later keeps its seat, because the event adopts the new layout by a record of its own. Read-only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Conflicts } from '#domain/refusal.ts';
import type { Removal } from './versions/removal.ts';

/** Up to this many seats are looked up one by one, more by scanning the bookings between the first and the last. */
const lookedUpMax = 1_000;

/** Null: nothing of it is taken. Blocked seats and places have no owner and may be removed. */
export async function findTaken(
  connection: CommonQueryMethods,
  schemaId: number,
  removal: Removal,
): Promise<Conflicts | null> {
  const seats = await takenSeats(connection, schemaId, removal);
  const groupOfSeats = await takenAreas(connection, schemaId, removal);
  return seats.length + groupOfSeats.length === 0 ? null : { seats, groupOfSeats };
}

/** Ids in the order of the indices; one row, because 200,000 rows would hold the event loop. */
async function takenSeats(
  connection: CommonQueryMethods,
  schemaId: number,
  { seats }: Removal,
): Promise<readonly number[]> {
  if (seats.size === 0) return [];
  const indices = [...seats.keys()].toSorted((a, b) => a - b);
  const all = `{${indices.join(',')}}`;
  // `+ 0` keeps Postgres from searching the index once for every seat: it hashes the list instead.
  const isRemoved =
    indices.length <= lookedUpMax
      ? sql.fragment`seat = any(${all}::int4[])`
      : sql.fragment`seat between ${indices[0] ?? 0} and ${indices.at(-1) ?? 0} and seat + 0 = any(${all}::int4[])`;
  const taken = await connection.oneFirst(sql.type(z.object({ taken: z.string().nullable() }))`
    select string_agg(distinct booking.seat::text, ',') as taken
    from event
    cross join lateral (
      select seat from seat_booking
      where event_number = event.number and state in ('LOCKED', 'SOLD') and ${isRemoved}
      offset 0
    ) as booking
    where event.schema_id = ${schemaId}
  `);
  if (taken === null) return [];
  const isTaken = new Set(taken.split(',').map(Number));
  return indices.filter((index) => isTaken.has(index)).map((index) => seats.get(index) as number);
}

/** An event counts its areas in their order in the layout, removed ones included. */
function takenAreas(connection: CommonQueryMethods, schemaId: number, { areas }: Removal): Promise<readonly number[]> {
  if (areas.length === 0) return Promise.resolve([]);
  const wanted = sql.unnest(
    areas.map(({ id, capacity }) => [id, capacity]),
    ['int8', 'int4'],
  );
  return connection.anyFirst(sql.type(z.object({ id: z.int() }))`
    select wanted.id
    from ${wanted} as wanted (id, capacity)
    join (
      select id, row_number() over (order by position) - 1 as index from section where schema_id = ${schemaId} and ga
    ) as area on area.id = wanted.id
    where exists (
      select from event join area_booking on event_number = event.number
      where event.schema_id = ${schemaId} and area = area.index
        and held + locked + sold + case when wanted.capacity is null then 0 else blocked end > coalesce(wanted.capacity, 0)
    )
    order by area.index
  `);
}
