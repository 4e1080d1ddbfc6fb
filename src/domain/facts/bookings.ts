/** The facts of private bookings: locks and sales that the organization makes itself. */
import type { BookingFact } from '../fact.ts';
import { firstLock, linesOf, linesOfLock, termsOf, typedByLock, withTypes } from '../feed/booking-changes.ts';
import type { BookedLines, BookingChangeType, ChangeContent } from '../feed/change.ts';
import {
  expireLock,
  lockPlaces,
  lockSeats,
  revert,
  sell,
  sellLocked,
  unlockPlaces,
  unlockSeat,
} from '../seats/apply-booking.ts';
import { forEachInRuns } from '../seats/seat-runs.ts';
import { always, type Definitions } from './definition.ts';

export const bookingFacts: Definitions<BookingFact> = {
  locked: {
    membersSince: { seatTypes: 2, lockTypes: 2 },
    needsLayout: true,
    apply(state, fact) {
      lockSeats(state, fact);
      lockPlaces(state, fact);
    },
    told(state, fact) {
      const terms = { ...termsOf(fact), deadline: fact.deadline };
      const type = fact.blocked === true ? 'booking.blocked' : 'booking.locked';
      const types = new Map(fact.lockTypes);
      const areas = (fact.areas ?? []).map(([area, amount, lock]) => [area, amount, types.get(lock)] as const);
      return told(type, withTypes(state, linesOf(state, fact.seats, areas, terms), fact.seatTypes));
    },
    follow(deadlines, fact, { locks }) {
      for (const ordinal of [fact.lock, ...(fact.areas ?? []).map(([, , lock]) => lock)]) {
        deadlines.begin(-ordinal, locks.get(ordinal)?.deadline ?? null);
      }
    },
  },
  unlocked: {
    needsLayout: true,
    apply(state, fact) {
      forEachInRuns(fact.seats ?? [], (seat) => unlockSeat(state, seat));
      for (const [area, amount, lock] of fact.areas ?? []) unlockPlaces(state, state.lockAt(lock), area, amount);
    },
    told(state, fact) {
      const isBlocking = firstLock(state, fact)?.isBlocking === true;
      return told(
        isBlocking ? 'booking.unblocked' : 'booking.unlocked',
        linesOf(state, fact.seats, typedByLock(state, fact.areas)),
      );
    },
    follow: (deadlines) => deadlines.locksChanged(),
  },
  'lock-expired': {
    decidedBy: 'TIME',
    needsLayout: true,
    apply: (state, fact) => expireLock(state, state.lockAt(fact.lock)),
    told: (state, fact) => told('booking.lock-expired', linesOfLock(state, state.lockAt(fact.lock))),
    count(meter, tally, state, { lock }, now) {
      meter.expired(1, now - (state.lockAt(lock).deadline ?? now));
      tally.expiries++;
    },
    follow: (deadlines, { lock }) => deadlines.end(-lock),
  },
  sold: {
    membersSince: { seatTypes: 2, areaTypes: 2 },
    needsLayout: true,
    apply: sell,
    told(state, fact) {
      const areas = [...(fact.areas ?? []), ...(fact.areaTypes ?? [])];
      return told('booking.sold', withTypes(state, linesOf(state, fact.seats, areas, termsOf(fact)), fact.seatTypes));
    },
  },
  'locks-sold': {
    needsLayout: true,
    apply: sellLocked,
    told: (state, fact) =>
      told('booking.sold', linesOf(state, fact.seats, typedByLock(state, fact.areas), termsOf(fact))),
    follow: (deadlines) => deadlines.locksChanged(),
  },
  reverted: {
    needsLayout: true,
    apply: revert,
    told(state, fact) {
      const amounts = [...(fact.areas ?? []), ...(fact.bought ?? [])].map(([area, amount]) => [area, amount] as const);
      return told('booking.reverted', linesOf(state, fact.seats, amounts));
    },
  },
};

function told(type: BookingChangeType, lines: BookedLines): () => readonly ChangeContent[] {
  return always([{ type, lines }]);
}
