/**
 * Turns a public selection into a change of the cart: the new lines, the size of the cart afterwards, and the lines
 * that are not available. Reads the state; decides nothing.
 */
import { audienceOf, mayTake } from '../allotments/may-take.ts';
import type { Selection } from '../command.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import type { Conflicts } from '../refusal.ts';
import { lostLinesOf } from './lost-lines.ts';
import { cartSize, type Session } from './session.ts';

export interface CartChange {
  /** Indices of seats to hold in addition. */
  readonly seats: readonly number[];
  /** Areas whose total changes, with the new total. */
  readonly areas: readonly AreaCount[];
  /** Seats plus GA places that the cart would hold, unknown lines included. */
  readonly size: number;
  /** Null when every line is available. */
  readonly conflicts: Conflicts | null;
}

/**
 * Seats are added to the cart; ids that the session already owns are accepted. A GA capacity is the desired total of
 * its area, and a request names each area once. A line without a price is not available. A lost line that the selection
 * names is tried again; any other lost line stays in the cart.
 */
export function planHold(state: EventState, session: Session, selection: Selection): CartChange {
  const lost = lostLinesOf(session);
  const audience = audienceOf(state, session);
  const seats: number[] = [];
  const unavailableSeats: number[] = [];
  let size = cartSize(session);
  for (const id of new Set(selection.seats)) {
    const seat = state.seatOf(id);
    if (seat !== -1 && state.seats.ownerOf(seat) === session.ordinal) continue;
    if (seat === -1 || !lost.seats.includes(seat)) size++;
    if (seat !== -1 && mayTake(state, audience, seat) && hasSeatPrice(state, seat)) seats.push(seat);
    else unavailableSeats.push(id);
  }
  const areas: AreaCount[] = [];
  const unavailableAreas: number[] = [];
  for (const [id, total] of desiredTotals(selection)) {
    const index = state.areaOf(id);
    const inCart = capacityIn(session, index);
    const isLost = lost.areas.includes(index);
    const growth = isLost ? total : total - inCart;
    size += total - inCart;
    if (growth === 0 && index !== -1 && !isLost) continue;
    if (index !== -1 && (growth <= 0 || canGrow(state, index, growth))) areas.push([index, total]);
    else unavailableAreas.push(id);
  }
  const isWhole = unavailableSeats.length === 0 && unavailableAreas.length === 0;
  return {
    seats,
    areas,
    size,
    conflicts: isWhole ? null : { seats: unavailableSeats, groupOfSeats: unavailableAreas },
  };
}

/**
 * The lines of the selection that the session holds or has lost, even when the event no longer has them. GA amounts are
 * given back, capped at what is in the cart.
 */
export function planUnhold(
  state: EventState,
  session: Session,
  selection: Selection,
): Pick<CartChange, 'seats' | 'areas'> {
  const lost = lostLinesOf(session);
  const seats: number[] = [];
  for (const id of new Set(selection.seats)) {
    const seat = state.seatMap.indexOf(id);
    if (seat === -1) continue;
    if (state.seats.ownerOf(seat) === session.ordinal || lost.seats.includes(seat)) seats.push(seat);
  }
  const totals = new Map<number, number>();
  for (const { id, capacity } of selection.groupOfSeats) {
    const index = state.seatMap.areaIndexOf(id);
    const held = totals.get(index) ?? capacityIn(session, index);
    if (held > 0 && capacity > 0) totals.set(index, Math.max(0, held - capacity));
  }
  return { seats, areas: [...totals] };
}

function desiredTotals(selection: Selection): ReadonlyMap<number, number> {
  const totals = new Map<number, number>();
  for (const { id, capacity } of selection.groupOfSeats) totals.set(id, capacity);
  return totals;
}

function capacityIn(session: Session, area: number): number {
  return session.areas.find((line) => line.area === area)?.capacity ?? 0;
}

function hasSeatPrice(state: EventState, seat: number): boolean {
  return state.prices.bySlot(state.seats.priceSlotOf(seat)) !== null;
}

function canGrow(state: EventState, index: number, growth: number): boolean {
  const area = state.areaAt(index);
  return area.available >= growth && state.prices.bySlot(area.priceSlot) !== null;
}
