/**
 * The rules of assigning prices to seats and areas, and of removing them. A seat or area that is held or sold keeps its
 * price until it is free again. 200,000 lines take one pass over columns: about 15 ms.
 */

import { type DoneReply, done } from '../commands/done.ts';
import { accept, type Decision, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount, Fact } from '../fact.ts';
import { fieldErrorsMax } from '../limits.ts';
import type { Properties } from '../properties.ts';
import type { Conflicts, FieldCode, FieldError } from '../refusal.ts';
import { canSizeArea, takenPlaces } from '../seats/areas.ts';
import type { SeatRuns } from '../seats/seat-runs.ts';
import { runsByValue, runsOf } from '../seats/seat-runs.ts';
import type { Price } from './price.ts';
import type { AreaAssignment, PricingCommand } from './pricing-command.ts';

type Assignments = Extract<PricingCommand, { kind: 'assign-prices' | 'unassign-prices' }>;

/** The seats and areas that the lines name, in order. Not valid when there are errors. */
interface Resolved {
  readonly seats: Int32Array;
  /** The price slot that each seat's line names. */
  readonly slots: Uint16Array;
  readonly areas: readonly number[];
  readonly errors: readonly FieldError[];
}

function resolve(state: EventState, command: Assignments): Resolved {
  const errors: FieldError[] = [];
  const { ids, priceAt, prices } = command.seats;
  const slotsByPlace = Uint16Array.from(prices, (price) => state.prices.byId(price)?.slot ?? 0);
  const check = (line: string, objectId: number, assignmentId: number, index: number, slot: number): void => {
    if (index === -1) note(errors, `${line}.objectId`, objectId, 'must be in the layout of the event');
    if (slot === 0) note(errors, `${line}.assignmentId`, assignmentId, 'must be a price of the event');
  };
  const seats = new Int32Array(ids.length);
  const slots = new Uint16Array(ids.length);
  for (let position = 0; position < seats.length; position++) {
    const id = ids[position]!;
    const place = priceAt[position]!;
    const seat = state.seatOf(id);
    const slot = slotsByPlace[place]!;
    seats[position] = seat;
    slots[position] = slot;
    if (seat === -1 || slot === 0) check(`seats[${position}]`, id, prices[place]!, seat, slot);
  }
  const areas = command.groupOfSeats.map(({ objectId, assignmentId }, position) => {
    const area = state.areaOf(objectId);
    const slot = state.prices.byId(assignmentId)?.slot ?? 0;
    if (area === -1 || slot === 0) check(`groupOfSeats[${position}]`, objectId, assignmentId, area, slot);
    return area;
  });
  return { seats, slots, areas, errors };
}

function note(
  errors: FieldError[],
  field: string,
  rejectedValue: unknown,
  message: string,
  code: FieldCode = 'UNKNOWN_VALUE',
): void {
  if (errors.length < fieldErrorsMax) errors.push({ field, message, rejectedValue, code });
}

/** Assigns prices to seats and areas; the last line of each counts. */
export function assign(state: EventState, command: Assignments): Decision<DoneReply> {
  const resolved = resolve(state, command);
  const { seats, slots, areas, errors } = resolved;
  if (errors.length > 0) return invalid(errors);
  const conflicts = {
    seats: seatConflicts(state, command, seats, (position, seat) => state.seats.priceSlotOf(seat) !== slots[position]),
    groupOfSeats: command.groupOfSeats
      .filter((line, position) => isRepricingTakenArea(state, areas[position]!, line.assignmentId))
      .map((line) => line.objectId),
  };
  const { counts, sizes, errors: tooMany } = activeCounts(state, command.groupOfSeats, areas);
  if (tooMany.length > 0) return invalid(tooMany);
  const refusal = refuseConflicts(conflicts);
  if (refusal !== null) return refusal;
  const facts = [
    ...sizedFacts(sizes),
    ...pricedFacts(state, command, resolved, counts),
    ...describedFacts(command, resolved),
  ];
  return accept(facts, done);
}

/** Ids of the lines whose seat is held or sold, as far as `matters` returns true for them. */
function seatConflicts(
  state: EventState,
  command: Assignments,
  seats: Int32Array,
  matters: (position: number, seat: number) => boolean,
): readonly number[] {
  const { available, blocked } = state.seats;
  const conflicts: number[] = [];
  for (let position = 0; position < seats.length; position++) {
    const seat = seats[position]!;
    const isTaken = !available.has(seat) && !blocked.has(seat);
    if (isTaken && matters(position, seat)) conflicts.push(command.seats.ids[position]!);
  }
  return conflicts;
}

function isRepricingTakenArea(state: EventState, index: number, price: number): boolean {
  const area = state.areaAt(index);
  return isTakenArea(state, index) && state.prices.bySlot(area.priceSlot)?.id !== price;
}

/** Whether any of its places is held, locked or sold. */
export function isTakenArea(state: EventState, index: number): boolean {
  const area = state.areaAt(index);
  return area.held + area.locked + area.sold > 0;
}

interface ActiveCounts {
  /** The places to offer, for each line's area. */
  readonly counts: readonly AreaCount[];
  /** New capacities of areas that the event sizes itself; the last line of an area counts. */
  readonly sizes: ReadonlyMap<number, number>;
  readonly errors: readonly FieldError[];
}

