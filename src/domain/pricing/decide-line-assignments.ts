/**
 * The rules of assignments in which every line succeeds or fails on its own (contract: Legacy v1). A line fails when it
 * names nothing known, wants more places than there are, or would change the price of held or sold inventory.
 */

import { type DoneReply, done } from '../commands/done.ts';
import { accept, type Decision } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount, Fact } from '../fact.ts';
import { priceSlotsMax } from '../limits.ts';
import type { Properties } from '../properties.ts';
import type { FailedLines } from '../refusal.ts';
import { canSizeArea, takenPlaces } from '../seats/areas.ts';
import { runsByValue, runsOf } from '../seats/seat-runs.ts';
import { isTakenArea, sizedFacts } from './decide-assignments.ts';
import { refuseTooMany } from './decide-pricing.ts';
import type { Price } from './price.ts';
import type { LineAssignmentCommand } from './pricing-command.ts';

export interface AssignedReply {
  readonly kind: 'assigned';
  readonly failed: FailedLines;
}

export function cleanLines(state: EventState): Decision<DoneReply> {
  return accept(cleanFacts(state), done);
}

/** An event that no fact has touched is clean. */
function cleanFacts(state: EventState): readonly Fact[] {
  return state.isTouched ? [{ type: 'cleaned' }] : [];
}

type AssignCommand = Extract<LineAssignmentCommand, { kind: 'assign-amounts' }>;

/** The combined lines of one price; the last line of a seat or area counts. */
interface Assigned {
  readonly id: number;
  readonly seats: number[];
  readonly areas: AreaCount[];
}

export function assignLines(state: EventState, command: AssignCommand): Decision<AssignedReply> {
  // More prices than a column can distinguish, and more than an event may have.
  const excess = command.prices.length < priceSlotsMax ? null : refuseTooMany(state, command.prices.length);
  if (excess !== null) return excess;
  const known = command.prices.map(({ name }) => state.prices.byName(name));
  const seats = judgeSeats(state, command, known);
  const areas = judgeAreas(state, command, known);
  const assigned = new Map<string, Assigned>();
  const assignedTo = (price: number): Assigned => {
    const { id, name } = command.prices[price]!;
    const found = assigned.get(name) ?? { id: known[price]?.id ?? id, seats: [], areas: [] };
    assigned.set(name, found);
    return found;
  };
  for (const [price, runs] of seats.passed) for (const part of runs) assignedTo(price - 1).seats.push(part);
  for (const [area, { price, places }] of areas.passed) assignedTo(price).areas.push([area, places]);
  const added = [...assigned].filter(([name]) => state.prices.byName(name) === undefined);
  const refusal = refuseTooMany(state, added.length);
  if (refusal !== null) return refusal;
  const facts: Fact[] = command.isClean ? [...cleanFacts(state)] : [];
  if (added.length > 0) {
    facts.push({ type: 'prices-defined', prices: added.map(([name, { id }]) => ({ id, name, externalId: null })) });
  }
  facts.push(...sizedFacts(areas.sizes));
  for (const line of assigned.values()) {
    facts.push({
      type: 'priced',
      price: line.id,
      ...(line.seats.length > 0 ? { seats: line.seats } : {}),
      ...(line.areas.length > 0 ? { areas: line.areas } : {}),
    });
  }
  if (seats.properties.size > 0) facts.push({ type: 'seats-described', properties: [...seats.properties] });
  return accept(facts, assignedReply({ seats: seats.failed, groupOfSeats: areas.failed }));
}

type KnownPrices = readonly (Price | undefined)[];

