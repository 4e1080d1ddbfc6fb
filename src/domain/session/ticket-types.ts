/**
 * The ticket types of a selection as changes of a cart, and what a cart may not have: a type that its price does not
 * have or that needs a pass, more tickets of a type than a session or the event may have, and two currencies. Reads the
 * state. A cart without types costs some comparisons.
 */

import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import { fieldErrorsMax } from '../limits.ts';
import { type PriceCapture, typedCapture } from '../pricing/price.ts';
import type { SeatTypes, TypedAreaCount } from '../pricing/ticket-type.ts';
import type { FieldError } from '../refusal.ts';
import type { Selection } from '../selection.ts';
import { refuseOverTypeCap, TypeGrowth } from '../tickets/type-growth.ts';
import type { OccupancyChange } from '../units/occupancy.ts';
import { lineOf } from './area-totals.ts';
import { lostLinesOf } from './lost-lines.ts';
import { invalidBody } from './refusals.ts';
import type { Session } from './session.ts';

/** What the rules below look at of a change of the cart. */
interface Change {
  readonly seats: readonly number[];
  readonly areas: readonly AreaCount[];
  readonly types?: TypeChanges;
  readonly occupancy?: OccupancyChange | null;
}

/** The lines of a selection with ticket types. */
export interface TypeChanges {
  /** Seats that get a type, or another one than they have; null: the price itself. */
  readonly seats: SeatTypes;
  readonly areas: readonly TypedAreaCount[];
  readonly errors: readonly FieldError[];
}

/** `unknown`: positions of area lines with a type that their price does not have. Undefined: the selection has no types. */
export function planTypes(
  state: EventState,
  session: Session,
  { ticketTypes, groupOfSeats }: Selection,
  areas: readonly TypedAreaCount[],
  unknown: readonly number[],
): TypeChanges | undefined {
  if (ticketTypes === undefined && areas.length === 0) return undefined;
  const seats: (readonly [number, string | null])[] = [];
  const errors: FieldError[] = [];
  const wrong = (field: string, rejectedValue: unknown): void => {
    const message = 'must be a ticket type of the price';
    if (errors.length < fieldErrorsMax) errors.push({ field, message, rejectedValue, code: 'UNKNOWN_VALUE' });
  };
  for (const [id, type] of ticketTypes ?? []) {
    const seat = state.seatOf(id);
    const price = seat === -1 ? null : state.prices.bySlot(state.seats.priceSlotOf(seat));
    // Such a seat is a conflict already.
    if (price === null) continue;
    const held = heldCapture(state, session, seat);
    if (held !== undefined && (held.ticketType?.id ?? null) === type) continue;
    if (type !== null && typedCapture(price, type) === undefined) wrong(`ticketTypes.${id}`, type);
    else if (held !== undefined || type !== null) seats.push([seat, type]);
  }
  for (const at of unknown) wrong(`groupOfSeats[${at}].ticketType`, groupOfSeats[at]?.ticketType);
  return { seats, areas, errors };
}

/** The price of the seat in the cart; undefined unless the session holds the seat. */
function heldCapture(state: EventState, session: Session, seat: number): PriceCapture | undefined {
  if (state.seats.ownerOf(seat) !== session.ordinal) return undefined;
  return session.seats.find((line) => line.seat === seat)?.price;
}

/** Refuses types, units and guests that do not exist, as part of the body; otherwise null. */
export function refuseWrongLines({
  types,
  wrongUnits,
}: Pick<Change, 'types'> & { readonly wrongUnits: readonly FieldError[] }): Refused | null {
  const errors = types === undefined ? wrongUnits : [...types.errors, ...wrongUnits];
  const [first] = errors;
  if (first === undefined) return null;
  const detail =
    errors.length === 1 ? `${first.field}: ${first.message}` : 'Some ticket types, units or guests do not fit.';
  return invalidBody({ invalid: 'VALIDATION_FAILED', detail, errors: errors.slice(0, fieldErrorsMax) });
}

/** Refuses tickets that need a pass, and too many of a type; otherwise null. */
export function refuseTypes(
  state: EventState,
  session: Session,
  { types, occupancy }: Pick<Change, 'types' | 'occupancy'>,
): Refused | null {
  if (types === undefined) return null;
  const growth = new TypeGrowth();
  const giveBack = (seat: number): void => {
    const before = heldCapture(state, session, seat);
    if (before?.ticketType !== undefined) growth.add(before.id, before.ticketType.id, -1);
  };
  for (const seat of occupancy?.unoccupied ?? []) giveBack(seat);
  for (const [seat, type] of types.seats) {
    giveBack(seat);
    if (type !== null) growth.add(priceAt(state, state.seats.priceSlotOf(seat)), type, 1);
  }
  const lost = lostLinesOf(session);
  for (const [area, total, type] of types.areas) {
    const line = lost.areas.includes(area) ? undefined : lineOf(session, area, type);
    const price = line?.price.id ?? priceAt(state, state.areaAt(area).priceSlot);
    growth.add(price, type, total - (line?.capacity ?? 0));
  }
  const inCart = (price: number, type: string): number => {
    const isOfType = ({ id, ticketType }: PriceCapture): boolean => id === price && ticketType?.id === type;
    const seats = session.seats.filter((line) => isOfType(line.price) && !lost.seats.includes(line.seat));
    const areas = session.areas.filter((line) => isOfType(line.price) && !lost.areas.includes(line.area));
    return areas.reduce((sum, { capacity }) => sum + capacity, seats.length);
  };
  const buyer = session.counter === true ? null : { inCart, hasPass: session.withPass === true };
  return refuseOverTypeCap(state, growth, buyer);
}

function priceAt({ prices }: EventState, slot: number): number {
  return prices.bySlot(slot)?.id ?? 0;
}

/** Refuses a cart whose lines have two currencies; otherwise null. Lines without a currency do not count. */
export function refuseMixedCurrencies(state: EventState, session: Session, change: Change): Refused | null {
  if (!state.prices.hasAmounts) return null;
  const currencies = new Set(currenciesAfter(state, session, change));
  currencies.delete(undefined);
  if (currencies.size < 2) return null;
  const detail = `A cart has one currency; this one would have ${[...currencies].join(' and ')}.`;
  return refuse({ code: 'MIXED_CURRENCIES', detail });
}

function* currenciesAfter(
  { prices, seats, areas }: EventState,
  session: Session,
  change: Change,
): Generator<string | undefined> {
  const lost = lostLinesOf(session);
  const { unoccupied = [], occupied = [] } = change.occupancy ?? {};
  const typed = (change.types?.seats ?? []).map(([seat]) => seat);
  const captured = new Set([...change.seats, ...typed, ...unoccupied, ...occupied]);
  const totals = [...change.areas.map(([area, total]) => [area, total, null] as const), ...(change.types?.areas ?? [])];
  for (const seat of captured) yield prices.bySlot(seats.priceSlotOf(seat))?.terms?.currency;
  for (const { seat, price } of session.seats) if (!captured.has(seat)) yield price.currency;
  const leaves = (area: number, type: string | null): boolean =>
    totals.some(([other, total, otherType]) => {
      return other === area && (lost.areas.includes(area) || (total === 0 && otherType === type));
    });
  for (const { area, price } of session.areas) {
    if (!leaves(area, price.ticketType?.id ?? null)) yield price.currency;
  }
  for (const [area, total, type] of totals) {
    const isNew = lost.areas.includes(area) || lineOf(session, area, type) === undefined;
    if (total > 0 && isNew) yield prices.bySlot(areas[area]?.priceSlot ?? 0)?.terms?.currency;
  }
}
