/**
 * How a private booking call is decided; `booking-rules.ts` has what differs between the calls. Precedence: an invalid
 * request, an event that is not on sale, a seat that a live session holds, a line in the wrong state (answered with
 * `done: false`), orphans.
 */

import { setFor } from '#collections/bitmap.ts';
import { chooseBest, wishErrors } from '../best/choose-best.ts';
import type { BookingCommand } from '../command.ts';
import { accept, type Decision, type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Fact } from '../fact.ts';
import { fieldErrorsMax } from '../limits.ts';
import type { HoldTypePolicy, Policy } from '../policy.ts';
import type { FailedLines, FieldError } from '../refusal.ts';
import type { BookingSelection } from '../selection.ts';
import { orphansBeside, orphansRefused } from '../session/decide-public.ts';
import { refuseUnlessPublished } from '../session/refusals.ts';
import type { EventUnit } from '../units/unit.ts';
import { incompleteUnits, refuseIncomplete, withSeatsOfUnits } from '../units/whole-units.ts';
import type { Booking, BookingRule } from './booking-rules.ts';
import { bookedTypes, refuseOverEventMax } from './booking-types.ts';
import { type AreaLine, failedLines, fittingLines, sumsOf } from './fitting-lines.ts';
import type { Orphans } from './orphan-rule.ts';

/** The resolved lines: a seat counts once, an area has one entry per line that names it. */
interface Resolved {
  readonly seats: readonly number[];
  readonly areas: readonly AreaLine[];
  readonly errors: readonly FieldError[];
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
  rule: BookingRule,
  state: EventState,
  command: BookingCommand,
  now: number,
  policy: Policy,
): Decision<BookedReply> {
  const { selection } = command;
  const isEach = command.mode === 'each';
  const holdType = holdTypeOf(selection, policy);
  const lines = resolve(state, selection);
  const types = bookedTypes(state, selection);
  const wrong = [
    ...(isEach ? [] : lines.errors),
    ...(types?.errors ?? []),
    ...(selection.best === undefined ? [] : wishErrors(state, selection.best)),
    ...(holdType === null ? [unknownHoldType(selection, policy)] : []),
  ];
  if (wrong.length > 0 || holdType === null) {
    const errors = wrong.slice(0, fieldErrorsMax);
    const [first] = errors as [FieldError];
    const detail = errors.length === 1 ? `${first.field}: ${first.message}` : 'The selection does not fit the event.';
    return refuse({ code: 'VALIDATION_FAILED', detail, errors });
  }
  const closed = refuseUncontrolled(rule, policy) ?? refuseUnlessPublished(state);
  if (closed !== null) return closed;
  const held = rule.isAcquiring && !isEach ? refuseHeld(state, lines.seats) : null;
  if (held !== null) return held;
  const fitting = fittingLines(state, rule, lines, isEach);
  if (!isEach && fitting.isShort) return booked(false, [], selection.best === undefined ? undefined : []);
  const overMax = refuseOverEventMax(state, types);
  if (overMax !== null) return overMax;
  if (selection.best !== undefined) {
    const chosen = chooseBest(state, null, selection.best, policy.orphanSeatPrevention);
    if (!chosen.ok) return chosen;
    const { seats } = chosen;
    const areas = sumsOf(fitting.areas);
    const ids = seats.map((seat) => state.seatMap.idAt(seat));
    return booked(true, factsOf(rule, state, { selection, holdType, seats, areas, types }, now), ids);
  }
  const incomplete = incompleteUnits(state, fitting.seats, (seat) => belongs(rule, state, seat));
  if (!isEach && incomplete !== null) return refuseIncomplete(state, incomplete) as Refused;
  const whole = incomplete === null ? fitting.seats : withoutUnits(state, fitting.seats, incomplete.units);
  const orphans = rule.isAcquiring && policy.orphanSeatPrevention ? orphansBeside(state, null, whole) : noOrphans;
  if (!isEach && orphans.refused.length > 0) return orphansRefused(state, orphans);
  // The other seats leave no single seat then: a refused seat stays free and is a neighbour.
  const seats = without(state, whole, orphans.refused);
  const facts = factsOf(rule, state, { selection, holdType, seats, areas: sumsOf(fitting.areas), types }, now);
  if (!isEach) return booked(true, facts);
  const failed = failedLines(state, selection, seats, fitting.areas);
  const done = failed.seats.length + failed.groupOfSeats.length === 0;
  return accept(facts, { kind: 'booked', done, failed });
}

/** Whether the call has to name the seat beside another one of its WHOLE unit: to take it, or to move it with the others. */
function belongs(rule: BookingRule, { seats }: EventState, seat: number): boolean {
  return rule.takesFrom === 'available' || (rule.fits(seats, seat) && !seats.available.has(seat));
}

function withoutUnits(state: EventState, seats: readonly number[], units: readonly EventUnit[]): readonly number[] {
  return without(
    state,
    seats,
    units.flatMap((unit) => unit.seats),
  );
}

const noOrphans: Orphans = { refused: [], alone: [] };

function without(state: EventState, seats: readonly number[], refused: readonly number[]): readonly number[] {
  if (refused.length === 0) return seats;
  const gone = setFor(refused.length, state.seats.size);
  for (const seat of refused) gone.add(seat);
  return seats.filter((seat) => !gone.has(seat));
}

/** The facts of the lines that can be done. */
function factsOf(rule: BookingRule, state: EventState, booking: Booking, now: number): readonly Fact[] {
  return booking.seats.length + booking.areas.length === 0 ? [] : rule.facts(state, booking, now);
}

function refuseUncontrolled(rule: BookingRule, policy: Policy): Refused | null {
  if (policy.salesControlEnabled || rule.isControlled !== true) return null;
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

function resolve(state: EventState, selection: BookingSelection): Resolved {
  const errors: FieldError[] = [];
  const seats: number[] = [];
  const named = withSeatsOfUnits(state, selection.seats, selection.units);
  errors.push(...named.errors);
  const ids: BookingSelection['seats'] = named.seats;
  const seen = setFor(ids.length, state.seats.size);
  for (let position = 0; position < ids.length; position++) {
    const id = ids[position]!;
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

/** `seats`: the ids of seats that the event has chosen. */
function booked(done: boolean, facts: readonly Fact[], seats?: readonly number[]): Decision<BookedReply> {
  return accept(facts, { kind: 'booked', done, ...(seats === undefined ? {} : { seats }) });
}
