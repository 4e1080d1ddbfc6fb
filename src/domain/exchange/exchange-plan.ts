/**
 * What an exchange gives back of a purchase and what it takes instead, as lines. Reads the state; decides nothing.
 * Capacities of areas are amounts on both sides, not totals.
 */
import { askerOf } from '../allotments/asker.ts';
import { audienceOf, mayTake } from '../allotments/may-take.ts';
import { PlaceClaims } from '../allotments/places.ts';
import type { EventState } from '../event-state.ts';
import { type PriceCapture, typedCapture } from '../pricing/price.ts';
import type { Conflicts, FieldError } from '../refusal.ts';
import type { AreaAmount, Selection } from '../selection.ts';
import { givingOrder } from '../session/area-totals.ts';
import type { UnavailableLines } from '../session/refusals.ts';
import type { Session } from '../session/session.ts';
import { planOccupancy } from '../units/occupancy.ts';
import { type IncompleteUnits, incompleteUnits, withSeatsOfUnits } from '../units/whole-units.ts';
import type { ExchangedLines, ExchangedPlaces } from './exchanged-lines.ts';
import { givenParts, OwnedPlaces, withoutParts, withoutSeats } from './owned-lines.ts';

export interface ExchangePlan {
  readonly given: ExchangedLines;
  readonly taken: ExchangedLines;
  /** Seats and places to take, those that are not there included. */
  readonly wanted: number;
  /** Of some of the taken seats. */
  readonly types: readonly (readonly [seat: number, ticketType: string])[];
  /** The cart without what is given. */
  readonly kept: Session;
  /** Prices of the taken lines, each once. */
  readonly captures: readonly PriceCapture[];
  /** Lines that the session does not own. */
  readonly foreign: Conflicts | null;
  readonly unavailable: UnavailableLines;
  /** WHOLE units of which the call gives back, or takes, only a part. */
  readonly incomplete: IncompleteUnits | null;
  /** Taken seats on which nobody sits. */
  readonly unoccupied: readonly number[];
  readonly errors: readonly FieldError[];
}

export function planExchange(state: EventState, session: Session, release: Selection, take: Selection): ExchangePlan {
  const foreign = { seats: [] as number[], groupOfSeats: [] as number[] };
  const named = withSeatsOfUnits(state, release.seats, release.units, 'release.units');
  const seats = ownedSeats(state, session, named.seats, foreign.seats);
  const areas = ownedPlaces(state, session, release.groupOfSeats, foreign.groupOfSeats);
  const given = { seats, areas };
  const kept = {
    ...session,
    seats: withoutSeats(session.seats, seats),
    areas: withoutParts(session.areas, givenParts(state, session, areas)),
  };
  const isOwn = foreign.seats.length + foreign.groupOfSeats.length === 0;
  const isOwned = (seat: number): boolean => state.seats.ownerOf(seat) === session.ordinal;
  const taking = planTaking(state, kept, given, take);
  const incomplete =
    incompleteUnits(state, seats, isOwned) ??
    incompleteUnits(state, taking.taken.seats, (seat) => !isOwned(seat) || seats.includes(seat));
  const errors = [...named.errors, ...taking.errors];
  return { given, kept, foreign: isOwn ? null : foreign, ...taking, incomplete, errors };
}

/** The seats that the session still owns. */
function ownedSeats(state: EventState, session: Session, ids: readonly number[], foreign: number[]): number[] {
  const seats: number[] = [];
  for (const id of new Set(ids)) {
    const seat = state.seatMap.indexOf(id);
    if (seat !== -1 && state.seats.ownerOf(seat) === session.ordinal) seats.push(seat);
    else foreign.push(id);
  }
  return seats;
}

/** The places that the session still owns: of the wanted type, or the price itself first and then the newest line. */
function ownedPlaces(
  state: EventState,
  session: Session,
  wanted: readonly AreaAmount[],
  foreign: number[],
): readonly ExchangedPlaces[] {
  const owned = new OwnedPlaces(state, session);
  const given: ExchangedPlaces[] = [];
  for (const { id, capacity, ticketType } of wanted) {
    const area = state.seatMap.areaIndexOf(id);
    let missing = capacity;
    for (const line of area === -1 ? [] : givingOrder(session, area, ticketType)) {
      const amount = owned.take(line, missing);
      if (amount > 0) given.push([area, amount, line.price.ticketType?.id ?? null]);
      missing -= amount;
    }
    if (missing > 0 && !foreign.includes(id)) foreign.push(id);
  }
  return merged(given);
}

