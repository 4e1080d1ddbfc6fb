/** Wishes: the seats that one names, and the one that takes a lost cart again. Pure. */
import type { Cart, Wish } from './answers.ts';
import { cartParts } from './cart-parts.ts';
import type { ShopState } from './shop.ts';

/** The seats that a wish names, by themselves or with their units, by their places in the plan. */
export function seatsOf({ seats = [], units: named = [] }: Wish, { plan, units }: ShopState): number[] {
  const alone = seats.flatMap((id) => plan?.seatById.get(id) ?? []);
  return [...alone, ...named.flatMap((id) => units.byId(id)?.seats ?? [])];
}

/** The wish for all that was in a cart: its seats, its guests, its places, its ticket types. */
export function wishFor(state: ShopState, cart: Cart): Wish {
  const seats = cart.seats.map(({ id }) => id);
  const groupOfSeats = cart.groupOfSeats.map(({ id, capacity, ticketType = null }) => ({ id, capacity, ticketType }));
  const types = cart.seats.flatMap(({ id, ticketType }) => (ticketType === undefined ? [] : [[id, ticketType]]));
  const guests = cartParts(state, cart).flatMap((part) => (part.kind === 'unit' ? [[part.unit.id, part.guests]] : []));
  return {
    ...(seats.length > 0 ? { seats } : {}),
    ...(types.length > 0 ? { ticketTypes: Object.fromEntries(types) } : {}),
    ...(guests.length > 0 ? { guests: Object.fromEntries(guests) } : {}),
    ...(groupOfSeats.length > 0 ? { groupOfSeats } : {}),
  };
}
