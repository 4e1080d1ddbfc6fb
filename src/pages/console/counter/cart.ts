/** Carts as people read them: lines with the names of places, and what they cost. A table that is sold whole is one line. Pure. */
import type { Plan } from '../../shared/plan.ts';
import { areaName, seatPlaceOf } from '../seat-places.ts';
import { text as words } from '../texts.ts';
import type { Cart, Held, Selection } from './counter-calls.ts';
import { money } from './money.ts';
import { text } from './texts.ts';
import type { WholeUnit } from './wares.ts';

type Seat = Cart['seats'][number];
type Places = Cart['groupOfSeats'][number];

export interface CartLine {
  readonly key: string;
  /** "Stalls, row A, seat 12", "3 × Floor", "Table 4, 3 guests". */
  readonly place: string;
  readonly price: string;
  /** What gives it back. */
  readonly selection: Selection;
  readonly places: number;
  /** Of all of it, in minor units; null: its price has no amount. */
  readonly amount: number | null;
  readonly currency: string | null;
  /** Of one seat, whose ticket type can be changed; null: it is something else. */
  readonly seat: Seat | null;
}

export function cartSizeOf({ seats, groupOfSeats }: Cart): number {
  return seats.length + groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0);
}

export function seatsIn(session: Held | null): readonly number[] {
  return session?.cart.seats.map(({ id }) => id) ?? [];
}

/** How many places of an area the cart has. */
export function placesIn(cart: Cart | undefined, area: number, ticketType: string | null): number {
  const ofType =
    cart?.groupOfSeats.filter((line) => line.id === area && (line.ticketType ?? null) === ticketType) ?? [];
  return ofType.reduce((sum, { capacity }) => sum + capacity, 0);
}

export function sameCart(one: Cart, other: Cart): boolean {
  return keyOf(one) === keyOf(other);
}

function keyOf({ seats, groupOfSeats }: Cart): string {
  const ofSeats = seats.map(({ id, priceId, ticketType }) => `${id} ${priceId} ${ticketType}`).sort();
  const ofPlaces = groupOfSeats.map((line) => `${line.id} ${line.capacity} ${line.priceId} ${line.ticketType}`).sort();
  return JSON.stringify([ofSeats, ofPlaces]);
}

/** `plan`: null: not read yet; then places are told by their ids. */
export function linesOf(
  { seats, groupOfSeats }: Cart,
  plan: Plan | null,
  units: readonly WholeUnit[],
): readonly CartLine[] {
  const unitOf = new Map(units.flatMap((unit) => unit.seats.map((seat) => [seat, unit] as const)));
  const whole = new Set(seats.flatMap(({ id }) => unitOf.get(id) ?? []));
  const seatById = new Map(seats.map((seat) => [seat.id, seat]));
  return [
    ...[...whole].map((unit) =>
      unitLine(
        unit,
        unit.seats.flatMap((id) => seatById.get(id) ?? []),
      ),
    ),
    ...seats.filter(({ id }) => !unitOf.has(id)).map((seat) => seatLine(seat, plan)),
    ...groupOfSeats.map((places) => placesLine(places, plan)),
  ];
}

function unitLine({ id, name }: WholeUnit, seats: readonly Seat[]): CartLine {
  const guests = seats.filter(({ unoccupied }) => unoccupied !== true);
  return {
    ...{ key: `unit-${id}`, place: text('unitWithGuests', { name, count: guests.length }), seat: null },
    ...{ price: moneyOf(guests), selection: { units: [id] }, ...worthOf(guests), places: seats.length },
  };
}

function seatLine(seat: Seat, plan: Plan | null): CartLine {
  const place = plan === null ? words('seatById', { id: String(seat.id) }) : seatPlaceOf(plan, seat.id);
  const selection = { seats: [seat.id] };
  return { key: `seat-${seat.id}`, place, price: priceOf(seat), selection, seat, ...worthOf([seat]), places: 1 };
}

function placesLine(line: Places, plan: Plan | null): CartLine {
  const { id, capacity, ticketType } = line;
  const section = plan === null ? words('areaById', { id: String(id) }) : areaName(plan, id);
  return {
    ...{ key: `area-${id}-${line.priceId}-${ticketType}`, place: text('placesOf', { count: capacity, area: section }) },
    ...{ price: priceOf(line), seat: null, ...worthOf([line]), places: capacity },
    selection: { groupOfSeats: [{ id, capacity, ...(ticketType === undefined ? {} : { ticketType }) }] },
  };
}

interface Priced {
  readonly priceName: string;
  readonly amount?: number | undefined;
  readonly currency?: string | undefined;
  readonly ticketTypeName?: string | undefined;
  readonly capacity?: number;
}

/** "Adult, €45.00"; the name of a price without an amount. */
function priceOf({ priceName, amount, currency, ticketTypeName }: Priced): string {
  if (amount === undefined || currency === undefined) return priceName;
  const cost = money(amount, currency);
  return ticketTypeName === undefined ? cost : text('typeAtAmount', { type: ticketTypeName, amount: cost });
}

function moneyOf(lines: readonly Priced[]): string {
  const { amount, currency } = worthOf(lines);
  return amount === null || currency === null ? (lines[0]?.priceName ?? '') : money(amount, currency);
}

function worthOf(lines: readonly Priced[]): Pick<CartLine, 'amount' | 'currency'> {
  const currency = lines[0]?.currency;
  if (currency === undefined || lines.some((line) => line.amount === undefined))
    return { amount: null, currency: null };
  return { amount: lines.reduce((sum, { amount = 0, capacity = 1 }) => sum + amount * capacity, 0), currency };
}
