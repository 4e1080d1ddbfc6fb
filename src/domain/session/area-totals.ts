/**
 * The places that a selection wants in areas, as changes of a cart's lines. A cart has one line for each area and ticket
 * type. Reads the state; decides nothing.
 */

import { openingOfPlaces, PlaceClaims } from '../allotments/places.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount } from '../fact.ts';
import { typedCapture } from '../pricing/price.ts';
import type { TypedAreaCount } from '../pricing/ticket-type.ts';
import type { AreaAmount } from '../selection.ts';
import { lostLinesOf } from './lost-lines.ts';
import type { AreaLine, Session } from './session.ts';

export interface AreaTotals {
  /** Lines without a ticket type whose total changes. */
  readonly areas: readonly AreaCount[];
  /** Lines with one. */
  readonly typed: readonly TypedAreaCount[];
  /** How many more places the cart has afterwards, unknown areas included. */
  readonly growth: number;
  /** Ids of areas that are unknown or have too little left. */
  readonly unavailable: readonly number[];
  /** Positions of lines whose ticket type the area's price does not have. */
  readonly unknownTypes: readonly number[];
  /** From when the unavailable places could be taken, if only allotments are to open; null: never, or unknown. */
  readonly opensAt: number | null;
}

const unchanged: AreaTotals = { areas: [], typed: [], growth: 0, unavailable: [], unknownTypes: [], opensAt: null };

export function lineOf(session: Session, area: number, ticketType: string | null): AreaLine | undefined {
  return session.areas.find((line) => line.area === area && (line.price.ticketType?.id ?? null) === ticketType);
}

/**
 * The totals are those of one line each; the lines of an area share its places, so one can grow by what another gives
 * back. `seats`: that the call takes as well. To want places of a lost area again gives up its other lost lines.
 */
export function planTotals(
  state: EventState,
  session: Session,
  wanted: readonly AreaAmount[],
  seats: readonly number[],
): AreaTotals {
  if (wanted.length === 0) return unchanged;
  const areas: AreaCount[] = [];
  let typed: readonly TypedAreaCount[] = unchanged.typed;
  let unknownTypes = unchanged.unknownTypes;
  let missing: Set<number> | null = null;
  const added = new Map<number, number>();
  let growth = 0;
  const lost = lostLinesOf(session).areas;
  const lastOf = wanted.length > 1 ? positionsOf(wanted) : null;
  for (const [position, { id, capacity: total, ticketType: type = null }] of wanted.entries()) {
    if (lastOf !== null && lastOf.get(`${id} ${type}`) !== position) continue;
    const index = state.areaOf(id);
    const isLost = lost.includes(index);
    if (isLost && !added.has(index)) growth -= placesIn(session, index);
    const more = isLost ? total : total - (lineOf(session, index, type)?.capacity ?? 0);
    growth += more;
    if (index === -1) missing = (missing ?? new Set()).add(id);
    if (index === -1 || (more === 0 && !isLost)) continue;
    added.set(index, (added.get(index) ?? 0) + more);
    if (type === null) areas.push([index, total]);
    else typed = [...typed, [index, total, type]];
    const price = type === null ? null : state.prices.bySlot(state.areaAt(index).priceSlot);
    if (more > 0 && type !== null && price !== null && typedCapture(price, type) === undefined) {
      unknownTypes = [...unknownTypes, position];
    }
  }
  const short = shortOf(state, new PlaceClaims(state, session, seats), added);
  for (const [index] of short) missing = (missing ?? new Set()).add(state.areaAt(index).id);
  const unavailable = missing === null ? unchanged.unavailable : inOrder(wanted, missing);
  const opensAt = missing?.size === short.length ? openingOf(state, session, short) : null;
  return { areas, typed, growth, unavailable, unknownTypes, opensAt };
}

type Growth = readonly [area: number, more: number];

/** The areas that have too little left. */
function shortOf(state: EventState, claims: PlaceClaims, added: Iterable<Growth>): readonly Growth[] {
  const isFree = ([index, more]: Growth): boolean => claims.canTake(index, more) && isPriced(state, index);
  return Array.from(added).filter((growth) => growth[1] > 0 && !isFree(growth));
}

function isPriced(state: EventState, index: number): boolean {
  return state.prices.bySlot(state.areaAt(index).priceSlot) !== null;
}

/** When the last of the areas has enough for the session. */
function openingOf(state: EventState, session: Session, short: readonly Growth[]): number | null {
  const times = short.map(([index, more]) =>
    isPriced(state, index) ? openingOfPlaces(state, session, index, more) : null,
  );
  return times.length === 0 || times.includes(null) ? null : Math.max(...times.map(Number));
}

function inOrder(wanted: readonly AreaAmount[], missing: ReadonlySet<number>): readonly number[] {
  return [...new Set(wanted.flatMap(({ id }) => (missing.has(id) ? [id] : [])))];
}

/** By line: the position of its last total, which is the one that counts. */
function positionsOf(wanted: readonly AreaAmount[]): ReadonlyMap<string, number> {
  return new Map(wanted.map(({ id, ticketType = null }, position) => [`${id} ${ticketType}`, position]));
}

/**
 * The totals after amounts are given back. With a ticket type they are taken from its line, `null` means the price
 * itself; otherwise from any line of the area, the price itself first, then the newest line.
 */
export function planGivenBack(
  state: EventState,
  session: Session,
  given: readonly AreaAmount[],
): Pick<AreaTotals, 'areas' | 'typed'> {
  if (given.length === 0) return unchanged;
  const totals = new Map<AreaLine, number>();
  for (const { id, capacity, ticketType } of given) {
    const index = state.seatMap.areaIndexOf(id);
    let missing = capacity;
    for (const line of givingOrder(session, index, ticketType)) {
      const held = totals.get(line) ?? line.capacity;
      const back = Math.min(held, missing);
      if (back > 0) totals.set(line, held - back);
      missing -= back;
    }
  }
  const areas: AreaCount[] = [];
  const typed: TypedAreaCount[] = [];
  for (const [{ area, price }, total] of totals) {
    if (price.ticketType === undefined) areas.push([area, total]);
    else typed.push([area, total, price.ticketType.id]);
  }
  return { areas, typed };
}

/** The area's lines in the order in which they give places back. */
export function givingOrder(session: Session, area: number, type: string | null | undefined): readonly AreaLine[] {
  const lines = session.areas.filter((line) => line.area === area);
  if (type !== undefined) return lines.filter(({ price }) => (price.ticketType?.id ?? null) === type);
  const [typed, untyped] = [true, false].map((isTyped) =>
    lines.filter(({ price }) => (price.ticketType !== undefined) === isTyped),
  ) as [AreaLine[], AreaLine[]];
  return [...untyped, ...typed.reverse()];
}

/** Places of the area in the cart, whatever their type. */
function placesIn(session: Session, area: number): number {
  return session.areas.reduce((sum, line) => (line.area === area ? sum + line.capacity : sum), 0);
}