/** `passed`: runs of seats by the price of their last line. Prices count from 1, because 0 means none. */
function judgeSeats(state: EventState, command: AssignCommand, known: KnownPrices) {
  const { ids, priceAt, prices, described, texts } = command.seats;
  const slots = Int32Array.from(prices, (price) => known[price]?.slot ?? -1);
  const found = new Int32Array(ids.length).fill(-1);
  let first = Number.POSITIVE_INFINITY;
  let last = -1;
  const failed: number[] = [];
  for (let position = 0; position < ids.length; position++) {
    const seat = state.seatOf(ids[position]!);
    const isFree = seat !== -1 && (command.isClean || !isTaken(state, seat));
    if (!isFree && (seat === -1 || state.seats.priceSlotOf(seat) !== slots[priceAt[position]!])) {
      failed.push(position);
      continue;
    }
    found[position] = seat;
    if (seat < first) first = seat;
    if (seat > last) last = seat;
  }
  const properties = new Map<number, Properties>();
  for (const [at, position] of described.entries()) {
    if (found[position] !== -1) properties.set(found[position]!, texts[at]!);
  }
  if (last === -1) return { passed: [], properties, failed };
  const finalPrices = new Uint16Array(last - first + 1);
  for (let position = 0; position < found.length; position++) {
    const seat = found[position]!;
    if (seat !== -1) finalPrices[seat - first] = prices[priceAt[position]!]! + 1;
  }
  return { passed: runsByValue(finalPrices, first), properties, failed };
}

/** `sizes`: new capacities of areas that the event sizes itself. */
function judgeAreas(state: EventState, command: AssignCommand, known: KnownPrices) {
  const passed = new Map<number, { readonly price: number; readonly places: number }>();
  const sizes = new Map<number, number>();
  const failed: number[] = [];
  for (const [position, { id, capacity: places, price }] of command.groupOfSeats.entries()) {
    const index = state.areaOf(id);
    if (index === -1 || !fits(state, command, index, places, known[price])) {
      failed.push(position);
      continue;
    }
    const area = state.areaAt(index);
    if (!canSizeArea(area)) {
      passed.set(index, { price, places });
      continue;
    }
    const taken = command.isClean ? 0 : takenPlaces(area);
    const capacity = Math.max(places, taken);
    passed.set(index, { price, places: capacity - taken });
    // Cleaning has removed the event's own capacity before.
    if (capacity === (command.isClean ? 0 : area.capacity)) sizes.delete(index);
    else sizes.set(index, capacity);
  }
  return { passed, sizes, failed };
}

function fits(state: EventState, command: AssignCommand, index: number, places: number, price: Price | undefined) {
  const area = state.areaAt(index);
  const canHave = canSizeArea(area) || places <= (command.isClean ? area.capacity : area.available + area.withheld);
  return canHave && (command.isClean || !isTakenArea(state, index) || area.priceSlot === price?.slot);
}

/** Held, locked or sold: a blocked seat may get another price. */
function isTaken(state: EventState, seat: number): boolean {
  return !state.seats.available.has(seat) && !state.seats.blocked.has(seat);
}

type ClearCommand = Extract<LineAssignmentCommand, { kind: 'clear-prices' }>;

/** A line whose seat or area has no price already succeeds. */
export function clearLines(state: EventState, command: ClearCommand): Decision<AssignedReply> {
  const seats = Array.from(command.seats, (id) => state.seatOf(id));
  const areas = command.groupOfSeats.map((id) => state.areaOf(id));
  const isSeatFine = (seat: number): boolean => seat !== -1 && !isTaken(state, seat);
  const isAreaFine = (area: number): boolean => area !== -1 && !isTakenArea(state, area);
  const freedSeats = seats.filter((seat) => isSeatFine(seat) && state.seats.priceSlotOf(seat) !== 0);
  const freedAreas = new Set(areas.filter((area) => isAreaFine(area) && state.areaAt(area).priceSlot !== 0));
  const failed = {
    seats: [...seats.keys()].filter((position) => !isSeatFine(seats[position]!)),
    groupOfSeats: [...areas.keys()].filter((position) => !isAreaFine(areas[position]!)),
  };
  if (freedSeats.length === 0 && freedAreas.size === 0) return accept([], assignedReply(failed));
  const fact: Fact = {
    type: 'unpriced',
    ...(freedSeats.length > 0 ? { seats: runsOf(freedSeats) } : {}),
    ...(freedAreas.size > 0 ? { areas: [...freedAreas] } : {}),
  };
  return accept([fact], assignedReply(failed));
}

function assignedReply(failed: FailedLines): AssignedReply {
  return { kind: 'assigned', failed };
}
