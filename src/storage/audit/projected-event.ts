/** Compares an event's tables with its replayed journal: sessions, seats and areas, row by row. */
import { type CommonQueryMethods, sql } from 'slonik';
import { sessionOf, sessionRow } from '#codec/stored-session.ts';
import type { EventState } from '#domain/event-state.ts';
import { isLive, type Session } from '#domain/session/session.ts';
import {
  areaDifferences,
  areaRow,
  seatCountDifferences,
  seatDifferences,
  seatRow,
  sessionCountDifferences,
  sessionDifferences,
} from './differences.ts';

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
      const isTold = state.sessionsByOrdinal.get(row.ordinal) !== undefined;
      if (isTold) count += 1;
      if (!isTold && ended !== undefined && !isLive(session)) ended.push(session);
      else found.push(...sessionDifferences(session, state));
    }
    last = rows.at(-1)?.ordinal ?? last;
    if (rows.length < sessionsPerPage) break;
  }
  return [...found, ...sessionCountDifferences(count, state)];
}

async function compareSeats(connection: CommonQueryMethods, { eventNumber, state }: ComparedEvent): Promise<string[]> {
  const rows = await connection.any(sql.type(seatRow)`
    select seat, state, owner, price_id as "priceId" from seat_booking where event_number = ${eventNumber}
  `);
  return [...rows.flatMap((row) => seatDifferences(row, state)), ...seatCountDifferences(rows.length, state)];
}

async function compareAreas(connection: CommonQueryMethods, { eventNumber, state }: ComparedEvent): Promise<string[]> {
  const rows = await connection.any(sql.type(areaRow)`
    select area, available, held, locked, blocked, sold from area_booking where event_number = ${eventNumber}
  `);
  return rows.flatMap((row) => areaDifferences(row, state));
}
