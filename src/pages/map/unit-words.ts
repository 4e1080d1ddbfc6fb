/** The words for a unit: its seats and guests, its price as a whole, and whether it is free. Pure. */
import { cartParts, hasRoom, stateOfSeats } from './cart-parts.ts';
import { cartOf, type ShopState, seatsHeld } from './shop.ts';
import type { WholeUnit } from './units.ts';
import { isOffered } from './wish-filter.ts';
import { counted, sumText } from './words.ts';

/** Its kind, its seats, its price and its state. */
export function unitLines(state: ShopState, unit: WholeUnit): string[] {
  const seats = counted(unit.size, 'seat');
  const part = cartParts(state, cartOf(state)).find((one) => one.kind === 'unit' && one.unit === unit);
  if (part?.kind === 'unit') {
    const paid = part.lines.filter(({ unoccupied }) => unoccupied !== true);
    const guests = unit.least === unit.size ? [] : [counted(part.guests, 'guest')];
    const own = state.stage === 'choosing' ? 'In your order' : 'Yours';
    return [...present([[seats, ...guests].join(', '), sumText(paid)]), own];
  }
  const now = stateOfSeats(state, new Set(seatsHeld(state)), unit.seats);
  const whole = `${seats}, only together`;
  if (!unit.seats.every((seat) => isOffered(state, seat))) return [whole, 'Not offered here'];
  if (now === 'pending') return [whole, 'One moment'];
  if (now !== 'free') return [whole, now === 'mine' ? 'In your order' : 'Taken'];
  const room = hasRoom(state, unit.size) ? [] : ['More than your order can still hold'];
  return [...present([whole, guestsText(unit)]), wholePrice(state, unit), 'Available', ...room];
}

/** "2 to 4 guests"; '' when it takes as many as it has seats. */
function guestsText({ least, most, size }: WholeUnit): string {
  if (least < most) return `${least} to ${counted(most, 'guest')}`;
  return most === size ? '' : counted(most, 'guest');
}

/** Of as many guests as it takes: a new order has these. */
function wholePrice({ offer }: ShopState, { seats, size, most, least }: WholeUnit): string {
  const unknown = 'Price shown when chosen';
  // The map does not show a seat that may have to be paid for.
  if (seats.length < size) return unknown;
  const prices = seats.slice(0, most).map((seat) => offer?.price(seat) ?? null);
  const lines = prices.flatMap((price) =>
    price === null ? [] : [{ priceName: price.name, amount: price.minorUnits, currency: price.currency }],
  );
  const sum = lines.length < prices.length ? '' : sumText(lines);
  if (sum === '') return unknown;
  return least === size ? sum : `${sum} for ${counted(most, 'guest')}`;
}

function present(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '');
}
