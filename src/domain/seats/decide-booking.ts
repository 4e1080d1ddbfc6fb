/**
 * The rules of the private booking calls. Precedence: an invalid request, an event that is not on sale, a seat that a
 * live session holds, a line in the wrong state (answered with `done: false`), orphans.
 */

import { assert } from '#collections/assert.ts';
import { setFor } from '#collections/bitmap.ts';
import { chooseBest, wishErrors } from '../best/choose-best.ts';
import type { BookingCommand, BookingSelection } from '../command.ts';
import { accept, type Decision, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount, Fact } from '../fact.ts';
import { fieldErrorsMax } from '../limits.ts';
import type { HoldTypePolicy, Policy } from '../policy.ts';
import type { FailedLines, FieldError } from '../refusal.ts';
import { orphansBeside, orphansRefused } from '../session/decide-public.ts';
import { refuseUnlessPublished } from '../session/refusals.ts';
import { type AreaLine, failedLines, fittingLines, sumsOf } from './fitting-lines.ts';
import type { Orphans } from './orphan-rule.ts';
import type { SeatRuns } from './seat-runs.ts';
import { runsOf } from './seat-runs.ts';

/** Seats and areas of a selection by index: a seat counts once, the amounts of an area add up. */
interface Lines {
  readonly seats: readonly number[];
  readonly areas: readonly AreaCount[];
}

/** The resolved lines: a seat counts once, an area has one entry per line that names it. */
interface Resolved {
  readonly seats: readonly number[];
  readonly areas: readonly AreaLine[];
  readonly errors: readonly FieldError[];
}

/** A booking whose preconditions have been checked. */
interface Booking extends Lines {
  readonly kind: BookingCommand['kind'];
  readonly selection: BookingSelection;
  readonly holdType: HoldTypePolicy;
}

/**
 * `failed`: only when every line is decided on its own; `done` is then true when no line failed. `seats`: only when the
 * event chose the seats; their ids.
 */
export interface BookedReply {
  readonly kind: 'booked';
  readonly done: boolean;
  readonly failed?: FailedLines;
  readonly seats?: readonly number[];
}

export function decideBooking(
  state: EventState,
  command: BookingCommand,
  now: number,
  policy: Policy,
): Decision<BookedReply> {
  const { kind, selection } = command;
  const isEach = command.mode === 'each';
  const holdType = holdTypeOf(selection, policy);
  const lines = resolve(state, selection);
  const wrong = [
    ...(isEach ? [] : lines.errors),
    ...(selection.best === undefined ? [] : wishErrors(state, selection.best)),
    ...(holdType === null ? [unknownHoldType(selection, policy)] : []),
  ];
  if (wrong.length > 0 || holdType === null) {
    const errors = wrong.slice(0, fieldErrorsMax);
    const [first] = errors as [FieldError];
    const detail = errors.length === 1 ? `${first.field}: ${first.message}` : 'The selection does not fit the event.';
    return refuse({ code: 'VALIDATION_FAILED', detail, errors });
  }
  const closed = refuseUncontrolled(kind, policy) ?? refuseUnlessPublished(state);
  if (closed !== null) return closed;
  const isAcquiring = acquiring.includes(kind);
  const held = isAcquiring && !isEach ? refuseHeld(state, lines.seats) : null;
  if (held !== null) return held;
  const fitting = fittingLines(state, kind, lines, isEach);
  if (!isEach && fitting.isShort) return booked(false, [], selection.best === undefined ? undefined : []);
  if (selection.best !== undefined) {
    const chosen = chooseBest(state, selection.best, policy.orphanSeatPrevention);
    if (!chosen.ok) return chosen;
    const { seats } = chosen;
    const areas = sumsOf(fitting.areas);
    const ids = seats.map((seat) => state.seatMap.idAt(seat));
    return booked(true, factsOf(state, { kind, selection, holdType, seats, areas }, now), ids);
  }
  const orphans = isAcquiring && policy.orphanSeatPrevention ? orphansBeside(state, fitting.seats) : noOrphans;
  if (!isEach && orphans.refused.length > 0) return orphansRefused(state, orphans);
  // The other seats leave no single seat then: a refused seat stays free and is a neighbour.
  const seats = without(state, fitting.seats, orphans.refused);
  const facts = factsOf(state, { kind, selection, holdType, seats, areas: sumsOf(fitting.areas) }, now);
  if (!isEach) return booked(true, facts);
  const failed = failedLines(state, selection, seats, fitting.areas);
  const done = failed.seats.length + failed.groupOfSeats.length === 0;
  return accept(facts, { kind: 'booked', done, failed });
}