/** Refuses more places than the layout's capacity leaves; where the layout gives no capacity, the line sets it. */
function activeCounts(state: EventState, lines: readonly AreaAssignment[], indices: readonly number[]): ActiveCounts {
  const errors: FieldError[] = [];
  const sizes = new Map<number, number>();
  const counts = lines.map((line, position): AreaCount => {
    const index = indices[position]!;
    const area = state.areaAt(index);
    const offered = area.available + area.withheld;
    sizes.delete(index);
    if (line.activeCount === null) return [index, offered];
    if (canSizeArea(area)) {
      const taken = takenPlaces(area);
      const capacity = Math.max(line.activeCount, taken);
      if (capacity !== area.capacity) sizes.set(index, capacity);
      return [index, capacity - taken];
    }
    if (line.activeCount > offered) {
      const message = `must be at most ${offered}, the free places of the area`;
      note(errors, `groupOfSeats[${position}].activeCount`, line.activeCount, message, 'MAX');
    }
    return [index, line.activeCount];
  });
  return { counts, sizes, errors };
}

/** Must come before the facts that put the places on sale. */
export function sizedFacts(sizes: ReadonlyMap<number, number>): readonly Fact[] {
  return sizes.size === 0 ? [] : [{ type: 'areas-sized', areas: [...sizes] }];
}

function pricedFacts(
  state: EventState,
  command: Assignments,
  { seats, slots }: Resolved,
  counts: readonly AreaCount[],
): readonly Fact[] {
  const finalAreas = new Map<number, readonly [price: number, available: number]>();
  command.groupOfSeats.forEach((line, position) => {
    const [area, available] = counts[position]!;
    finalAreas.set(area, [line.assignmentId, available]);
  });
  const areasByPrice = Map.groupBy(finalAreas, ([, [price]]) => price);
  const facts: Fact[] = [];
  for (const [slot, runs] of runsByFinalSlot(seats, slots)) {
    const { id } = state.prices.bySlot(slot) as Price;
    const offered = areasByPrice.get(id)?.map(([area, [, available]]): AreaCount => [area, available]);
    areasByPrice.delete(id);
    facts.push({ type: 'priced', price: id, seats: runs, ...(offered === undefined ? {} : { areas: offered }) });
  }
  for (const [price, areas] of areasByPrice) {
    facts.push({ type: 'priced', price, areas: areas.map(([area, [, available]]) => [area, available]) });
  }
  return facts;
}

/** Runs of seats by the slot that the last line of each seat names, ordered by first seat. */
function runsByFinalSlot(seats: Int32Array, slots: Uint16Array): readonly (readonly [slot: number, runs: SeatRuns])[] {
  if (seats.length === 0) return [];
  let first = seats[0]!;
  let last = first;
  for (const seat of seats) {
    if (seat < first) first = seat;
    else if (seat > last) last = seat;
  }
  // Covers the first to the last named seat; 0 for a seat that no line names.
  const finalSlots = new Uint16Array(last - first + 1);
  for (let position = 0; position < seats.length; position++) finalSlots[seats[position]! - first] = slots[position]!;
  return runsByValue(finalSlots, first);
}

function describedFacts({ seats: lines }: Assignments, { seats }: Resolved): readonly Fact[] {
  const properties = new Map<number, Properties>();
  for (const [at, position] of lines.described.entries()) properties.set(seats[position]!, lines.texts[at]!);
  return properties.size > 0 ? [{ type: 'seats-described', properties: [...properties] }] : [];
}

/** Removes the named prices where they are assigned; a line whose seat has another price changes nothing. */
export function unassign(state: EventState, command: Assignments): Decision<DoneReply> {
  const { seats, slots, areas, errors } = resolve(state, command);
  if (errors.length > 0) return invalid(errors);
  const conflicts = {
    seats: seatConflicts(state, command, seats, () => true),
    groupOfSeats: command.groupOfSeats
      .filter((_, position) => isTakenArea(state, areas[position]!))
      .map((line) => line.objectId),
  };
  const refusal = refuseConflicts(conflicts);
  if (refusal !== null) return refusal;
  const freedSeats: number[] = [];
  for (let position = 0; position < seats.length; position++) {
    const seat = seats[position]!;
    if (state.seats.priceSlotOf(seat) === slots[position]) freedSeats.push(seat);
  }
  const freedAreas = areas.filter(
    (area, position) =>
      state.prices.bySlot(state.areaAt(area).priceSlot)?.id === command.groupOfSeats[position]?.assignmentId,
  );
  if (freedSeats.length === 0 && freedAreas.length === 0) return accept([], done);
  const fact: Fact = {
    type: 'unpriced',
    ...(freedSeats.length > 0 ? { seats: runsOf(freedSeats) } : {}),
    ...(freedAreas.length > 0 ? { areas: [...new Set(freedAreas)] } : {}),
  };
  return accept([fact], done);
}

function invalid(errors: readonly FieldError[]): Refused {
  return refuse({ code: 'VALIDATION_FAILED', detail: 'The assignment does not fit the event.', errors });
}

function refuseConflicts(conflicts: Conflicts): Refused | null {
  if (conflicts.seats.length === 0 && conflicts.groupOfSeats.length === 0) return null;
  const detail = 'Some of the lines are held or sold; nothing was changed.';
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail, conflicts });
}
