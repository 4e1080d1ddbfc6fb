/**
 * The parts of a public lock in which the event chooses: the best available seats in place of named ones, and other
 * seats for a selection that was refused. Reads the state; the caller makes the facts.
 */
import { needing } from '../allotments/asker.ts';
import { audienceOf } from '../allotments/may-take.ts';
import { refuseOverAllotment, withoutFull } from '../allotments/session-cap.ts';
import { chooseAccessible, largestAccessible } from '../best/accessible-groups.ts';
import { alternativesTo } from '../best/alternatives.ts';
import { type Chosen, chooseBest, wishErrors } from '../best/choose-best.ts';
import { refuseOverBuyer } from '../buyers/buyer-cap.ts';
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Policy } from '../policy.ts';
import type { AccessibleNeed, BestWish, Selection } from '../selection.ts';
import { type CartChange, planHold } from './cart.ts';
import { capExceeded, conflicting, invalidBody } from './refusals.ts';
import { capOf, type Session } from './session.ts';
import { refuseTypes, refuseWrongLines } from './ticket-types.ts';

/** Decides about a selection as the lock does; null: it would succeed. */
export type Check = (selection: Selection) => Refused | null;

/**
 * The selection with the seats that the event chooses for its wish or its need, or a refusal. Checks in the order of every
 * lock: ids, caps, areas, then seats.
 */
export function withChosenSeats(
  state: EventState,
  session: Session,
  { best, need, groupOfSeats }: Selection,
  policy: Policy,
): Selection | Refused {
  const errors = best === undefined ? [] : wishErrors(state, best);
  if (errors.length > 0) return invalidBody({ invalid: 'VALIDATION_FAILED', detail: detailOf(errors), errors });
  const count = best?.count ?? (need?.wheelchairs ?? 0) + (need?.companions ?? 0);
  const others = planHold(state, session, { seats: [], groupOfSeats });
  const refused = refuseBeforeChoosing(state, session, others, count, policy);
  if (refused !== null) return refused;
  // All seats of a unit count against the caps, also those on which nobody sits.
  const mayTakeUnit = (seats: readonly number[]): boolean =>
    refuseOverCaps(state, session, others.size + seats.length, policy) === null &&
    refuseOverAllotment(state, session, seats) === null;
  const chosen =
    best === undefined
      ? accessibleFor(state, session, need as AccessibleNeed)
      : chooseWithinCaps(state, session, best, policy.orphanSeatPrevention, mayTakeUnit);
  if (!chosen.ok) return chosen;
  const seats = chosen.seats.map((seat) => state.seatMap.idAt(seat));
  const unit = 'unit' in chosen ? chosen.unit : undefined;
  return unit === undefined ? { seats, groupOfSeats } : { seats, groupOfSeats, guests: [[unit.id, count]] };
}

/** Refuses what no choice of `count` seats would make right; otherwise null. */
function refuseBeforeChoosing(
  state: EventState,
  session: Session,
  others: CartChange,
  count: number,
  policy: Policy,
): Refused | null {
  return (
    refuseWrongLines(others) ??
    refuseOverCaps(state, session, others.size + count, policy) ??
    refuseTypes(state, session, others) ??
    (others.conflicts === null ? null : conflicting(others.conflicts))
  );
}

/** `size`: seats and places that the cart would have. */
function refuseOverCaps(state: EventState, session: Session, size: number, policy: Policy): Refused | null {
  const maxSeats = capOf(session, policy);
  return size > maxSeats ? capExceeded(maxSeats) : refuseOverBuyer(state, session, size);
}

/** Wheelchair places with the seats of their companions, also of allotments for those who need them. */
function accessibleFor(state: EventState, session: Session, need: AccessibleNeed): Chosen | Refused {
  const audience = audienceOf(state, needing(session));
  const seats = chooseAccessible(state, audience, need);
  if (seats !== null) return { ok: true, seats };
  return refuse({
    code: 'NO_SUITABLE_SEATS',
    detail: 'No wheelchair places with seats for the companions beside them are left; nothing was changed.',
    largestTogether: largestAccessible(state, audience, need),
  });
}

/**
 * The best seats, of allotments that allow the session as many. When only allotments with too low a cap have such seats,
 * those are returned, and the caller refuses them.
 */
function chooseWithinCaps(
  state: EventState,
  session: Session,
  best: BestWish,
  isOrphanSafe: boolean,
  mayTakeUnit: (seats: readonly number[]) => boolean,
): Chosen | Refused {
  const audience = audienceOf(state, session);
  const chosen = chooseBest(state, audience, best, isOrphanSafe, { mayTakeUnit });
  if (!chosen.ok || refuseOverAllotment(state, session, chosen.seats) === null) return chosen;
  if (best.allotmentId !== undefined) return chosen;
  const within = withoutFull(state, session, audience, best.count);
  const others = chooseBest(state, audience, best, isOrphanSafe, { within, mayTakeUnit });
  return others.ok ? others : chosen;
}

function detailOf(errors: readonly { readonly field: string; readonly message: string }[]): string {
  const [first] = errors;
  return errors.length === 1 ? `${first?.field}: ${first?.message}` : 'The wish does not fit the event.';
}

const hasAlternatives: ReadonlySet<string> = new Set([
  'SEAT_CONFLICT',
  'NOT_ON_SALE',
  'ACCESSIBLE_RESERVED',
  'ORPHAN_SEATS',
]);

/** The refusal with sets of seats that the session could lock instead. Only refusals because of seats have them. */
export function withAlternatives(
  state: EventState,
  session: Session,
  selection: Selection,
  refused: Refused,
  { isOrphanSafe, check }: { readonly isOrphanSafe: boolean; readonly check: Check },
): Refused {
  const { refusal } = refused;
  if (!hasAlternatives.has(refusal.code)) return refused;
  const wanted = [...new Set(selection.seats)].filter((id) => {
    const seat = state.seatOf(id);
    return seat === -1 || state.seats.ownerOf(seat) !== session.ordinal;
  });
  // Areas that are not available would refuse every set of seats: the alternatives are then for the seats alone.
  const groupOfSeats = (refusal.conflicts?.groupOfSeats.length ?? 0) > 0 ? [] : selection.groupOfSeats;
  const isPossible = (seats: readonly number[]): boolean =>
    check({ seats: seats.map((seat) => state.seatMap.idAt(seat)), groupOfSeats }) === null;
  const indices = wanted.map((id) => state.seatOf(id));
  const sets = alternativesTo(state, audienceOf(state, session), indices, isOrphanSafe, isPossible);
  const alternatives = sets.map((seats) => seats.map((seat) => state.seatMap.idAt(seat)));
  return refuse({ ...refusal, alternatives });
}