const noOrphans: Orphans = { refused: [], alone: [] };

function without(state: EventState, seats: readonly number[], refused: readonly number[]): readonly number[] {
  if (refused.length === 0) return seats;
  const gone = setFor(refused.length, state.seats.size);
  for (const seat of refused) gone.add(seat);
  return seats.filter((seat) => !gone.has(seat));
}

/** The contract's lock, directsale and sale: only these answer SESSION_HELD and ORPHAN_SEATS. */
const acquiring: readonly BookingCommand['kind'][] = ['lock-seats', 'sell-seats', 'sell-locks'];
/** These need the organization's sales control mode. */
const controlled: readonly BookingCommand['kind'][] = ['sell-locks', 'revert-sales'];

function refuseUncontrolled(kind: BookingCommand['kind'], policy: Policy): Refused | null {
  if (policy.salesControlEnabled || !controlled.includes(kind)) return null;
  return refuse({ code: 'SALES_CONTROL_DISABLED', detail: 'The organization has switched sales control off.' });
}

function refuseHeld(state: EventState, seats: readonly number[]): Refused | null {
  const held = seats.filter((seat) => state.seats.locked.has(seat) && state.seats.ownerOf(seat) > 0);
  if (held.length === 0) return null;
  return refuse({
    code: 'SESSION_HELD',
    detail: 'Some of the seats are held by a booking session.',
    conflicts: { seats: held.map((seat) => state.seatMap.idAt(seat)), groupOfSeats: [] },
  });
}

/** The facts of the lines that can be done. */
function factsOf(state: EventState, booking: Booking, now: number): readonly Fact[] {
  const { kind, selection } = booking;
  if (booking.seats.length + booking.areas.length === 0) return [];
  switch (kind) {
    case 'lock-seats': {
      const { ttlMs, validState } = booking.holdType;
      // Whole seconds, so that the GA locks of a busy second share one record.
      const deadline = ttlMs === null ? null : Math.ceil((now + ttlMs) / 1000) * 1000;
      return [lockedFact(state, booking, deadline, validState === 'BLOCKED')];
    }
    case 'block-seats':
      return [lockedFact(state, booking, null, true)];
    case 'sell-seats':
      return [{ type: 'sold', ...compact(booking), ...record(selection) }];
    case 'sell-locks':
      return [{ type: 'locks-sold', ...compact(takeLocked(state, booking, false)), ...record(selection) }];
    case 'unlock-seats': {
      // Available seats are unlocked already.
      const seats = booking.seats.filter((seat) => !state.seats.available.has(seat));
      return unlockedFacts(takeLocked(state, { ...booking, seats }, false));
    }
    case 'unblock-seats':
      return unlockedFacts(takeLocked(state, booking, true));
    case 'revert-sales':
      return revertedFacts(state, booking);
  }
}

function resolve(state: EventState, selection: BookingSelection): Resolved {
  const errors: FieldError[] = [];
  const seats: number[] = [];
  const seen = setFor(selection.seats.length, state.seats.size);
  for (let position = 0; position < selection.seats.length; position++) {
    const id = selection.seats[position]!;
    const seat = state.seatOf(id);
    if (seat === -1) errors.push(unknownValue(`seats[${position}].id`, id, 'must be a seat of the event'));
    else if (!seen.has(seat)) {
      seen.add(seat);
      seats.push(seat);
    }
  }
  const areas: AreaLine[] = [];
  for (const [position, { id, capacity }] of selection.groupOfSeats.entries()) {
    const area = state.areaOf(id);
    if (area === -1) errors.push(unknownValue(`groupOfSeats[${position}].id`, id, 'must be an area of the event'));
    else areas.push([area, capacity, position]);
  }
  return { seats, areas, errors };
}

function unknownValue(field: string, rejectedValue: unknown, message: string): FieldError {
  return { field, message, rejectedValue, code: 'UNKNOWN_VALUE' };
}

function unknownHoldType(selection: BookingSelection, { holdTypes }: Policy): FieldError {
  const names = ['RESERVED', ...Object.keys(holdTypes).sort()].slice(0, holdTypesNamedMax);
  return unknownValue('holdType', selection.holdType, `must be null or one of ${names.join(', ')}`);
}

