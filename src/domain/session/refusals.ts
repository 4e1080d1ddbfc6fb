/**
 * The refusals of session calls, each built in one place with the members that the contract prescribes.
 */
import { openingFor } from '../allotments/may-take.ts';
import { seatKinds } from '../best/seating.ts';
import type { InvalidBody } from '../command.ts';
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Conflicts } from '../refusal.ts';
import { isLive, type Session } from './session.ts';

/** Unknown, foreign and invented session ids get the same answer. */
export function unknownSession(): Refused {
  return refuse({ code: 'ENTITY_NOT_FOUND', detail: 'There is no such session.' });
}

export function unknownEvent(): Refused {
  return refuse({ code: 'ENTITY_NOT_FOUND', detail: 'There is no such event.' });
}

export function notEnabled(): Refused {
  return refuse({ code: 'NOT_ENABLED', detail: 'The organization has not enabled public sessions.' });
}

export function invalidBody(body: InvalidBody): Refused {
  return refuse({ code: body.invalid, detail: body.detail, errors: body.errors });
}

export function capExceeded(maxSeats: number): Refused {
  return refuse({ code: 'CAP_SEATS', detail: `A session may hold at most ${maxSeats} seats and places.`, maxSeats });
}

/** The lines of a selection that the session cannot take. */
export interface UnavailableLines {
  /** Null when every line is available. */
  readonly conflicts: Conflicts | null;
  /** From when the places among the conflicts could be taken; null: never, or there are none. */
  readonly placesOpenAt: number | null;
}

/**
 * Refuses lines that the session cannot take; otherwise null. Seats and places that are all free and only wait for their
 * allotments to open for the session are not on sale yet.
 */
export function refuseConflicts(
  state: EventState,
  session: Session,
  { conflicts, placesOpenAt }: UnavailableLines,
  now: number,
): Refused | null {
  if (conflicts === null) return null;
  // Nothing waits for the counter: it may take all that is free.
  if (session.counter === true) return conflicting(conflicts);
  if (state.allotments?.hasNeed === true && isReserved(state, conflicts)) return accessibleReserved(conflicts);
  const opensAt = state.allotments === null ? null : openingOf(state, session, { ...conflicts, placesOpenAt }, now);
  if (opensAt === null) return conflicting(conflicts);
  const detail = 'Some seats or places of the selection are not on sale yet; nothing was changed.';
  return refuse({ code: 'NOT_ON_SALE', detail, conflicts, opensAt });
}

/** Whether all of the lines are free seats, and a wheelchair place of an allotment for those who need it is among them. */
function isReserved(state: EventState, { seats, groupOfSeats }: Conflicts): boolean {
  if (groupOfSeats.length > 0) return false;
  const free = seats.map((id) => state.seatOf(id)).filter((seat) => seat !== -1 && state.seats.available.has(seat));
  return free.length === seats.length && free.some((seat) => isReservedPlace(state, seat));
}

function isReservedPlace({ allotments, seatMap }: EventState, seat: number): boolean {
  const access = allotments?.bySlot(allotments.slotOf(seat))?.access;
  return access === 'NEED' && seatMap.seating?.kindOf(seat) === seatKinds.wheelchair;
}

function accessibleReserved(conflicts: Conflicts): Refused {
  const detail = 'Wheelchair places are kept for buyers who declare the need: lock them with `accessible`.';
  return refuse({ code: 'ACCESSIBLE_RESERVED', detail, conflicts });
}

/** When the last of the lines opens for the session; null: some of them never do, or are taken. */
function openingOf(
  state: EventState,
  session: Session,
  { seats, groupOfSeats, placesOpenAt }: Conflicts & Pick<UnavailableLines, 'placesOpenAt'>,
  now: number,
): number | null {
  let latest = groupOfSeats.length === 0 ? 0 : (placesOpenAt ?? 0);
  if (groupOfSeats.length > 0 && latest <= now) return null;
  for (const id of seats) {
    const seat = state.seatOf(id);
    const isOffered = seat !== -1 && state.seats.available.has(seat) && state.seats.priceSlotOf(seat) !== 0;
    const opensAt = isOffered ? openingFor(state, session, seat, now) : null;
    if (opensAt === null) return null;
    latest = Math.max(latest, opensAt);
  }
  return latest === 0 ? null : latest;
}

export function conflicting(conflicts: Conflicts): Refused {
  return refuse({
    code: 'SEAT_CONFLICT',
    detail: 'Some seats or places of the selection are not available; nothing was changed.',
    conflicts,
  });
}

/** Refuses the call on a draft or an archived event; null when the event is published. */
export function refuseUnlessPublished(state: EventState): Refused | null {
  if (state.status === 'PUBLISHED') return null;
  return state.status === 'DRAFT'
    ? refuse({ code: 'EVENT_NOT_PUBLISHED', detail: 'The event is a draft and not on sale yet.' })
    : refuse({ code: 'EVENT_ARCHIVED', detail: 'The event is archived.' });
}

/** Refuses a cart that grows: when the session is a buyer's, also once the event of a series has started. */
export function refuseUnlessSelling(state: EventState, { counter }: Session, now: number): Refused | null {
  return counter === true ? refuseUnlessPublished(state) : refuseUnlessOnSale(state, now);
}

/** Refuses the call when the event of a series has started or the event is not published; otherwise null. */
export function refuseUnlessOnSale(state: EventState, now: number): Refused | null {
  if (now < (state.closesAt ?? Number.POSITIVE_INFINITY)) return refuseUnlessPublished(state);
  return refuse({ code: 'BOOKING_CLOSED', detail: 'The event has started.' });
}

/** Refuses a change of the cart unless the session is ACTIVE and its hold has not run out. */
export function refuseUnlessOpen(session: Session, now: number): Refused | null {
  if (session.state === 'PENDING_PAYMENT') {
    return refuse({ code: 'SESSION_FROZEN', detail: 'The session is frozen for payment.', state: session.state });
  }
  if (session.state === 'ACTIVE' && now < (session.deadline ?? 0)) return null;
  return sessionDead(session);
}

/** `gone`: the lines that a late payment could not take again. */
export function sessionDead(session: Session, gone?: Conflicts): Refused {
  return refuse({
    code: 'SESSION_DEAD',
    detail: isLive(session) ? 'The hold of the session has run out.' : `The session is ${session.state}.`,
    state: session.state,
    ...(gone === undefined ? {} : { conflicts: gone }),
  });
}

export function sessionNotConfirmed(session: Session): Refused {
  return refuse({
    code: 'SESSION_NOT_CONFIRMED',
    detail: `The session is ${session.state}, not CONFIRMED.`,
    state: session.state,
  });
}
