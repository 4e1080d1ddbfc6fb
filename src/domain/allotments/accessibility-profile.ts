/**
 * The profile `US`: places that are kept for buyers who need them are released when everything else of the event, the
 * section or the price is sold, and in no other way. Calls that would give them away otherwise are refused.
 */
import { type Refused, refuse } from '../decision.ts';
import type { EventState } from '../event-state.ts';
import type { Policy } from '../policy.ts';
import type { FieldError } from '../refusal.ts';
import type { Allotment, AllotmentTerms } from './allotment.ts';

type Profile = Pick<Policy, 'accessibilityProfile'>;

/** The mistakes of terms; empty: there are none. */
export function profileErrors(
  { access, release }: AllotmentTerms,
  { accessibilityProfile }: Profile,
): readonly FieldError[] {
  const at = release?.at ?? null;
  if (accessibilityProfile !== 'US' || access !== 'NEED' || at === null) return [];
  const message = 'must be null: the profile US releases such places only by what is sold';
  return [{ field: 'release.at', message, rejectedValue: at, code: 'NULL' }];
}

/** Refuses to remove an allotment of access NEED, or to give it another access, while it keeps seats; otherwise null. */
export function refuseGivingUp(state: EventState, { slot, access }: Allotment, profile: Profile): Refused | null {
  if (profile.accessibilityProfile !== 'US' || access !== 'NEED') return null;
  return keepsSeats(state, slot) ? releasedOnlyBySales() : null;
}

/** Refuses to take seats out of an allotment of access NEED; otherwise null. `isIn`: the seats of `slot` from now on. */
export function refuseTakingOut(
  state: EventState,
  slot: number,
  isIn: (seat: number) => boolean,
  profile: Profile,
): Refused | null {
  if (profile.accessibilityProfile !== 'US') return null;
  const { allotments, seats } = state;
  for (let seat = 0; seat < seats.size; seat++) {
    const from = allotments?.slotOf(seat) ?? 0;
    const isKept = allotments?.bySlot(from)?.access === 'NEED' && !seats.removed.has(seat);
    if (isKept && isIn(seat) !== (from === slot)) return releasedOnlyBySales();
  }
  return null;
}

/** Whether a seat is in the allotment now. */
function keepsSeats({ allotments, seats }: EventState, slot: number): boolean {
  for (let seat = 0; seat < seats.size; seat++) {
    if (allotments?.slotOf(seat) === slot && !seats.removed.has(seat)) return true;
  }
  return false;
}

function releasedOnlyBySales(): Refused {
  const detail = 'The profile US releases places for those who need them only when everything else is sold.';
  return refuse({ code: 'DATA_INTEGRITY_VIOLATION', detail });
}
