/**
 * The conditions of releases that wait until everything else is sold. "Everything else" are the seats and places with a
 * price that are in no allotment that waits like this; one that is free, held or locked is left. A look costs one step
 * while the seat of the last look is left, otherwise one for 32 seats: it comes before every turn of such an event.
 */
import { Bitmap } from '#collections/bitmap.ts';
import type { EventState } from '../event-state.ts';
import { runsOfMembers } from '../seats/seat-runs.ts';
import type { Allotment } from './allotment.ts';
import type { Allotments } from './allotments.ts';
import type { ScopeSeats, SoldCondition, SoldScopes } from './sold-condition.ts';

/** The first condition that is fulfilled now; undefined: none. */
export function fulfilledCondition(state: EventState): SoldCondition | undefined {
  const { allotments } = state;
  if (allotments === null) return undefined;
  allotments.soldScopes ??= scopesOf(state, allotments);
  const { soldScopes } = allotments;
  const { conditions, scopes } = soldScopes;
  if (conditions.length === 0) return undefined;
  for (const [priceSlot, scope] of scopes) {
    if (isAllSold(state, scope, priceSlot)) return conditions.find((condition) => condition.priceSlot === priceSlot);
  }
  return undefined;
}

function isWaiting({ release, released }: Allotment): boolean {
  return released === null && release !== null && release.whenSold !== null;
}

function scopesOf(state: EventState, allotments: Allotments): SoldScopes {
  const waiting = new Bitmap(state.seats.size);
  const found = allotments.list().filter(isWaiting);
  if (found.length === 0) return { conditions: [], scopes: new Map() };
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
  return { conditions, scopes: seatsOfScopes(state, conditions, waiting) };
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

/** One pass over the seats, however many prices there are. */
function seatsOfScopes(
  { seats }: EventState,
  conditions: readonly SoldCondition[],
  waiting: Bitmap,
): ReadonlyMap<number, ScopeSeats> {
  const scopes = new Map<number, ScopeSeats>();
  for (const { priceSlot } of conditions) scopes.set(priceSlot, { seats: new Bitmap(seats.size), left: 0 });
  const all = scopes.get(0);
  for (let seat = 0; seat < seats.size; seat++) {
    const priceSlot = waiting.has(seat) ? 0 : seats.priceSlotOf(seat);
    if (priceSlot === 0) continue;
    all?.seats.add(seat);
    scopes.get(priceSlot)?.seats.add(seat);
  }
  return scopes;
}

/** Nothing of the scope is left, and something of it was sold: an event that has no prices yet is not sold out. */
function isAllSold(
  { seats: { available, locked, sold }, areas }: EventState,
  scope: ScopeSeats,
  priceSlot: number,
): boolean {
  const { words } = scope.seats;
  const isLeft = (word: number): boolean =>
    ((words[word] as number) & ((available.words[word] as number) | (locked.words[word] as number))) !== 0;
  if (scope.left < words.length && isLeft(scope.left)) return false;
  let isAnySold = false;
  for (const area of areas) {
    if (priceSlot === 0 ? area.priceSlot === 0 : area.priceSlot !== priceSlot) continue;
    if (area.available + area.held + area.locked > 0) return false;
    isAnySold ||= area.sold > 0;
  }
  for (let word = 0; word < words.length; word++) {
    if (isLeft(word)) {
      scope.left = word;
      return false;
    }
    isAnySold ||= ((words[word] as number) & (sold.words[word] as number)) !== 0;
  }
  return isAnySold;
}
