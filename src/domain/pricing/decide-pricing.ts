/**
 * The rules of prices and of their assignment to seats and areas. What a cart has captured is never
 * touched; a seat or area that is held or sold keeps its price until it is free again.
 */
import type { AreaAssignment, PricingCommand } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount, Fact } from '../fact.ts';
import { fieldErrorsMax, pricesPerEventMax } from '../limits.ts';
import type { Conflicts, FieldError } from '../refusal.ts';
import { runsOf } from '../seats/seat-runs.ts';
import type { Properties } from '../session/session.ts';

export function decidePricing(state: EventState, command: PricingCommand): Decision {
  switch (command.kind) {
    case 'define-prices':
      return define(state, command.prices);
    case 'read-prices':
      return accept([], { kind: 'prices', prices: state.prices.list() });
    case 'assign-prices':
      return assign(state, command);
    case 'unassign-prices':
      return unassign(state, command);
  }
}

type Definitions = Extract<PricingCommand, { kind: 'define-prices' }>['prices'];

function define(state: EventState, prices: Definitions): Decision {
  if (prices.length === 0) return accept([], { kind: 'done' });
  const names = new Set<string>();
  for (const { name } of prices) {
    if (names.has(name) || state.prices.hasName(name)) {
      return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail: `The event already has a price named "${name}".` });
    }
    names.add(name);
  }
  if (state.prices.count + prices.length > pricesPerEventMax) {
    return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail: `An event has at most ${pricesPerEventMax} prices.` });
  }
  return accept([{ type: 'prices-defined', prices }], { kind: 'done' });
}

type Assignments = Extract<PricingCommand, { kind: 'assign-prices' | 'unassign-prices' }>;

/** Indices of what the lines name, in their order; -1 where the event has no such seat or area. */
interface Indices {
  readonly seats: readonly number[];
  readonly areas: readonly number[];
  readonly errors: readonly FieldError[];
}

function resolve(state: EventState, command: Assignments): Indices {
  const errors: FieldError[] = [];
  const find = (list: 'seats' | 'groupOfSeats', indexOf: (id: number) => number): number[] =>
    command[list].map((line, position) => {
      const index = indexOf(line.objectId);
      const path = `${list}[${position}]`;
      if (index === -1) note(errors, `${path}.objectId`, line.objectId, 'is not in the layout of the event');
      if (state.prices.byId(line.assignmentId) === undefined) {
        note(errors, `${path}.assignmentId`, line.assignmentId, 'is not a price of the event');
      }
      return index;
    });
  const seats = find('seats', (id) => state.seatMap.indexOf(id));
  const areas = find('groupOfSeats', (id) => state.seatMap.areaIndexOf(id));
  return { seats, areas, errors };
}

function note(
  errors: FieldError[],
  field: string,
  rejectedValue: unknown,
  message: string,
  code = 'UNKNOWN_VALUE',
): void {
  if (errors.length < fieldErrorsMax) errors.push({ field, message, rejectedValue, code });
}

function assign(state: EventState, command: Assignments): Decision {
  const { seats, areas, errors } = resolve(state, command);
  if (errors.length > 0) return invalid(errors);
  const conflicts = {
    seats: command.seats
      .filter((line, position) => isRepricingTaken(state, seats[position] as number, line.assignmentId))
      .map((line) => line.objectId),
    groupOfSeats: command.groupOfSeats
      .filter((line, position) => isRepricingTakenArea(state, areas[position] as number, line.assignmentId))
      .map((line) => line.objectId),
  };
  const { counts, errors: tooMany } = activeCounts(state, command.groupOfSeats, areas);
  if (tooMany.length > 0) return invalid(tooMany);
  return refuseConflicts(conflicts) ?? accept(assignedFacts(command, seats, counts), { kind: 'done' });
}

function isRepricingTaken(state: EventState, seat: number, price: number): boolean {
  return isTaken(state, seat) && state.prices.bySlot(state.seats.priceSlotOf(seat))?.id !== price;
}

function isRepricingTakenArea(state: EventState, index: number, price: number): boolean {
  const area = state.areaAt(index);
  return isTakenArea(state, index) && state.prices.bySlot(area.priceSlot)?.id !== price;
}

function isTaken(state: EventState, seat: number): boolean {
  return !state.seats.available.has(seat) && !state.seats.blocked.has(seat);
}

