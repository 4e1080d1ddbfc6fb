/** The words for a unit: its seats and guests, its price as a whole, and whether it is free. Pure. */

import type { WholeUnit } from '../shared/units.ts';
import { cartParts, hasRoom, stateOfSeats } from './cart-parts.ts';
import { cartOf, type ShopState, seatsHeld } from './shop.ts';
import { text } from './texts.ts';
import { isOffered } from './wish-filter.ts';
import { sumText } from './words.ts';

/** Of what the buyer has. */
export function ownText({ stage }: Pick<ShopState, 'stage'>): string {
  return stage === 'choosing' ? text('inYourOrder') : text('yours');
}

/** Its kind, its seats, its price and its state. */
export function unitLines(state: ShopState, unit: WholeUnit): string[] {
  const seats = text('seats', { count: unit.size });
  const part = cartParts(state, cartOf(state)).find((one) => one.kind === 'unit' && one.unit === unit);
  if (part?.kind === 'unit') {
    const paid = part.lines.filter(({ unoccupied }) => unoccupied !== true);
    const guests = unit.least === unit.size ? [] : [text('guests', { count: part.guests })];
    return [...present([[seats, ...guests].join(', '), sumText(paid)]), ownText(state)];
  }
  const now = stateOfSeats(state, new Set(seatsHeld(state)), unit.seats);
  const whole = text('onlyTogether', { count: unit.size });
  if (!unit.seats.every((seat) => isOffered(state, seat))) return [whole, text('notOffered')];
  if (now === 'pending') return [whole, text('oneMoment')];
  if (now !== 'free') return [whole, now === 'mine' ? text('inYourOrder') : text('taken')];
  const room = hasRoom(state, unit.size) ? [] : [text('tooManyForOrder')];
  return [...present([whole, guestsText(unit)]), wholePrice(state, unit), text('available'), ...room];
}

/** "2 to 4 guests"; '' when it takes as many as it has seats. */
function guestsText({ least, most, size }: WholeUnit): string {
  if (least < most) return text('guestRange', { least, count: most });
  return most === size ? '' : text('guests', { count: most });
}

/** Of as many guests as it takes: a new order has these. */
function wholePrice({ offer }: ShopState, { seats, size, most, least }: WholeUnit): string {
  const unknown = text('priceWhenChosen');
  // The map does not show a seat that may have to be paid for.
  if (seats.length < size) return unknown;
  const prices = seats.slice(0, most).map((seat) => offer?.price(seat) ?? null);
  const lines = prices.flatMap((price) =>
    price === null ? [] : [{ priceName: price.name, amount: price.minorUnits, currency: price.currency }],
  );
  const sum = lines.length < prices.length ? '' : sumText(lines);
  if (sum === '') return unknown;
  return least === size ? sum : text('priceForGuests', { price: sum, count: most });
}

function present(lines: readonly string[]): string[] {
  return lines.filter((line) => line !== '');
}
