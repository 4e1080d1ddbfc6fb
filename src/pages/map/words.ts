/** The page's words for seats, amounts and times, in the language that it speaks. */

import { speech } from '../languages/speech.ts';
import { type Plan, type Row, usualNouns } from '../shared/plan.ts';
import { amountText } from './amount-text.ts';
import type { CartSeat, Face } from './answers.ts';
import { ticketCount } from './cart-parts.ts';
import { amountOf } from './offer.ts';
import { cartOf, cartSize, type ShopState } from './shop.ts';
import { text } from './texts.ts';

/** A row's label that is a word itself, such as "Box 3". */
const ownWord = /\p{L}{3}/u;

/** "Stalls, Row A, Seat 5" */
export function seatName(plan: Plan, seat: number): string {
  return text('placeInSection', { section: sectionName(plan, seat), place: seatInSection(plan, seat) });
}

export function sectionName(plan: Plan, seat: number): string {
  return plan.sectors[plan.sectorOf[seat] ?? -1]?.name ?? '';
}

/** "Row A, Seat 5" */
export function seatInSection(plan: Plan, seat: number): string {
  const row = plan.rows[plan.rowOf[seat] ?? -1];
  const name = seatLabel(plan, seat);
  return row === undefined ? name : text('seatOfRow', { row: rowLabel(row), seat: name });
}

/** "Seat 5" */
export function seatLabel(plan: Plan, seat: number): string {
  const [noun, label] = [nounOf(plan, seat), plan.names[seat] ?? ''];
  return noun === usualNouns.seat ? text('seatLabel', { label }) : `${noun} ${label}`;
}

/** "Stalls, Row A" */
function rowName(plan: Plan, seat: number): string {
  const row = plan.rows[plan.rowOf[seat] ?? -1];
  const section = sectionName(plan, seat);
  return row === undefined ? section : text('placeInSection', { section, place: rowLabel(row) });
}

/** "Row A"; "Box 3" for a label that is a word itself. */
export function rowLabel({ noun, label }: Pick<Row, 'noun' | 'label'>): string {
  if (ownWord.test(label)) return label;
  return noun === usualNouns.row ? text('rowLabel', { label }) : `${noun} ${label}`;
}

function nounOf(plan: Plan, seat: number): string {
  return plan.rows[plan.rowOf[seat] ?? -1]?.seatNoun ?? usualNouns.seat;
}

/** "Stalls, Row A, seats 4, 5 and 6", or the names one by one when the seats are of several rows. */
export function seatNames(plan: Plan, seats: readonly number[]): string {
  const [first] = seats;
  if (first === undefined) return '';
  if (seats.length === 1) return seatName(plan, first);
  if (!seats.every((seat) => plan.rowOf[seat] === plan.rowOf[first]))
    return listed(seats.map((seat) => seatName(plan, seat)));
  const [row, noun] = [rowName(plan, first), nounOf(plan, first)];
  const labels = listed(seats.map((seat) => plan.names[seat] ?? ''));
  return noun === usualNouns.seat
    ? text('seatsOfRow', { row, labels })
    : text('seatOfRow', { row, seat: `${noun} ${labels}` });
}

/** Names of units, and of the seats that are in none. */
export function placeNames({ plan, units }: Pick<ShopState, 'plan' | 'units'>, seats: readonly number[]): string {
  if (plan === null) return '';
  const whole = new Set(seats.flatMap((seat) => units.of(seat)?.name ?? []));
  const others = seatNames(
    plan,
    seats.filter((seat) => units.of(seat) === undefined),
  );
  return listed([...whole, ...(others === '' ? [] : [others])]);
}

/** What the buyer has just got, and what the order has now. */
export function takenWords(state: ShopState, seats: readonly number[]): string {
  const places = placeNames(state, seats);
  const sentences = [
    ...(places === '' ? [] : [text('yoursNow', { places })]),
    text('ticketsInOrder', { count: ticketCount(state) }),
    ...(cartSize(state) >= state.maxSeats ? [text('orderIsFullSaid')] : []),
  ];
  return sentences.join(' ');
}

/** "1, 2 and 3" */
export function listed(words: readonly string[]): string {
  return speech().list(words);
}

/** "Stalls · 6 seats" */
export function beside(words: readonly string[]): string {
  return speech().beside(words);
}

export function numberText(count: number): string {
  return speech().number(count);
}

/** What a line costs each: its amount, or the name of its price where it has none. */
export function priceText({ priceName, amount, currency: code }: LinePrice): string {
  return amount === undefined || code === undefined ? priceName : amountText(amount, code);
}

/** What lines cost together; '' when nothing tells. */
export function sumText(lines: readonly LinePrice[]): string {
  const [first] = lines;
  const isPriced = lines.every(({ amount, currency: code }) => amount !== undefined && code === first?.currency);
  if (isPriced && first?.currency !== undefined) {
    const amount = lines.reduce((sum, line) => sum + (line.amount ?? 0), 0);
    return amountText(amount, first.currency);
  }
  const total = lines.reduce((sum, { priceName }) => sum + amountOf(priceName), 0);
  return totalText(total, lines);
}

type LinePrice = Pick<CartSeat, 'priceName'> & {
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
};

/** What the order costs; '' when nothing tells. */
export function orderTotalText({ session, stage }: Pick<ShopState, 'session' | 'stage'>): string {
  if (session?.amount !== undefined && session.currency !== undefined) {
    return amountText(session.amount, session.currency);
  }
  const { seats, groupOfSeats } = cartOf({ session, stage });
  return totalText(session?.total ?? 0, [...seats, ...groupOfSeats]);
}

const currency = /^\s*\d+(?:\.\d+)?\s*([A-Z]{3}\b|\p{Sc})/u;

/** The total with the currency that the names of all lines share; '' when the names carry no amounts. */
export function totalText(total: number, lines: readonly Pick<CartSeat, 'priceName'>[]): string {
  if (total === 0) return '';
  const currencies = new Set(lines.map(({ priceName }) => currency.exec(priceName)?.[1] ?? ''));
  const [shared] = currencies;
  const amount = total.toLocaleString(speech().locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return currencies.size === 1 && shared ? `${amount} ${shared}` : amount;
}

/** "Sat, 1 May 2027, 19:30 CEST"; without the zone where it is not known. */
export function startText({ start, startsAt, timeZone }: Pick<Face, 'start' | 'startsAt' | 'timeZone'>): string {
  const isKnown = startsAt !== null && timeZone !== null;
  return isKnown ? speech().instant(new Date(startsAt), timeZone) : speech().localTime(start);
}

export function clockText(seconds: number): string {
  return speech().clock(seconds);
}