function isTakenArea(state: EventState, index: number): boolean {
  const area = state.areaAt(index);
  return area.held + area.locked + area.sold > 0;
}

/** The places that each area is to offer, by area; the last line of an area counts. */
function activeCounts(
  state: EventState,
  lines: readonly AreaAssignment[],
  indices: readonly number[],
): { readonly counts: readonly AreaCount[]; readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const counts = lines.map((line, position): AreaCount => {
    const area = state.areaAt(indices[position] as number);
    const offered = area.available + area.withheld;
    if ((line.activeCount ?? 0) > offered) {
      const message = `is more than the ${offered} places that nobody holds or bought`;
      note(errors, `groupOfSeats[${position}].activeCount`, line.activeCount, message, 'MAX');
    }
    return [indices[position] as number, line.activeCount ?? offered];
  });
  return { counts, errors };
}

function assignedFacts(command: Assignments, seats: readonly number[], counts: readonly AreaCount[]): readonly Fact[] {
  const finalPrices = new Map<number, number>();
  command.seats.forEach((line, position) => {
    finalPrices.set(seats[position] as number, line.assignmentId);
  });
  const finalAreas = new Map<number, readonly [price: number, available: number]>();
  command.groupOfSeats.forEach((line, position) => {
    const [area, available] = counts[position] as AreaCount;
    finalAreas.set(area, [line.assignmentId, available]);
  });
  const seatsByPrice = Map.groupBy(finalPrices.keys(), (seat) => finalPrices.get(seat) as number);
  const areasByPrice = Map.groupBy(finalAreas, ([, [price]]) => price);
  const facts: Fact[] = [];
  for (const price of new Set([...seatsByPrice.keys(), ...areasByPrice.keys()])) {
    const priced = seatsByPrice.get(price);
    const offered = areasByPrice.get(price)?.map(([area, [, available]]): AreaCount => [area, available]);
    facts.push({
      type: 'priced',
      price,
      ...(priced === undefined ? {} : { seats: runsOf(priced) }),
      ...(offered === undefined ? {} : { areas: offered }),
    });
  }
  const described = new Map<number, Properties>();
  command.seats.forEach((line, position) => {
    if (line.properties !== undefined) described.set(seats[position] as number, line.properties);
  });
  if (described.size > 0) facts.push({ type: 'seats-described', properties: [...described] });
  return facts;
}

/** Takes the named prices away where they are assigned; a line whose seat has another price changes nothing. */
function unassign(state: EventState, command: Assignments): Decision {
  const { seats, areas, errors } = resolve(state, command);
  if (errors.length > 0) return invalid(errors);
  const conflicts = {
    seats: command.seats
      .filter((_, position) => isTaken(state, seats[position] as number))
      .map((line) => line.objectId),
    groupOfSeats: command.groupOfSeats
      .filter((_, position) => isTakenArea(state, areas[position] as number))
      .map((line) => line.objectId),
  };
  const refusal = refuseConflicts(conflicts);
  if (refusal !== null) return refusal;
  const hasPrice = (slot: number, price: number): boolean => state.prices.bySlot(slot)?.id === price;
  const freedSeats = seats.filter((seat, position) =>
    hasPrice(state.seats.priceSlotOf(seat), command.seats[position]?.assignmentId as number),
  );
  const freedAreas = areas.filter((area, position) =>
    hasPrice(state.areaAt(area).priceSlot, command.groupOfSeats[position]?.assignmentId as number),
  );
  if (freedSeats.length === 0 && freedAreas.length === 0) return accept([], { kind: 'done' });
  const fact: Fact = {
    type: 'unpriced',
    ...(freedSeats.length > 0 ? { seats: runsOf(freedSeats) } : {}),
    ...(freedAreas.length > 0 ? { areas: [...new Set(freedAreas)] } : {}),
  };
  return accept([fact], { kind: 'done' });
}

function invalid(errors: readonly FieldError[]): Decision {
  return refuse({ code: 'VALIDATION_FAILED', detail: 'The assignment does not fit the event.', errors });
}

function refuseConflicts(conflicts: Conflicts): Decision | null {
  if (conflicts.seats.length === 0 && conflicts.groupOfSeats.length === 0) return null;
  const detail = 'Some of the lines are held or sold; nothing was changed.';
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail, conflicts });
}
