/**
 * The places of areas that a session has, where its cart alone does not tell: a cart is a record of the purchase and still
 * has places that the organization has reverted, and it does not say which allotment has given a place. The projection
 * stores them beside the cart. Seats need none of this: a seat has its owner in its row.
 */
import type { Changes, EventState } from '../event-state.ts';
import type { PriceCapture } from '../pricing/price.ts';
import { placesByArea } from '../session/session.ts';

/** The places that a session has of one area. */
export interface OwnedPlaces {
  readonly places: number;
  /** Those of them with a ticket type; the others have the price itself, as the lines of the cart captured it. */
  readonly typed: readonly (readonly [price: PriceCapture, places: number])[];
  /** Those of them that an allotment has given; the others are the public's. */
  readonly given: readonly (readonly [slot: number, places: number])[];
}

export interface OwnedRow {
  /** Its ordinal. */
  readonly session: number;
  readonly areas: readonly (readonly [area: number, owned: OwnedPlaces])[];
}

/**
 * Of sessions that have changed, those whose cart does not tell all. A row of a session in `changes.sessions` replaces what
 * was stored of it; another row, whose session may have left memory, only the areas that it names.
 */
export function ownedRowsOf(state: EventState, changes: Pick<Changes, 'sessions' | 'places'>): readonly OwnedRow[] {
  const rows: OwnedRow[] = [];
  for (const [session, areas] of changes.places) {
    if (!changes.sessions.has(session)) rows.push(rowOf(state, session, areas));
  }
  for (const ordinal of changes.sessions) {
    const session = state.sessionAt(ordinal);
    if (session.areas.length === 0) continue;
    const areas = new Set<number>();
    for (const [area, places] of placesByArea(session.areas)) {
      const isGiven = state.allotments !== null && state.allotments.shares.of(area).length > 0;
      if (isGiven || placesOf(state, ordinal, area) !== places) areas.add(area);
    }
    if (areas.size > 0) rows.push(rowOf(state, ordinal, areas));
  }
  return rows;
}

function rowOf(state: EventState, session: number, areas: ReadonlySet<number>): OwnedRow {
  return { session, areas: Array.from(areas, (area) => [area, ownedIn(state, session, area)] as const) };
}

function ownedIn(state: EventState, session: number, area: number): OwnedPlaces {
  const shares = state.allotments?.shares.of(area) ?? [];
  return {
    places: placesOf(state, session, area),
    typed: state.tickets.capturesOf(area, session),
    given: shares.flatMap(({ slot, taken }) => {
      const places = taken.get(session);
      return places === undefined ? [] : [[slot, places] as const];
    }),
  };
}

/** A session that has left memory has ended: what it still has, it has bought. */
function placesOf(state: EventState, ordinal: number, area: number): number {
  const session = state.sessionsByOrdinal.get(ordinal);
  if (session === undefined || session.state === 'CONFIRMED') return state.areaAt(area).purchases.placesOf(ordinal);
  if (session.lost?.areas.includes(area)) return 0;
  return session.areas.reduce((sum, line) => (line.area === area ? sum + line.capacity : sum), 0);
}
