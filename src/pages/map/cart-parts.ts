/**
 * The parts of an order: units that are held as a whole, with their guests, and single seats. Also whether a unit can be
 * had. Pure.
 */

import type { WholeUnit } from '../shared/units.ts';
import type { Cart, CartSeat } from './answers.ts';
import { cartOf, cartSize, type ShopState } from './shop.ts';

/** Of one seat, or of all seats of a unit. */
export type SeatsState = 'pending' | 'mine' | 'free' | 'taken';

/** `held`: the buyer's seats. */
export function stateOfSeats(
  { pending, offer }: Pick<ShopState, 'pending' | 'offer'>,
  held: ReadonlySet<number>,
  seats: readonly number[],
): SeatsState {
  if (seats.some((seat) => pending.has(seat))) return 'pending';
  if (seats.some((seat) => held.has(seat))) return 'mine';
  return seats.every((seat) => offer?.bookable[seat] === 1) ? 'free' : 'taken';
}

/** Whether the order can still hold so many seats. */
export function hasRoom(state: Pick<ShopState, 'session' | 'stage' | 'maxSeats'>, seats: number): boolean {
  return cartSize(state) + seats <= state.maxSeats;
}

/** A part of a cart: a unit that is held as a whole with its seats, or one seat. */
export type CartPart =
  | { readonly kind: 'unit'; readonly unit: WholeUnit; readonly lines: readonly CartSeat[]; readonly guests: number }
  | { readonly kind: 'seat'; readonly line: CartSeat };

/** The seats of a cart in its order; those of a unit at the place of the first one. */
export function cartParts({ plan, units }: Pick<ShopState, 'plan' | 'units'>, { seats }: Cart): CartPart[] {
  const byUnit = new Map<WholeUnit, CartSeat[]>();
  const unitOf = (line: CartSeat): WholeUnit | undefined => units.of(plan?.seatById.get(line.id) ?? -1);
  for (const line of seats) {
    const unit = unitOf(line);
    if (unit !== undefined) byUnit.set(unit, [...(byUnit.get(unit) ?? []), line]);
  }
  return seats.flatMap((line): CartPart[] => {
    const unit = unitOf(line);
    const lines = unit === undefined ? [] : (byUnit.get(unit) ?? []);
    // A part of a unit may be left from before the event booked it as a whole.
    if (unit === undefined || lines.length < unit.seats.length) return [{ kind: 'seat', line }];
    return line === lines[0] ? [{ kind: 'unit', unit, lines, guests: guestsIn(lines) }] : [];
  });
}

/** Lines that somebody pays for. */
function guestsIn(lines: readonly CartSeat[]): number {
  return lines.filter(({ unoccupied }) => unoccupied !== true).length;
}

/** How many guests sit at a unit of the cart; 0: the cart does not have it. */
export function guestsAt(state: Pick<ShopState, 'plan' | 'units' | 'session' | 'stage'>, unit: WholeUnit): number {
  const part = cartParts(state, cartOf(state)).find((one) => one.kind === 'unit' && one.unit === unit);
  return part?.kind === 'unit' ? part.guests : 0;
}

/** Tickets of an order: seats with a guest, and places. */
export function ticketCount(state: Pick<ShopState, 'session' | 'stage'>): number {
  const { seats, groupOfSeats } = cartOf(state);
  return guestsIn(seats) + groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0);
}
