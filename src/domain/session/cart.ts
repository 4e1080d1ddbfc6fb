/**
 * Turns a public selection into a change of the cart: the new lines, the size of the cart afterwards, and the lines
 * that are not available. Reads the state; decides nothing.
 */
import type { Asker } from '../allotments/asker.ts';
import { audienceOf, mayTake } from '../allotments/may-take.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import type { Selection } from '../selection.ts';
import { incompleteUnits, withSeatsOfUnits } from '../units/whole-units.ts';
import { type AreaTotals, planGivenBack, planTotals } from './area-totals.ts';
import { type UnitChanges, unitChanges } from './cart-units.ts';
import { lostLinesOf } from './lost-lines.ts';
import type { UnavailableLines } from './refusals.ts';
import { cartSize, type Session } from './session.ts';
import { planTypes, type TypeChanges } from './ticket-types.ts';

export interface CartChange extends UnavailableLines, UnitChanges {
  /** Indices of seats to hold in addition. */
  readonly seats: readonly number[];
  /** Areas whose total changes, with the new total. */
  readonly areas: readonly AreaCount[];
  /** Seats plus GA places that the cart would hold, unknown lines included. */
  readonly size: number;
  /** Absent: no line of the selection has a ticket type. */
  readonly types?: TypeChanges;
}

/**
 * Seats are added to the cart; ids that the session already owns are accepted. A GA capacity is the desired total of
 * its line, and a request names each area and ticket type once. A line without a price is not available. A lost line that the selection
 * names is tried again; any other lost line stays in the cart.
 */
export function planHold(
  state: EventState,
  session: Session,
  selection: Selection,
  asker: Asker = session,
): CartChange {
  const lost = lostLinesOf(session);
  const audience = audienceOf(state, asker);
  const seats: number[] = [];
  const unavailableSeats: number[] = [];
  let size = cartSize(session);
  const named = withSeatsOfUnits(state, selection.seats, selection.units);
  for (const id of new Set(named.seats)) {
    const seat = state.seatOf(id);
    if (seat !== -1 && state.seats.ownerOf(seat) === session.ordinal) continue;
    if (seat === -1 || !lost.seats.includes(seat)) size++;
    if (seat !== -1 && mayTake(state, audience, seat) && hasSeatPrice(state, seat)) seats.push(seat);
    else unavailableSeats.push(id);
  }
  const totals = planTotals(state, session, selection.groupOfSeats, seats);
  const { areas, typed, growth, unavailable, unknownTypes, opensAt } = totals;
  const isWhole = unavailableSeats.length === 0 && unavailable.length === 0;
  const conflicts = isWhole ? null : { seats: unavailableSeats, groupOfSeats: unavailable };
  const types = planTypes(state, session, selection, typed, unknownTypes);
  const { wrongUnits, incomplete, occupancy } = unitChanges(
    state,
    session,
    selection,
    seats,
    unavailableSeats,
    named.errors,
  );
  const lines = { seats, areas, size: size + growth, conflicts, placesOpenAt: opensAt };
  const change = { ...lines, wrongUnits, incomplete, occupancy };
  return types === undefined ? change : { ...change, types };
}

/**
 * The lines of the selection that the session holds or has lost, even when the event no longer has them. GA amounts are
 * given back, capped at what is in the cart.
 */
export function planUnhold(
  state: EventState,
  session: Session,
  selection: Selection,
): Pick<CartChange, 'seats' | 'wrongUnits' | 'incomplete'> & Pick<AreaTotals, 'areas' | 'typed'> {
  const lost = lostLinesOf(session);
  const seats: number[] = [];
  const isHeld = (seat: number): boolean => state.seats.ownerOf(seat) === session.ordinal;
  const named = withSeatsOfUnits(state, selection.seats, selection.units);
  for (const id of new Set(named.seats)) {
    const seat = state.seatMap.indexOf(id);
    if (seat === -1) continue;
    if (isHeld(seat) || lost.seats.includes(seat)) seats.push(seat);
  }
  const incomplete = incompleteUnits(state, seats, isHeld);
  return {
    seats,
    wrongUnits: named.errors,
    incomplete,
    ...planGivenBack(state, session, selection.groupOfSeats),
  };
}

function hasSeatPrice(state: EventState, seat: number): boolean {
  return state.prices.bySlot(state.seats.priceSlotOf(seat)) !== null;
}
