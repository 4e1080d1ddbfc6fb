/**
 * Compares rows of the projection with the state that a replay of the journal has made: each difference is one line for
 * the operator. Reads no table itself.
 */
import { z } from 'zod';
import type { EventState } from '#domain/event-state.ts';
import type { Session } from '#domain/session/session.ts';

export const seatRow = z.object({
  seat: z.int(),
  state: z.string(),
  owner: z.int(),
  priceId: z.int().nullable(),
});

export const areaRow = z.object({
  area: z.int(),
  available: z.int(),
  held: z.int(),
  locked: z.int(),
  blocked: z.int(),
  sold: z.int(),
});

/** Empty: the session of the tables is what the journal says. */
export function sessionDifferences(session: Session, { sessionsByOrdinal }: EventState): string[] {
  const told = sessionsByOrdinal.get(session.ordinal);
  if (told === undefined) return [`the tables have session ${session.ordinal}, the journal does not`];
  return isAsTold(session, told) ? [] : [`session ${session.ordinal} differs from its journal`];
}

/** `found`: how many sessions of the journal the tables have. */
export function sessionCountDifferences(found: number, { sessions: { size } }: EventState): string[] {
  return found === size ? [] : [`the tables have ${found} of the journal's ${size} sessions`];
}

export function seatDifferences(row: z.infer<typeof seatRow>, { seats, prices }: EventState): string[] {
  const priceId = prices.bySlot(seats.priceSlotOf(row.seat))?.id ?? null;
  const isSame =
    seats.stateOf(row.seat) === row.state && seats.ownerOf(row.seat) === row.owner && priceId === row.priceId;
  const told = `${seats.stateOf(row.seat)} of owner ${seats.ownerOf(row.seat)}`;
  return isSame ? [] : [`seat ${row.seat} is ${row.state} of owner ${row.owner} in the tables, ${told} in the journal`];
}

export function areaDifferences({ area, ...counters }: z.infer<typeof areaRow>, state: EventState): string[] {
  const told = state.areaAt(area);
  const names = ['available', 'held', 'locked', 'blocked', 'sold'] as const;
  return names
    .filter((name) => counters[name] !== told[name])
    .map((name) => `area ${told.id}: ${counters[name]} ${name} in the tables, ${told[name]} in the journal`);
}

export function seatCountDifferences(rows: number, { seats }: EventState): string[] {
  const taken = seats.size - seats.removed.count() - seats.available.count();
  return rows === taken ? [] : [`the tables have ${rows} taken seats, the journal ${taken}`];
}

/**
 * Whether a stored session is the one of the journal. What release 0.2.0 stored does not say whether a session was created
 * with a pass; its journal does.
 */
export function isAsTold(stored: Session, { withPass, ...told }: Session): boolean {
  const isKnown = stored.withPass !== undefined && withPass !== undefined;
  return sameText(stored) === sameText(isKnown ? { ...told, withPass } : told);
}

/** All fields but `givenBack`, which the tables do not have, in one order. */
function sameText({ givenBack: _, seats, areas, ...session }: Session): string {
  const lines = {
    seats: seats.toSorted((a, b) => a.seat - b.seat),
    areas: areas.toSorted((a, b) => a.area - b.area),
  };
  const fields = Object.entries({ ...session, ...lines });
  return JSON.stringify(fields.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
