/** The consequence of an exchange: lines of a purchase are free, others are sold to it at the prices of now. */
import { assert } from '#collections/assert.ts';
import { PlaceClaims } from '../allotments/places.ts';
import type { EventState } from '../event-state.ts';
import type { SessionFact } from '../fact.ts';
import { areSameCaptures, captureWith, type PriceCapture } from '../pricing/price.ts';
import { movePlaces } from '../seats/areas.ts';
import { setOccupancy } from '../session/apply-occupancy.ts';
import { type AreaLine, moneyOf, type SeatLine, type Session, totalCents } from '../session/session.ts';
import type { ExchangedLines, ExchangedPlaces } from './exchanged-lines.ts';
import { type GivenPart, givenParts, withoutParts, withoutSeats } from './owned-lines.ts';

type ExchangedFact = Extract<SessionFact, { type: 'exchanged' }>;

export function applyExchange(
  state: EventState,
  session: Session,
  { given, taken, types = [], unoccupied }: ExchangedFact,
): Session {
  assert(session.state === 'CONFIRMED', () => `a ${session.state} session exchanges nothing`);
  const parts = givenParts(state, session, given.areas);
  giveSeats(state, session, given);
  givePlaces(state, session, given, parts);
  const kept = {
    ...session,
    // A seat of the record that the organization has reverted, and that is taken again, is one line.
    seats: withoutSeats(session.seats, [...given.seats, ...taken.seats]),
    areas: withoutParts(session.areas, parts),
  };
  const seats = [...kept.seats, ...takeSeats(state, session, taken, new Map(types))];
  const released = {
    seats: session.seats.filter(({ seat }) => given.seats.includes(seat)),
    areas: parts.map(([line, capacity]) => ({ ...line, capacity })),
  };
  if (unoccupied !== undefined) setOccupancy(state, seats, unoccupied, []);
  const areas = kept.areas.slice();
  const takenAreas = taken.areas.map((places) => takePlaces(state, { ...kept, seats }, areas, places));
  const after = { ...kept, seats, areas };
  const before = { seats: withoutSeats(session.seats, taken.seats), areas: session.areas };
  const lines = {
    released,
    taken: { seats: seats.filter(({ seat }) => taken.seats.includes(seat)), areas: takenAreas },
  };
  return { ...after, exchanged: { ...differenceOf(before, after), ...lines } };
}

function giveSeats(state: EventState, session: Session, { seats }: ExchangedLines): void {
  for (const seat of seats) {
    assert(state.seats.ownerOf(seat) === session.ordinal, () => `seat ${seat} is not the session's`);
    state.seats.move(seat, 'SOLD', 'ACTIVE', 0);
    state.changes.seats.add(seat);
  }
}

function givePlaces(state: EventState, session: Session, { areas }: ExchangedLines, parts: readonly GivenPart[]): void {
  for (const [index, amount] of areas) {
    const area = state.areaAt(index);
    movePlaces(area, 'sold', 'available', amount);
    area.purchases.take(session.ordinal, amount);
    state.allotments?.shares.give(index, session.ordinal, amount);
    state.buyers.give(session.ordinal, amount);
    state.areaChanged(index);
  }
  for (const [{ area, price }, places] of parts) state.tickets.changePlaces(area, session.ordinal, price, -places);
}

function takeSeats(
  state: EventState,
  session: Session,
  { seats }: ExchangedLines,
  types: ReadonlyMap<number, string>,
): readonly SeatLine[] {
  state.buyers.take(session, seats.length);
  return seats.map((seat) => {
    const price = captureAt(state, state.seats.priceSlotOf(seat), types.get(seat) ?? null);
    state.seats.move(seat, 'ACTIVE', 'SOLD', session.ordinal);
    state.tickets.setSeat(seat, price);
    state.changes.seats.add(seat);
    return { seat, id: state.seatMap.idAt(seat), price };
  });
}

/** Places join a line with the same price as it is now, or are a new line. Answers what was taken. */
function takePlaces(
  state: EventState,
  session: Session,
  lines: AreaLine[],
  [index, amount, type]: ExchangedPlaces,
): AreaLine {
  const area = state.areaAt(index);
  const price = captureAt(state, area.priceSlot, type);
  if (state.allotments !== null) new PlaceClaims(state, session, []).take(index, amount);
  movePlaces(area, 'available', 'sold', amount);
  area.purchases.extend(session.ordinal, amount);
  state.buyers.take(session, amount);
  state.tickets.changePlaces(index, session.ordinal, price, amount);
  state.areaChanged(index);
  const at = lines.findIndex((line) => line.area === index && areSameCaptures(line.price, price));
  const line = lines[at];
  const taken = { area: index, id: area.id, capacity: amount, price };
  if (line === undefined) lines.push(taken);
  else lines[at] = { ...line, capacity: line.capacity + amount };
  return taken;
}

function captureAt(state: EventState, slot: number, type: string | null): PriceCapture {
  const price = state.prices.bySlot(slot);
  assert(price !== null, 'what is taken has a price');
  return captureWith(price, type);
}

function differenceOf(before: Pick<Session, 'seats' | 'areas'>, after: Session): NonNullable<Session['exchanged']> {
  const total = String(BigInt(totalCents(after)) - BigInt(totalCents(before)));
  const [paid, due] = [moneyOf(before), moneyOf(after)];
  if (paid === null || due === null || paid.currency !== due.currency) return { total };
  return { total, amount: due.amount - paid.amount, currency: due.currency };
}
