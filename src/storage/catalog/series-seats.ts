/**
 * The seats that sessions hold or bought on the events of a series. Reads the projection, so that no event is
 * activated; the caller settles the events first. Read-only.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { SeriesSeat } from '#codec/answers/seat-entry.ts';
import { readReference, storedReference } from '#codec/stored-session.ts';
import { isThere } from './events.ts';

/** Read and encoded in about 10 ms; a smaller series is read in one query. */
const seatsPerPage = 2_000;

const eventRow = z.object({ number: z.int(), taken: z.int() });

/** An event, and how many of its seats are taken. */
export type SeriesEventSize = z.infer<typeof eventRow>;

/** The events of the series, earliest first. */
export function eventSizes(connection: CommonQueryMethods, seriesId: number): Promise<readonly SeriesEventSize[]> {
  return connection.any(sql.type(eventRow)`
    select number, (select count(*) from seat_booking where event_number = number) as taken
    from event
    where series_id = ${seriesId} and ${isThere}
    order by start_at collate "C"
  `);
}

/** The seats of these events, in their order, in pages; with a reference only the seats of its sessions. */
export async function* seatPages(
  connection: CommonQueryMethods,
  events: readonly SeriesEventSize[],
  reference: string | null,
): AsyncGenerator<readonly SeriesSeat[]> {
  if (reference === null) for (const group of groupsOf(events)) yield* pagesOf(connection, group);
  else yield* pageOf(await read(connection, bookedBy(numbersOf(events), reference)));
}

/** Several events at once, or a large one in pieces. */
async function* pagesOf(
  connection: CommonQueryMethods,
  group: readonly SeriesEventSize[],
): AsyncGenerator<readonly SeriesSeat[]> {
  const limit = group.length === 1 ? seatsPerPage : null;
  for (let after = -1; ; ) {
    const rows = await read(connection, bookedAfter(numbersOf(group), after, limit));
    yield* pageOf(rows);
    if (rows.length !== limit) return;
    after = rows.at(-1)?.index ?? after;
  }
}

/** Forces one index look-up per seat: a plan from stale statistics took a hundred times as long. */
async function read(connection: CommonQueryMethods, booked: FragmentSqlToken): Promise<readonly StoredSeat[]> {
  const rows = await connection.any(sql.unsafe`
    select event.id as "eventId", event.name as "eventName", event.start_at as "start", booking.seat as index,
      place.id, "sectionId", "rowId", place.name, "rowName", "sectionName",
      booking.state, booking.hold_type as "holdType", booking.price_id as "priceId", booking.price_name as "priceName",
      booking.properties, session.id as "sessionId", session.reference, session.properties as "sessionProperties"
    from ${booked}
    join event on event.number = booking.event_number
    cross join lateral (
      select seat.id, seat.name, seat_row.id as "rowId", seat_row.name as "rowName", section.id as "sectionId",
        section.name as "sectionName"
      from seat join seat_row on seat_row.id = seat.row_id join section on section.id = seat_row.section_id
      where seat.schema_id = event.schema_id and seat.index = booking.seat
      offset 0
    ) as place
    order by event.start_at collate "C", booking.seat
  `);
  return rows as readonly StoredSeat[];
}

type StoredSeat = SeriesSeat & { readonly index: number };

/** Seats of sessions: for a single event at most `limit` with an index above `after`. */
const bookedAfter = (numbers: ArraySqlToken, after: number, limit: number | null) => sql.fragment`
  (
    select * from seat_booking
    where event_number = any(${numbers}) and owner > 0 and seat > ${after}
    order by seat limit ${limit}
  ) as booking
  cross join lateral (
    select * from session_record where event_number = booking.event_number and ordinal = booking.owner offset 0
  ) as session
`;

/**
 * The seats that sessions with a reference still have; found through their carts, because seats have no index by owner.
 */
const bookedBy = (numbers: ArraySqlToken, reference: string) => sql.fragment`
  (
    select * from session_record
    where event_number = any(${numbers}) and reference = ${storedReference(reference)}
    offset 0
  ) as session
  cross join lateral json_array_elements(session.cart::json -> 'seats') as line
  cross join lateral (
    select * from seat_booking
    where event_number = session.event_number and seat = (line ->> 0)::int4 and owner = session.ordinal
    offset 0
  ) as booking
`;

type ArraySqlToken = ReturnType<typeof numbersOf>;

function numbersOf(events: readonly SeriesEventSize[]) {
  return sql.array(
    events.map(({ number }) => number),
    'int4',
  );
}

function* pageOf(rows: readonly StoredSeat[]): Generator<readonly SeriesSeat[]> {
  if (rows.length > 0) yield rows.map(seatOf);
}

function seatOf({ index: _, reference, ...seat }: StoredSeat): SeriesSeat {
  return { ...seat, reference: reference === null ? null : readReference(reference) };
}

/** Groups of consecutive events whose seats together fill a page. */
function groupsOf(events: readonly SeriesEventSize[]): readonly (readonly SeriesEventSize[])[] {
  const groups: SeriesEventSize[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const event of events) {
    size += event.taken;
    if (size > seatsPerPage) {
      groups.push([]);
      size = event.taken;
    }
    groups.at(-1)?.push(event);
  }
  return groups;
}
