/** Compares an event's state with itself: owners of seats with carts, states of seats, counters of areas. */
import type { EventState } from '#domain/event-state.ts';
import { isLive, type Session } from '#domain/session/session.ts';

/**
 * Every contradiction, as one line each. `sessions`: all sessions of the event, when memory has not kept the ended ones.
 */
export function contradictions(state: EventState, sessions: Iterable<Session> = state.sessions.values()): string[] {
  const found: string[] = [];
  const owners = new Map<number, number>();
  const held = state.areas.map(() => 0);
  const sold = state.areas.map((area) => area.soldPrivately);
  for (const session of sessions) {
    const isSold = session.state === 'CONFIRMED';
    if (!isSold && !isLive(session)) continue;
    for (const { seat } of session.seats) {
      if (session.lost?.seats.includes(seat)) continue;
      // A reverted sale keeps its cart as a record.
      if (isSold && state.seats.ownerOf(seat) !== session.ordinal) continue;
      if (owners.has(seat)) found.push(`seat ${seat} has two owners`);
      owners.set(seat, session.ordinal);
      if (state.seats.ownerOf(seat) !== session.ordinal) found.push(`seat ${seat} is in a cart that does not own it`);
      const mustBe = isSold ? 'SOLD' : 'LOCKED';
      if (state.seats.stateOf(seat) !== mustBe) found.push(`seat ${seat} is not ${mustBe} as its session says`);
    }
    for (const [area, capacity] of placesByArea(session)) {
      if (session.lost?.areas.includes(area)) continue;
      const counters = isSold ? sold : held;
      const places = isSold ? state.areaAt(area).purchases.placesOf(session.ordinal) : capacity;
      if (places > capacity) found.push(`session ${session.id} owns ${places} places and bought ${capacity}`);
      counters[area] = (counters[area] ?? 0) + places;
    }
  }
  for (let seat = 0; seat < state.seats.size; seat++) {
    if (state.seats.ownerOf(seat) > 0 && !owners.has(seat)) found.push(`seat ${seat} is owned and in no cart`);
  }
  state.areas.forEach((area, index) => {
    if (area.held !== held[index]) found.push(`area ${area.id}: ${area.held} held, its lines say ${held[index]}`);
    if (area.sold !== sold[index]) found.push(`area ${area.id}: ${area.sold} sold, its lines say ${sold[index]}`);
    const total = area.available + area.held + area.locked + area.blocked + area.sold + area.withheld;
    const places = area.capacity + area.leaving;
    if (total !== places) found.push(`area ${area.id}: counters make ${total} of ${places} places`);
  });
  return found;
}

/** All lines of an area together: each ticket type has one of its own, and a purchase owns places of the area. */
function placesByArea({ areas }: Session): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (const { area, capacity } of areas) places.set(area, (places.get(area) ?? 0) + capacity);
  return places;
}