/** More names would only make the answer longer. */
const holdTypesNamedMax = 50;

/** RESERVED never expires; without a type a lock has the organization's default expiry. Null: unknown type. */
function holdTypeOf(selection: BookingSelection, policy: Policy): HoldTypePolicy | null {
  if (selection.holdType === null) return { ttlMs: policy.lockMs, validState: 'LOCKED' };
  if (selection.holdType === 'RESERVED') return { ttlMs: null, validState: 'LOCKED' };
  return Object.hasOwn(policy.holdTypes, selection.holdType) ? (policy.holdTypes[selection.holdType] ?? null) : null;
}

function lockedFact(state: EventState, booking: Booking, deadline: number | null, isBlocking: boolean): Fact {
  const { selection } = booking;
  const lock = state.lastOrdinal + 1;
  let next = lock;
  const areas = booking.areas.map(([index, amount]): PlacesOfLock => {
    const shared = state.areaAt(index).locks.findLast((ordinal) => {
      const existing = state.lockAt(ordinal);
      const isAlike = existing.holdType === selection.holdType && existing.isBlocking === isBlocking;
      return isAlike && existing.deadline === deadline;
    });
    if (shared !== undefined) return [index, amount, shared];
    next++;
    return [index, amount, next];
  });
  return {
    type: 'locked',
    lock,
    deadline,
    ...compact({ seats: booking.seats, areas }),
    ...(isBlocking ? { blocked: true } : {}),
    ...record(selection),
  };
}

type PlacesOfLock = readonly [area: number, amount: number, lock: number];

interface LockedLines {
  readonly seats: readonly number[];
  readonly areas: readonly PlacesOfLock[];
}

/** Seats unchanged; places by the lock they are taken from, earliest deadline first. */
function takeLocked(state: EventState, lines: Lines, isBlocking: boolean): LockedLines {
  const areas: PlacesOfLock[] = [];
  for (const [index, amount] of lines.areas) {
    let missing = amount;
    for (const ordinal of state.areaAt(index).locks) {
      const lock = state.lockAt(ordinal);
      if (missing === 0) break;
      if (lock.isBlocking !== isBlocking) continue;
      const taken = Math.min(missing, lock.remaining);
      areas.push([index, taken, ordinal]);
      missing -= taken;
    }
    assert(missing === 0, () => `area ${index} counts more places than its locks have`);
  }
  return { seats: lines.seats, areas };
}

function unlockedFacts(lines: LockedLines): readonly Fact[] {
  return lines.seats.length + lines.areas.length === 0 ? [] : [{ type: 'unlocked', ...compact(lines) }];
}

/** Sold seats of any buyer; of places, the privately sold ones first, then those of the newest buyers. */
function revertedFacts(state: EventState, lines: Lines): readonly Fact[] {
  const areas: AreaCount[] = [];
  const bought: (readonly [area: number, amount: number, session: number])[] = [];
  for (const [index, amount] of lines.areas) {
    const area = state.areaAt(index);
    const ownSales = Math.min(amount, area.soldPrivately);
    if (ownSales > 0) areas.push([index, ownSales]);
    for (const [session, places] of area.purchases.newest(amount - ownSales)) bought.push([index, places, session]);
  }
  return [{ type: 'reverted', ...compact({ seats: lines.seats, areas }), ...(bought.length > 0 ? { bought } : {}) }];
}

/** In the form of facts: runs of seats, and no empty members. */
function compact<Places>({ seats, areas }: { readonly seats: readonly number[]; readonly areas: readonly Places[] }): {
  readonly seats?: SeatRuns;
  readonly areas?: readonly Places[];
} {
  return { ...(seats.length > 0 ? { seats: runsOf(seats) } : {}), ...(areas.length > 0 ? { areas } : {}) };
}

function record(selection: BookingSelection): { readonly holdType?: string; readonly label?: string } {
  return {
    ...(selection.holdType === null ? {} : { holdType: selection.holdType }),
    ...(selection.label === null ? {} : { label: selection.label }),
  };
}

/** `seats`: the ids of seats that the event has chosen. */
function booked(done: boolean, facts: readonly Fact[], seats?: readonly number[]): Decision<BookedReply> {
  return accept(facts, { kind: 'booked', done, ...(seats === undefined ? {} : { seats }) });
}
