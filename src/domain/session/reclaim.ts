/**
 * Paid too late: a session that expired while it was to be paid takes its last cart again and is confirmed, all of it
 * or nothing. Touches no seat or place of anybody else. The caps, the orphan rule, the event's status and the present
 * prices do not apply: the buyer has paid for this cart at the prices that it captured.
 */
import { assert } from '#collections/assert.ts';
import { askerOf } from '../allotments/asker.ts';
import { audienceOf, mayTake } from '../allotments/may-take.ts';
import { freePlaces, PlaceClaims } from '../allotments/places.ts';
import type { EventState } from '../event-state.ts';
import type { SessionFact } from '../fact.ts';
import { reclaimMs } from '../limits.ts';
import { restoredProperties } from '../properties.ts';
import type { Conflicts } from '../refusal.ts';
import { movePlaces } from '../seats/areas.ts';
import { placesByArea, type Session } from './session.ts';

/** The member that an expiring session keeps; none unless it was to be paid. Lost lines stay in it: they may be free again. */
export function lastCartOf({ state, seats, areas }: Session, at: number): Pick<Session, 'lastCart'> {
  return state === 'PENDING_PAYMENT' ? { lastCart: { seats, areas, at } } : {};
}

export function isReclaimable({ state, lastCart }: Session, now: number): boolean {
  return state === 'EXPIRED' && lastCart !== undefined && now <= lastCart.at + reclaimMs;
}

/** Ids of the lines that are not free, or that the layout no longer has; null when the whole last cart is free. */
export function conflictsOfReclaim(state: EventState, session: Session): Conflicts | null {
  const { seats = [], areas = [] } = session.lastCart ?? {};
  const audience = audienceOf(state, session);
  const ofNeed = audienceOf(state, askerOf(session));
  const isSeatFree = (id: number, seat: number): boolean => state.seatOf(id) === seat && mayTake(state, ofNeed, seat);
  const goneSeats = seats.filter(({ id, seat }) => !isSeatFree(id, seat));
  const ids = new Map(areas.map(({ area, id }) => [area, id]));
  const groupOfSeats = Array.from(placesByArea(areas)).flatMap(([area, places]) => {
    const id = ids.get(area) as number;
    return state.areaOf(id) !== area || freePlaces(state, audience, area) < places ? [id] : [];
  });
  if (goneSeats.length + groupOfSeats.length === 0) return null;
  return { seats: goneSeats.map(({ id }) => id), groupOfSeats };
}

/** The consequence of the fact: the last cart is SOLD to the session. */
export function reclaim(
  state: EventState,
  session: Session,
  { reference, properties }: Extract<SessionFact, { type: 'reclaimed' }>,
): Session {
  const { lastCart, ...others } = session;
  assert(session.state === 'EXPIRED' && lastCart !== undefined, () => `session ${session.ordinal} has no last cart`);
  for (const { seat, price } of lastCart.seats) {
    state.seats.move(seat, 'ACTIVE', 'SOLD', session.ordinal);
    state.tickets.setSeat(seat, price);
    state.changes.seats.add(seat);
  }
  for (const [index, places] of placesByArea(lastCart.areas)) {
    const area = state.areaAt(index);
    new PlaceClaims(state, session, []).take(index, places);
    movePlaces(area, 'available', 'sold', places);
    area.purchases.add(session.ordinal, places);
    state.areaChanged(index);
  }
  state.buyers.take(session, lastCart.seats.length);
  for (const { area, price, capacity } of lastCart.areas) {
    state.buyers.take(session, capacity);
    state.tickets.changePlaces(area, session.ordinal, price, capacity);
  }
  if (reference !== null) {
    assert(!state.references.has(reference), 'a reference holds one confirmed session');
    state.references.set(reference, session.id);
  }
  return {
    ...others,
    state: 'CONFIRMED',
    seats: lastCart.seats,
    areas: lastCart.areas,
    reference,
    properties: restoredProperties(properties),
    reclaimed: true,
  };
}
