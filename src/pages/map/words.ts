/** The page's words for seats, amounts and times. English, with numbers and amounts of the buyer's locale. */

import type { Plan, Row } from '../shared/plan.ts';
import { amountText, locale } from './amount-text.ts';
import type { CartSeat, Face } from './answers.ts';
import { ticketCount } from './cart-parts.ts';
import { amountOf } from './offer.ts';
import { cartOf, cartSize, type ShopState } from './shop.ts';

/** A row's label that is a word itself, such as "Box 3". */
const ownWord = /\p{L}{3}/u;

/** "Stalls, Row A, Seat 5" */
export function seatName(plan: Plan, seat: number): string {
  return `${sectionName(plan, seat)}, ${seatInSection(plan, seat)}`;
}

export function sectionName(plan: Plan, seat: number): string {
  return plan.sectors[plan.sectorOf[seat] ?? -1]?.name ?? '';
}

/** "Row A, Seat 5" */
export function seatInSection(plan: Plan, seat: number): string {
  const row = plan.rows[plan.rowOf[seat] ?? -1];
  const name = `${nounOf(plan, seat)} ${plan.names[seat] ?? ''}`;
  return row === undefined ? name : `${rowLabel(row)}, ${name}`;
}

/** "Stalls, Row A" */
function rowName(plan: Plan, seat: number): string {
  const row = plan.rows[plan.rowOf[seat] ?? -1];
  const section = sectionName(plan, seat);
  return row === undefined ? section : `${section}, ${rowLabel(row)}`;
}

/** "Row A"; "Box 3" for a label that is a word itself. */
export function rowLabel({ noun, label }: Pick<Row, 'noun' | 'label'>): string {
  return ownWord.test(label) ? label : `${noun} ${label}`;
}

function nounOf(plan: Plan, seat: number): string {
  return plan.rows[plan.rowOf[seat] ?? -1]?.seatNoun ?? 'Seat';
}

/** "Stalls, Row A, seats 4, 5 and 6", or the names one by one when the seats are of several rows. */
export function seatNames(plan: Plan, seats: readonly number[]): string {
  const [first] = seats;
  if (first === undefined) return '';
  if (seats.length === 1) return seatName(plan, first);
  if (seats.every((seat) => plan.rowOf[seat] === plan.rowOf[first])) {
    const names = seats.map((seat) => plan.names[seat] ?? '');
    return `${rowName(plan, first)}, ${nounOf(plan, first).toLowerCase()}s ${listed(names)}`;
  }
  return listed(seats.map((seat) => seatName(plan, seat)));
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
  const names = placeNames(state, seats);
  const held = `${counted(ticketCount(state), 'ticket')} in your order.`;
  const full = cartSize(state) >= state.maxSeats ? ' Your order is full.' : '';
  return `${names === '' ? '' : `Yours: ${names}. `}${held}${full}`;
}

/** "1, 2 and 3" */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

export function numberText(count: number): string {
  return count.toLocaleString(locale());
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
  const amount = total.toLocaleString(locale(), { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return currencies.size === 1 && shared ? `${amount} ${shared}` : amount;
}

/** "Sat, 1 May 2027, 19:30 CEST"; without the zone where it is not known. */
export function startText({ start, startsAt, timeZone }: Pick<Face, 'start' | 'startsAt' | 'timeZone'>): string {
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  const isKnown = startsAt !== null && timeZone !== null;
  const zone = isKnown ? ({ timeZone, timeZoneName: 'short' } as const) : { timeZone: 'UTC' };
  const instant = new Date(isKnown ? startsAt : `${start.slice(0, 19)}Z`);
  return new Intl.DateTimeFormat(locale(), { ...day, ...time, ...zone }).format(instant);
}

/** "14:05", or "26:14:05" from an hour on. */
export function clockText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const twoDigits = (count: number): string => String(count).padStart(2, '0');
  return hours === 0 ? `${minutes}:${twoDigits(rest)}` : `${hours}:${twoDigits(minutes)}:${twoDigits(rest)}`;
}

/** "about 3 minutes" */
export function durationText(seconds: number): string {
  if (seconds < 45) return 'less than a minute';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${counted(Math.max(1, minutes), 'minute')}`;
  return `about ${counted(Math.round(minutes / 60), 'hour')}`;
}
