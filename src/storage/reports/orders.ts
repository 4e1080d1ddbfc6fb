/**
 * Reads the purchases of an event: confirmed sessions with what they still have, and the names of their seats. One page in
 * one snapshot. Read-only.
 */
import { type CommonQueryMethods, type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { readReference, storedReference } from '#codec/stored-session.ts';
import { allOf, contains } from '../database/paging.ts';
import { inSnapshot } from '../database/pool.ts';
import { nameCondition } from '../projection/named-properties.ts';
import { areaNames, type SeatName, seatNames } from './layout-places.ts';
import { type ReportedCart, readHead, reportedCart } from './reported-events.ts';

/** Absent: any. */
export interface OrderFilter {
  /** Part of the reference. */
  readonly reference?: string | undefined;
  /** Part of a value in the properties. */
  readonly name?: string | undefined;
  /** Whole names. A section can be an area. */
  readonly section?: string | undefined;
  readonly row?: string | undefined;
  readonly seat?: string | undefined;
}

export type OrderSort = readonly {
  readonly property: 'id' | 'createdAt' | 'reference';
  readonly isDescending: boolean;
}[];

/** A page of a list, or those after an order, in the order of their creation. */
export type OrderRange =
  | { readonly page: number; readonly size: number; readonly sort: OrderSort }
  | { readonly after: number; readonly size: number };

const orderRow = z.object({
  ordinal: z.int(),
  state: z.literal('CONFIRMED'),
  id: z.string(),
  reference: z.string().nullable(),
  properties: z.string().nullable(),
  createdAt: z.int(),
  cart: z.string(),
  owned: z.record(z.string(), z.string()).nullable(),
});

export interface OrderRecord {
  readonly id: string;
  readonly reference: string | null;
  /** JSON text. */
  readonly properties: string | null;
  readonly createdAt: number;
  readonly cart: ReportedCart;
}

export interface OrderPage {
  /** The record that the page shows. */
  readonly sequence: number;
  readonly orders: readonly OrderRecord[];
  /** Of all pages; null: it was not asked for. */
  readonly totalElements: number | null;
  /** Of the seats in the carts: their names, and which of them the orders still have. */
  readonly seats: ReadonlyMap<number, SeatName & { readonly owner: number }>;
  /** By the area's index. */
  readonly areas: readonly string[];
}

/** Null: there is no such event, or its projection does not have what reports need. */
export function readOrders(
  pool: DatabasePool,
  eventNumber: number,
  filter: OrderFilter,
  range: OrderRange,
): Promise<OrderPage | null> {
  return inSnapshot(pool, async (connection) => {
    const head = await readHead(connection, eventNumber);
    if (head === null || head.offer === null) return null;
    const { schemaId, sequence } = head;
    const where = conditionOf(eventNumber, schemaId, filter);
    const rows = await connection.any(sql.type(orderRow)`
      select ordinal, state, id, reference, properties, created_at as "createdAt", cart, owned
      from session_record where ${where} ${rangeOf(range)}
    `);
    const orders = rows.map((row): OrderRecord => {
      const { id, reference, properties, createdAt } = row;
      const shown = reference === null ? null : readReference(reference);
      return { id, reference: shown, properties, createdAt, cart: reportedCart(row) };
    });
    const totalElements = 'page' in range ? await countOf(connection, where) : null;
    return { sequence, orders, totalElements, ...(await placesOf(connection, eventNumber, schemaId, orders)) };
  });
}

function countOf(connection: CommonQueryMethods, where: FragmentSqlToken): Promise<number> {
  return connection.oneFirst(sql.type(z.object({ count: z.int() }))`
    select count(*) from session_record where ${where}
  `);
}

const columns = {
  id: sql.fragment`id`,
  createdAt: sql.fragment`created_at`,
  reference: sql.fragment`reference collate "C"`,
} as const;

function rangeOf(range: OrderRange): FragmentSqlToken {
  if ('after' in range) {
    return sql.fragment`and ordinal > ${range.after} order by ordinal limit ${range.size}`;
  }
  const orders = range.sort.map(({ property, isDescending }) =>
    isDescending ? sql.fragment`${columns[property]} desc nulls last` : columns[property],
  );
  const order = sql.join([...orders, columns.id], sql.fragment`, `);
  return sql.fragment`order by ${order} limit ${range.size} offset ${range.page * range.size}`;
}

const ownerRow = z.object({ seat: z.int(), owner: z.int() });

async function placesOf(
  connection: CommonQueryMethods,
  eventNumber: number,
  schemaId: number,
  orders: readonly OrderRecord[],
): Promise<Pick<OrderPage, 'seats' | 'areas'>> {
  const indices = orders.flatMap(({ cart }) => cart.seats.map(({ seat }) => seat));
  const names = await seatNames(connection, schemaId, indices);
  const owners = await connection.any(sql.type(ownerRow)`
    select seat, owner from seat_booking
    where event_number = ${eventNumber} and seat = any(${sql.array(indices, 'int4')})
  `);
  const hasAreas = orders.some(({ cart }) => cart.areas.length > 0);
  return {
    seats: new Map(owners.flatMap(({ seat, owner }) => withName(names.get(seat), seat, owner))),
    areas: hasAreas ? await areaNames(connection, schemaId) : [],
  };
}

function withName(name: SeatName | undefined, seat: number, owner: number) {
  return name === undefined ? [] : [[seat, { ...name, owner }] as const];
}

function conditionOf(eventNumber: number, schemaId: number, filter: OrderFilter): FragmentSqlToken {
  const { reference, name } = filter;
  const place = placeCondition(eventNumber, schemaId, filter);
  return allOf([
    sql.fragment`event_number = ${eventNumber} and state = 'CONFIRMED'`,
    reference !== undefined && contains(sql.fragment`reference`, storedReference(reference)),
    name !== undefined && nameCondition(name),
    place !== null && place,
  ]);
}

/** Reads the matching seats once, whatever the number of orders. */
function placeCondition(
  eventNumber: number,
  schemaId: number,
  { section, row, seat }: OrderFilter,
): FragmentSqlToken | null {
  if (section === undefined && row === undefined && seat === undefined) return null;
  const names = allOf([
    sql.fragment`booking.event_number = ${eventNumber} and owner > 0`,
    section !== undefined && sql.fragment`section.name = ${section}`,
    row !== undefined && sql.fragment`seat_row.name = ${row}`,
    seat !== undefined && sql.fragment`seat.name = ${seat}`,
  ]);
  const inSeats = sql.fragment`ordinal = any(array(
    select owner from seat_booking as booking
    join seat on seat.schema_id = ${schemaId} and seat.index = booking.seat
    join seat_row on seat_row.id = seat.row_id
    join section on section.id = seat_row.section_id
    where ${names}
  ))`;
  if (section === undefined || row !== undefined || seat !== undefined) return inSeats;
  return sql.fragment`(${inSeats} or exists (
    select from json_array_elements(cart::json -> 'areas') as line
    where (line ->> 0)::int4 = any(array(
      select index from (
        select name, row_number() over (order by position) - 1 as index
        from section where schema_id = ${schemaId} and ga
      ) as area
      where name = ${section}
    ))
  ))`;
}
