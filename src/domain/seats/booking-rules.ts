/**
 * The rules of the private booking calls, one each: what a call takes its seats and places from, and the facts that it
 * makes of those that fit. Reads the state and changes nothing.
 */
import { assert } from '#collections/assert.ts';
import type { EventState } from '../event-state.ts';
import type { AreaCount, Fact } from '../fact.ts';
import type { HoldTypePolicy } from '../policy.ts';
import { areSameCaptures, captureWith, type Price } from '../pricing/price.ts';
import type { BookingSelection } from '../selection.ts';
import type { PlaceState } from './areas.ts';
import type { BookedTypes } from './booking-types.ts';
import type { SeatInventory } from './inventory.ts';
import { runsOf, type SeatRuns } from './seat-runs.ts';

/** Seats and areas of a selection by index: a seat counts once, the amounts of an area add up. */
interface Lines {
  readonly seats: readonly number[];
  readonly areas: readonly AreaCount[];
}

/** A booking whose preconditions have been checked. */
export interface Booking extends Lines {
  /** The ticket types of some of the lines; null: none. */
  readonly types: BookedTypes | null;
  readonly selection: BookingSelection;
  readonly holdType: HoldTypePolicy;
}

export interface BookingRule {
  /** The counter that places are taken from. */
  readonly takesFrom: PlaceState;
  /** Whether the seat is in a state that the call moves it from. */
  fits(seats: SeatInventory, seat: number): boolean;
  /** The contract's lock, directsale and sale: only these answer SESSION_HELD and ORPHAN_SEATS. */
  readonly isAcquiring?: true;
  /** It needs the organization's sales control mode. */
  readonly isControlled?: true;
  /** The facts of at least one line that fits. */
  facts(state: EventState, booking: Booking, now: number): readonly Fact[];
}

const fromAvailable = {
  takesFrom: 'available',
  fits: (seats: SeatInventory, seat: number) => seats.available.has(seat),
} as const;

export const lockSeats: BookingRule = {
  ...fromAvailable,
  isAcquiring: true,
  facts(state, booking, now) {
    const { ttlMs, validState } = booking.holdType;
    // Whole seconds, so that the GA locks of a busy second share one record.
    const deadline = ttlMs === null ? null : Math.ceil((now + ttlMs) / 1000) * 1000;
    return [lockedFact(state, booking, deadline, validState === 'BLOCKED')];
  },
};

export const blockSeats: BookingRule = {
  ...fromAvailable,
  facts: (state, booking) => [lockedFact(state, booking, null, true)],
};

export const sellSeats: BookingRule = {
  ...fromAvailable,
  isAcquiring: true,
  facts: (_state, booking) => [
    {
      type: 'sold',
      ...compact({ seats: booking.seats, areas: untyped(booking) }),
      ...seatTypesOf(booking),
      ...(booking.types === null || booking.types.areas.length === 0 ? {} : { areaTypes: booking.types.areas }),
      ...record(booking.selection),
    },
  ],
};

/** Sells seats and places that are locked privately. */
export const sellLocks: BookingRule = {
  takesFrom: 'locked',
  fits: isLockedPrivately,
  isAcquiring: true,
  isControlled: true,
  facts: (state, booking) => [
    { type: 'locks-sold', ...compact(takeLocked(state, booking, false)), ...record(booking.selection) },
  ],
};

/** Available seats are unlocked already. */
export const unlockSeats: BookingRule = {
  takesFrom: 'locked',
  fits: (seats, seat) => seats.available.has(seat) || isLockedPrivately(seats, seat),
  facts(state, booking) {
    const seats = booking.seats.filter((seat) => !state.seats.available.has(seat));
    return unlockedFacts(takeLocked(state, { ...booking, seats }, false));
  },
};

export const unblockSeats: BookingRule = {
  takesFrom: 'blocked',
  fits: (seats, seat) => seats.blocked.has(seat),
  facts: (state, booking) => unlockedFacts(takeLocked(state, booking, true)),
};

/** Sold seats of any buyer; of places, the privately sold ones first, then those of the newest buyers. */
export const revertSales: BookingRule = {
  takesFrom: 'sold',
  fits: (seats, seat) => seats.sold.has(seat),
  isControlled: true,
  facts: revertedFacts,
};

function isLockedPrivately(seats: SeatInventory, seat: number): boolean {
  return seats.locked.has(seat) && seats.ownerOf(seat) < 0;
}

function lockedFact(state: EventState, booking: Booking, deadline: number | null, isBlocking: boolean): Fact {
  const { selection } = booking;
  const lock = state.lastOrdinal + 1;
  let next = lock;
  const lockTypes: (readonly [lock: number, ticketType: string])[] = [];
  const lines = [
    ...untyped(booking).map(([index, amount]) => [index, amount, null] as const),
    ...(booking.types?.areas ?? []),
  ];
  const areas = lines.map(([index, amount, type]): PlacesOfLock => {
    const price = type === null ? undefined : captureWith(priceOfArea(state, index), type);
    const shared = state.areaAt(index).locks.findLast((ordinal) => {
      const existing = state.lockAt(ordinal);
      const isAlike = existing.holdType === selection.holdType && existing.isBlocking === isBlocking;
      return isAlike && existing.deadline === deadline && areSameCaptures(existing.price, price);
    });
    if (shared === undefined) next++;
    if (type !== null) lockTypes.push([shared ?? next, type]);
    return [index, amount, shared ?? next];
  });
  return {
    type: 'locked',
    lock,
    deadline,
    ...compact({ seats: booking.seats, areas }),
    ...seatTypesOf(booking),
    ...(lockTypes.length > 0 ? { lockTypes } : {}),
    ...(isBlocking ? { blocked: true } : {}),
    ...record(selection),
  };
}

function priceOfArea(state: EventState, index: number): Price {
  const price = state.prices.bySlot(state.areaAt(index).priceSlot);
  assert(price !== null, () => `area ${index} has no price`);
  return price;
}

/** The places of the areas without those that have a ticket type. */
function untyped({ areas, types }: Booking): readonly AreaCount[] {
  if (types === null || types.areas.length === 0) return areas;
  return areas.flatMap(([index, amount]): readonly AreaCount[] => {
    const typed = types.areas.reduce((sum, [area, places]) => (area === index ? sum + places : sum), 0);
    return amount > typed ? [[index, amount - typed]] : [];
  });
}

function seatTypesOf({ types }: Booking): { readonly seatTypes?: BookedTypes['seats'] } {
  return types === null || types.seats.length === 0 ? {} : { seatTypes: types.seats };
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
