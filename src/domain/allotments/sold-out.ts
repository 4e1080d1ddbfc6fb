/**
 * The conditions of releases that wait until everything else is sold. "Everything else" are the seats and places with a
 * price that are in no allotment that waits like this; one that is free, held or locked is left. A seat that was left at
 * the last look is remembered, so that nearly every look costs one step.
 */
import { Bitmap } from '#collections/bitmap.ts';
import type { EventState } from '../event-state.ts';
import { runsOfMembers } from '../seats/seat-runs.ts';
import type { Allotment } from './allotment.ts';
import type { Allotments } from './allotments.ts';
import type { SoldCondition, SoldScopes } from './sold-condition.ts';

/** The first condition that is fulfilled now; undefined: none. */
export function fulfilledCondition(state: EventState): SoldCondition | undefined {
  const { allotments } = state;
  if (allotments === null) return undefined;
  allotments.soldScopes ??= scopesOf(state, allotments);
  const { soldScopes } = allotments;
  return soldScopes.conditions.find(({ priceSlot }) => isAllSold(state, soldScopes, priceSlot));
}

function isWaiting({ release, released }: Allotment): boolean {
  return released === null && release !== null && release.whenSold !== null;
}

function scopesOf(state: EventState, allotments: Allotments): SoldScopes {
  const waiting = new Bitmap(state.seats.size);
  const found = allotments.list().filter(isWaiting);
  if (found.length === 0) return { conditions: [], waiting, left: new Map() };
  const present = Uint8Array.from(allotments.slots, (slot, seat) => (slot === 0 ? 0 : allotments.slotOf(seat)));
  const conditions: SoldCondition[] = [];
  for (const { slot, release } of found) {
    const seats = new Bitmap(state.seats.size);
    for (let seat = 0; seat < seats.size; seat++) {
      if (present[seat] !== slot) continue;
      seats.add(seat);
      waiting.add(seat);
    }
    if (release?.whenSold === 'EVENT') conditions.push({ slot, cause: 'EVENT', priceSlot: 0 });
    else conditions.push(...priceConditions(state, slot, seats));
  }
  return { conditions, waiting, left: new Map() };
}

/** One condition for each price of the seats. */
function priceConditions({ seats }: EventState, slot: number, own: Bitmap): readonly SoldCondition[] {
  const byPrice = new Map<number, Bitmap>();
  own.forEach((seat) => {
    const priceSlot = seats.priceSlotOf(seat);
    if (priceSlot === 0) return;
    const members = byPrice.get(priceSlot) ?? new Bitmap(seats.size);
    members.add(seat);
    byPrice.set(priceSlot, members);
  });
  return Array.from(byPrice, ([priceSlot, members]) => ({
    ...{ slot, cause: 'PRICE' as const, priceSlot },
    ...(byPrice.size === 1 && members.count() === own.count() ? {} : { seats: runsOfMembers(members) }),
  }));
}

/** Nothing of the scope is left, and something of it was sold: an event that has no prices yet is not sold out. */
function isAllSold(state: EventState, { waiting, left }: SoldScopes, priceSlot: number): boolean {
  const { seats } = state;
  const isOfScope = (seat: number): boolean => {
    const slot = seats.priceSlotOf(seat);
    return (priceSlot === 0 ? slot !== 0 : slot === priceSlot) && !waiting.has(seat);
  };
  const isLeft = (seat: number): boolean => seats.available.has(seat) || seats.locked.has(seat);
  const known = left.get(priceSlot);
  if (known !== undefined && isLeft(known)) return false;
  const areas = state.areas.filter((area) => (priceSlot === 0 ? area.priceSlot !== 0 : area.priceSlot === priceSlot));
  if (areas.some(({ available, held, locked }) => available + held + locked > 0)) return false;
  let isAnySold = areas.some(({ sold }) => sold > 0);
  for (let seat = 0; seat < seats.size; seat++) {
    if (!isOfScope(seat)) continue;
    if (isLeft(seat)) {
      left.set(priceSlot, seat);
      return false;
    }
    isAnySold ||= seats.sold.has(seat);
  }
  return isAnySold;
}
