/** Compares an event's tables with its replayed journal: sessions, seats and areas, row by row. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { sessionOf, sessionRow } from '#codec/stored-session.ts';
import type { EventState } from '#domain/event-state.ts';
import { isLive, type Session } from '#domain/session/session.ts';

const seatRow = z.object({ seat: z.int(), state: z.string(), owner: z.int(), priceId: z.int().nullable() });
const areaRow = z.object({
  area: z.int(),
  available: z.int(),
  held: z.int(),
  locked: z.int(),
  blocked: z.int(),
  sold: z.int(),
});

const sessionsPerPage = 5_000;

export interface ComparedEvent {
  readonly eventNumber: number;
  readonly state: EventState;
  /** Memory has not kept the ended sessions: those of the tables are added here. Absent: it has all of them. */
  readonly ended?: Session[];
}

/** Every difference, as one line each; empty when the tables say what the journal says. */
export async function compareProjection(connection: CommonQueryMethods, compared: ComparedEvent): Promise<string[]> {
  return [
    ...(await compareSessions(connection, compared)),
    ...(await compareSeats(connection, compared)),
    ...(await compareAreas(connection, compared)),
  ];
}

async function compareSessions(
  connection: CommonQueryMethods,
  { eventNumber, state, ended }: ComparedEvent,
): Promise<string[]> {
  const found: string[] = [];
  let count = 0;
  for (let last = 0; ; ) {
    const rows = await connection.any(sql.type(sessionRow)`
      select id, ordinal, state, reference, properties, cart, created_at as "createdAt", deadline, seq
      from session_record where event_number = ${eventNumber} and ordinal > ${last}
      order by ordinal limit ${sessionsPerPage}
    `);
    for (const row of rows) {
      const session = sessionOf(row);
      const told = state.sessionsByOrdinal.get(row.ordinal);
      if (told !== undefined) count += 1;
      if (told === undefined && ended !== undefined && !isLive(session)) ended.push(session);
      else if (told === undefined) found.push(`the tables have session ${row.ordinal}, the journal does not`);
      else if (sameText(session) !== sameText(told)) found.push(`session ${row.ordinal} differs from its journal`);
    }
    last = rows.at(-1)?.ordinal ?? last;
    if (rows.length < sessionsPerPage) break;
  }
  if (count !== state.sessions.size)
    found.push(`the tables have ${count} of the journal's ${state.sessions.size} sessions`);
  return found;
}

/** All fields but `givenBack`, which the tables do not have, in one order. */
export function sameText({ givenBack: _, seats, areas, ...session }: Session): string {
  const lines = {
    seats: seats.toSorted((a, b) => a.seat - b.seat),
    areas: areas.toSorted((a, b) => a.area - b.area),
  };
  const fields = Object.entries({ ...session, ...lines });
  return JSON.stringify(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function compareSeats(connection: CommonQueryMethods, { eventNumber, state }: ComparedEvent): Promise<string[]> {
  const rows = await connection.any(sql.type(seatRow)`
    select seat, state, owner, price_id as "priceId" from seat_booking where event_number = ${eventNumber}
  `);
  const { seats, prices } = state;
  const taken = seats.size - seats.removed.count() - seats.available.count();
  const found = rows.flatMap((row) => {
    const priceId = prices.bySlot(seats.priceSlotOf(row.seat))?.id ?? null;
    const isSame =
      seats.stateOf(row.seat) === row.state && seats.ownerOf(row.seat) === row.owner && priceId === row.priceId;
    const told = `${seats.stateOf(row.seat)} of owner ${seats.ownerOf(row.seat)}`;
    return isSame
      ? []
      : [`seat ${row.seat} is ${row.state} of owner ${row.owner} in the tables, ${told} in the journal`];
  });
  if (rows.length !== taken) found.push(`the tables have ${rows.length} taken seats, the journal ${taken}`);
  return found;
}

async function compareAreas(connection: CommonQueryMethods, { eventNumber, state }: ComparedEvent): Promise<string[]> {
  const rows = await connection.any(sql.type(areaRow)`
    select area, available, held, locked, blocked, sold from area_booking where event_number = ${eventNumber}
  `);
  return rows.flatMap(({ area, ...counters }) => {
    const told = state.areaAt(area);
    const names = ['available', 'held', 'locked', 'blocked', 'sold'] as const;
    return names
      .filter((name) => counters[name] !== told[name])
      .map((name) => `area ${told.id}: ${counters[name]} ${name} in the tables, ${told[name]} in the journal`);
  });
}