/** Each area once for each ticket type. */
function merged(places: readonly ExchangedPlaces[]): ExchangedPlaces[] {
  const sums = new Map<string, ExchangedPlaces>();
  for (const [area, amount, type] of places) {
    sums.set(`${area} ${type}`, [area, (sums.get(`${area} ${type}`)?.[1] ?? 0) + amount, type]);
  }
  return [...sums.values()];
}

type Taking = Omit<ExchangePlan, 'given' | 'kept' | 'foreign' | 'incomplete'>;

/** The lines to take, for a session that has given the others back. */
function planTaking(state: EventState, kept: Session, given: ExchangedLines, take: Selection): Taking {
  const audience = audienceOf(state, askerOf(kept));
  const seats: number[] = [];
  const areas: ExchangedPlaces[] = [];
  const types: (readonly [number, string])[] = [];
  const captures = new Set<PriceCapture>();
  const errors: FieldError[] = [];
  const conflicts = { seats: [] as number[], groupOfSeats: [] as number[] };
  const typeOf = new Map(take.ticketTypes);
  const capture = (slot: number, type: string | null, field: string): void => {
    const price = state.prices.bySlot(slot);
    if (price === null) return;
    const found = type === null ? price.capture : typedCapture(price, type);
    if (found !== undefined) captures.add(found);
    else
      errors.push({ field, message: 'must be a ticket type of the price', rejectedValue: type, code: 'UNKNOWN_VALUE' });
  };
  const named = withSeatsOfUnits(state, take.seats, take.units, 'take.units');
  const ids = new Set(named.seats);
  for (const id of ids) {
    const seat = state.seatOf(id);
    const slot = seat === -1 ? 0 : state.seats.priceSlotOf(seat);
    if (seat === -1 || slot === 0 || !mayTake(state, audience, seat)) conflicts.seats.push(id);
    else seats.push(seat);
    const type = typeOf.get(id) ?? null;
    if (slot !== 0) capture(slot, type, `take.ticketTypes.${id}`);
    if (type !== null && seat !== -1) types.push([seat, type]);
  }
  const claims = new PlaceClaims(state, kept, seats);
  const growth = new Map<number, number>();
  for (const [area, amount] of given.areas) growth.set(area, (growth.get(area) ?? 0) - amount);
  for (const [position, { id, capacity, ticketType = null }] of take.groupOfSeats.entries()) {
    const area = state.areaOf(id);
    const slot = area === -1 ? 0 : state.areaAt(area).priceSlot;
    if (slot === 0) conflicts.groupOfSeats.push(id);
    if (slot === 0 || capacity === 0) continue;
    capture(slot, ticketType, `take.groupOfSeats[${position}].ticketType`);
    areas.push([area, capacity, ticketType]);
    growth.set(area, (growth.get(area) ?? 0) + capacity);
  }
  for (const [area, more] of growth) {
    if (more > 0 && !claims.canTake(area, more)) conflicts.groupOfSeats.push(state.areaAt(area).id);
  }
  const isFree = conflicts.seats.length + conflicts.groupOfSeats.length === 0;
  const unavailable = { conflicts: isFree ? null : conflicts, placesOpenAt: null };
  const wanted = take.groupOfSeats.reduce((sum, { capacity }) => sum + capacity, ids.size);
  const missing = conflicts.seats.map((id) => state.seatMap.indexOf(id));
  const occupancy = occupancyOf(state, seats, missing, take);
  return {
    ...{ taken: { seats, areas: merged(areas) }, wanted, types, captures: [...captures], unavailable },
    unoccupied: occupancy.unoccupied,
    errors: [...named.errors, ...errors, ...occupancy.errors],
  };
}

/** Where nobody sits of what is taken. Lines that stay keep their prices, whatever their unit was when they were bought. */
function occupancyOf(
  state: EventState,
  taken: readonly number[],
  missing: readonly number[],
  { guests, ticketTypes = [] }: Selection,
): Pick<ExchangePlan, 'unoccupied' | 'errors'> {
  const nobody = (): boolean => false;
  const typedIds = ticketTypes.map(([id]) => id);
  const cart = { taken, missing, isHeld: nobody, isUnoccupied: nobody, guests, typedIds, path: 'take.' };
  const { unoccupied = [], errors = [] } = planOccupancy(state, cart) ?? {};
  return { unoccupied: unoccupied.filter((seat) => taken.includes(seat)), errors };
}
