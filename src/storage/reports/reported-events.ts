/**
 * Reads what the projection has of one event for a report: pages of rows, bounded in memory. Every function reads in the
 * snapshot of its connection, so what belongs together is read in one transaction. Read-only; asks no event.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { ownedOf, partsOf, priceOf } from '#codec/stored-reports.ts';
import { cartOf } from '#codec/stored-session.ts';
import type { PriceCapture } from '#domain/pricing/price.ts';
import type { AreaParts } from '#domain/reports/area-parts.ts';
import type { OfferImage } from '#domain/reports/offer-image.ts';
import type { OwnedPlaces } from '#domain/reports/owned-places.ts';
import { type AreaLine, type SeatLine, sessionStates } from '#domain/session/session.ts';
import { areaRow as bookedArea } from '../audit/differences.ts';

const seatsPerPage = 5_000;
/** Parsed in about 2 ms. */
const sessionsPerPage = 300;

const headRow = z.object({
  sequence: z.int(),
  isReported: z.boolean(),
  schemaId: z.int(),
  body: z.string().nullable(),
});

export interface ReportedHead {
  /** The record that the rows show. */
  readonly sequence: number;
  readonly schemaId: number;
  /** Null: the projection does not have what reports need. */
  readonly offer: OfferImage | null;
}

/** Null: there is no such event. */
export async function readHead(connection: CommonQueryMethods, eventNumber: number): Promise<ReportedHead | null> {
  const row = await connection.maybeOne(sql.type(headRow)`
    select projected_seq as sequence, is_reported as "isReported", schema_id as "schemaId", body
    from event_projection as projection
    join event on number = projection.event_number
    left join event_offer as offer on offer.event_number = number
    where projection.event_number = ${eventNumber}
  `);
  if (row === null) return null;
  const { sequence, schemaId, isReported, body } = row;
  return { sequence, schemaId, offer: isReported && body !== null ? JSON.parse(body) : null };
}

/** The schema and the version of the layout that it has now, in one text; null: there is no such event. */
export function readLayout(connection: CommonQueryMethods, eventNumber: number): Promise<string | null> {
  return connection.maybeOneFirst(sql.type(z.object({ layout: z.string() }))`
    select schema_id || ' ' || layout_version as layout
    from event join schema on schema.id = schema_id
    where number = ${eventNumber}
  `);
}

/** Events whose projection is behind their journal, or does not have what reports need. */
export function findUnreported(
  connection: CommonQueryMethods,
  eventNumbers: readonly number[],
): Promise<readonly number[]> {
  return connection.anyFirst(sql.type(z.object({ number: z.int() }))`
    select event_number as number
    from event_owner join event_projection as projection using (event_number)
    where event_number = any(${sql.array([...eventNumbers], 'int4')})
      and (head_seq > projected_seq or not is_reported)
  `);
}

const seatRow = z.object({
  seat: z.int(),
  state: z.enum(['LOCKED', 'SOLD', 'BLOCKED']),
  owner: z.int(),
  capture: z.string().nullable(),
});

export interface TakenSeat {
  readonly seat: number;
  readonly state: 'LOCKED' | 'SOLD' | 'BLOCKED';
  /** A session's ordinal, a private lock's negated, or 0. */
  readonly owner: number;
  /** Of a seat of no session; null: it has no price. */
  readonly price: PriceCapture | null;
}

/** All seats that are not free, in pages. */
async function* takenSeats(connection: CommonQueryMethods, eventNumber: number): AsyncGenerator<readonly TakenSeat[]> {
  for (let after = -1; ; ) {
    const rows = await connection.any(sql.type(seatRow)`
      select seat, state, owner, capture from seat_booking
      where event_number = ${eventNumber} and seat > ${after}
      order by seat limit ${seatsPerPage}
    `);
    yield rows.map(({ capture, ...row }) => ({ ...row, price: capture === null ? null : priceOf(capture) }));
    after = rows.at(-1)?.seat ?? after;
    if (rows.length < seatsPerPage) return;
  }
}

const areaRow = bookedArea.extend({ parts: z.string() });

export interface ReportedArea extends Omit<z.infer<typeof areaRow>, 'parts'> {
  readonly parts: AreaParts;
}

async function readAreas(connection: CommonQueryMethods, eventNumber: number): Promise<readonly ReportedArea[]> {
  const rows = await connection.any(sql.type(areaRow)`
    select area, available, held, locked, blocked, sold, parts from area_booking
    where event_number = ${eventNumber} and parts is not null
    order by area
  `);
  return rows.map(({ parts, ...row }) => ({ ...row, parts: partsOf(parts) }));
}

/** All rows that a report counts. */
export function rowsIn(connection: CommonQueryMethods, eventNumber: number) {
  return {
    seats: () => takenSeats(connection, eventNumber),
    carts: () => liveCarts(connection, eventNumber),
    areas: () => readAreas(connection, eventNumber),
  };
}

const cartRow = z.object({
  ordinal: z.int(),
  state: z.enum(sessionStates),
  cart: z.string(),
  owned: z.record(z.string(), z.string()).nullable(),
});

export interface ReportedCart {
  readonly ordinal: number;
  /** Whether it was confirmed; otherwise it is held. */
  readonly isBought: boolean;
  readonly isOfCounter: boolean;
  readonly seats: readonly SeatLine[];
  readonly areas: readonly AreaLine[];
  /** Areas in which the cart does not tell what the session has. */
  readonly owned: ReadonlyMap<number, OwnedPlaces>;
  /** Areas whose places the session has lost. */
  readonly lostAreas: readonly number[];
}

/** The carts in which something is held or was bought, in pages. */
async function* liveCarts(
  connection: CommonQueryMethods,
  eventNumber: number,
): AsyncGenerator<readonly ReportedCart[]> {
  for (const state of ['ACTIVE', 'PENDING_PAYMENT', 'CONFIRMED']) {
    for (let after = 0; ; ) {
      const rows = await connection.any(sql.type(cartRow)`
        select ordinal, state, cart, owned from session_record
        where event_number = ${eventNumber} and state = ${state} and ordinal > ${after} and cart_size > 0
        order by ordinal limit ${sessionsPerPage}
      `);
      yield rows.map(reportedCart);
      after = rows.at(-1)?.ordinal ?? after;
      if (rows.length < sessionsPerPage) break;
    }
  }
}

export function reportedCart({ ordinal, state, cart, owned }: z.infer<typeof cartRow>): ReportedCart {
  const { seats, areas, lost, counter } = cartOf(cart);
  return {
    ordinal,
    isBought: state === 'CONFIRMED',
    isOfCounter: counter === true,
    seats,
    areas,
    owned: ownedOf(owned ?? {}),
    lostAreas: lost?.areas ?? [],
  };
}
