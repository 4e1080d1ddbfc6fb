/**
 * The rules of the private booking calls. Precedence: an invalid request, an event that is not on sale,
 * a seat that a live session holds, a line in the wrong state (answered false), orphans.
 */
import type { BookingCommand, BookingSelection } from '../command.ts';
import { accept, type Decision, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount, Fact } from '../fact.ts';
import { fieldErrorsMax } from '../limits.ts';
import type { HoldTypePolicy, Policy } from '../policy.ts';
import type { FieldError } from '../refusal.ts';
import { refuseOrphans } from '../session/decide-public.ts';
import { refuseUnlessPublished } from '../session/refusals.ts';
import { recallAnswer, rememberAnswer } from './remembered-answer.ts';
import { runsOf } from './seat-runs.ts';

/** Indices of what a selection names: a seat counts once, the amounts of an area add up. */
interface Lines {
  readonly seats: readonly number[];
  readonly areas: readonly AreaCount[];
}

export function decideBooking(state: EventState, command: BookingCommand, now: number, policy: Policy): Decision {
  const recalled = recallAnswer(state, command.key);
  if (recalled !== null) return recalled;
  return rememberAnswer(command.key, decide(state, command, now, policy));
}

function decide(state: EventState, command: BookingCommand, now: number, policy: Policy): Decision {
  const { selection } = command;
  const holdType = holdTypeOf(selection, policy);
  const lines = resolve(state, selection);
  const wrong = [...lines.errors, ...(holdType === null ? [unknownHoldType(selection)] : [])];
  if (wrong.length > 0 || holdType === null) {
    const errors = wrong.slice(0, fieldErrorsMax);
    return refuse({ code: 'VALIDATION_FAILED', detail: 'The selection does not fit the event.', errors });
  }
  const closed = refuseUnlessPublished(state);
  if (closed !== null) return closed;
  if (command.kind === 'unlock-seats') return unlock(state, lines);
  const held = lines.seats.filter((seat) => state.seats.locked.has(seat) && state.seats.ownerOf(seat) > 0);
  if (held.length > 0) {
    return refuse({
      code: 'SESSION_HELD',
      detail: 'Some of the seats are held by a booking session.',
      conflicts: { seats: held.map((seat) => state.seatMap.idAt(seat)), groupOfSeats: [] },
    });
  }
  if (!isFree(state, lines)) return booked(false, []);
  const orphans = policy.orphanSeatPrevention ? refuseOrphans(state, lines.seats) : null;
  if (orphans !== null) return orphans;
  if (lines.seats.length === 0 && lines.areas.length === 0) return booked(true, []);
  if (command.kind === 'sell-seats') return booked(true, [soldFact(selection, lines)]);
  return booked(true, [lockedFact(state, selection, lines, holdType, now)]);
}

function resolve(state: EventState, selection: BookingSelection): Lines & { readonly errors: readonly FieldError[] } {
  const errors: FieldError[] = [];
  const seats = new Set<number>();
  for (const [position, id] of selection.seats.entries()) {
    const seat = state.seatMap.indexOf(id);
    if (seat === -1) errors.push(unknownValue(`seats[${position}].id`, id, 'is not a seat of the event'));
    else seats.add(seat);
  }
  const areas = new Map<number, number>();
  for (const [position, { id, capacity }] of selection.groupOfSeats.entries()) {
    const area = state.seatMap.areaIndexOf(id);
    if (area === -1) errors.push(unknownValue(`groupOfSeats[${position}].id`, id, 'is not an area of the event'));
    else if (capacity > 0) areas.set(area, (areas.get(area) ?? 0) + capacity);
  }
  return { seats: [...seats], areas: [...areas], errors };
}

function unknownValue(field: string, rejectedValue: unknown, message: string): FieldError {
  return { field, message, rejectedValue, code: 'UNKNOWN_VALUE' };
}

function unknownHoldType(selection: BookingSelection): FieldError {
  return unknownValue('holdType', selection.holdType, 'is not a hold type of the organization');
}

/** RESERVED never expires; no type at all locks with the organization's default expiry. Null: unknown. */
function holdTypeOf(selection: BookingSelection, policy: Policy): HoldTypePolicy | null {
  if (selection.holdType === null) return { ttlMs: policy.lockMs, validState: 'LOCKED' };
  if (selection.holdType === 'RESERVED') return { ttlMs: null, validState: 'LOCKED' };
  return Object.hasOwn(policy.holdTypes, selection.holdType) ? (policy.holdTypes[selection.holdType] ?? null) : null;
}

function isFree(state: EventState, lines: Lines): boolean {
  return (
    lines.seats.every((seat) => state.seats.available.has(seat)) &&
    lines.areas.every(([index, amount]) => state.areaAt(index).available >= amount)
  );
}

function lockedFact(
  state: EventState,
  selection: BookingSelection,
  lines: Lines,
  holdType: HoldTypePolicy,
  now: number,
): Fact {
  // Whole seconds, so that the GA locks of a busy second share one record.
  const deadline = holdType.ttlMs === null ? null : Math.ceil((now + holdType.ttlMs) / 1000) * 1000;
  const isBlocking = holdType.validState === 'BLOCKED';
  const lock = state.lastOrdinal + 1;
  let next = lock;
  const areas = lines.areas.map(([index, amount]): readonly [number, number, number] => {
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
    ...(lines.seats.length > 0 ? { seats: runsOf(lines.seats) } : {}),
    ...(areas.length > 0 ? { areas } : {}),
    ...(isBlocking ? { blocked: true } : {}),
    ...record(selection),
  };
}

function soldFact(selection: BookingSelection, lines: Lines): Fact {
  return {
    type: 'sold',
    ...(lines.seats.length > 0 ? { seats: runsOf(lines.seats) } : {}),
    ...(lines.areas.length > 0 ? { areas: lines.areas } : {}),
    ...record(selection),
  };
}

function record(selection: BookingSelection): { readonly holdType?: string; readonly label?: string } {
  return {
    ...(selection.holdType === null ? {} : { holdType: selection.holdType }),
    ...(selection.label === null ? {} : { label: selection.label }),
  };
}

/** Available seats are unlocked already; sold, blocked and session-held ones answer false. */
function unlock(state: EventState, lines: Lines): Decision {
  const seats: number[] = [];
  for (const seat of lines.seats) {
    if (state.seats.available.has(seat)) continue;
    if (!state.seats.locked.has(seat) || state.seats.ownerOf(seat) > 0) return booked(false, []);
    seats.push(seat);
  }
  const areas: (readonly [number, number, number])[] = [];
  for (const [index, amount] of lines.areas) {
    let missing = amount;
    for (const ordinal of state.areaAt(index).locks) {
      const lock = state.lockAt(ordinal);
      if (missing === 0) break;
      if (lock.isBlocking) continue;
      const taken = Math.min(missing, lock.remaining);
      areas.push([index, taken, ordinal]);
      missing -= taken;
    }
    if (missing > 0) return booked(false, []);
  }
  if (seats.length === 0 && areas.length === 0) return booked(true, []);
  const unlocked: Fact = {
    type: 'unlocked',
    ...(seats.length > 0 ? { seats: runsOf(seats) } : {}),
    ...(areas.length > 0 ? { areas } : {}),
  };
  return booked(true, [unlocked]);
}

function booked(done: boolean, facts: readonly Fact[]): Decision {
  return accept(facts, { kind: 'booked', done });
}
