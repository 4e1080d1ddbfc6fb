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
import { freeSharesOf } from './places.ts';
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
    if (isAllSold(state, allotments, scope, priceSlot))
      return conditions.find((condition) => condition.priceSlot === priceSlot);
  }
  return undefined;
}

function isWaiting({ release, released }: Allotment): boolean {
  return released === null && release !== null && release.whenSold !== null;
}

function scopesOf(state: EventState, allotments: Allotments): SoldScopes {
  const waiting = new Bitmap(state.seats.size);
  const found = allotments.list().filter(isWaiting);
  if (found.length === 0) return { conditions: [], waiting: new Set(), scopes: new Map() };
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
    else conditions.push(...priceConditions(state, allotments, slot, seats));
  }
  const slots = new Set(found.map(({ slot }) => slot));
  return { conditions, waiting: slots, scopes: seatsOfScopes(state, conditions, waiting) };
}

/** What an allotment has at one price. */
interface PricedPart {
  readonly seats: Bitmap;
  readonly areas: number[];
}

/** One condition for each price of the seats and places. */
function priceConditions(
  { seats, areas }: EventState,
  allotments: Allotments,
  slot: number,
  own: Bitmap,
): readonly SoldCondition[] {
  const parts = new Map<number, PricedPart>();
  const partOf = (priceSlot: number): PricedPart => {
    const part = parts.get(priceSlot) ?? { seats: new Bitmap(seats.size), areas: [] };
    parts.set(priceSlot, part);
    return part;
  };
  own.forEach((seat) => {
    partOf(seats.priceSlotOf(seat)).seats.add(seat);
  });
  for (const area of allotments.shares.areas()) {
    const isOwn = allotments.shares.of(area).some((share) => allotments.slotOfShare(share) === slot);
    if (isOwn) partOf(areas[area]?.priceSlot ?? 0).areas.push(area);
  }
  const isWhole = parts.size === 1;
  // What has no price cannot be sold out.
  parts.delete(0);
  return Array.from(parts, ([priceSlot, part]) => ({
    ...{ slot, cause: 'PRICE' as const, priceSlot },
    ...(isWhole ? {} : { part: { seats: runsOfMembers(part.seats), areas: part.areas } }),
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
function isAllSold(state: EventState, allotments: Allotments, scope: ScopeSeats, priceSlot: number): boolean {
  const {
    areas,
    seats: { available, locked, sold },
  } = state;
  const { words } = scope.seats;
  const isLeft = (word: number): boolean =>
    ((words[word] as number) & ((available.words[word] as number) | (locked.words[word] as number))) !== 0;
  if (scope.left < words.length && isLeft(scope.left)) return false;
  let isAnySold = false;
  for (const [index, area] of areas.entries()) {
    if (priceSlot === 0 ? area.priceSlot === 0 : area.priceSlot !== priceSlot) continue;
    if (area.available + area.held + area.locked > keptPlaces(state, allotments, index)) return false;
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

/** Free places of the area that allotments keep which wait themselves. Places that are held are left, whoever holds them. */
function keptPlaces(state: EventState, allotments: Allotments, area: number): number {
  if (allotments.shares.of(area).length === 0) return 0;
  const waiting = allotments.soldScopes?.waiting;
  return freeSharesOf(state, area).reduce(
    (sum, { share, free }) => (waiting?.has(allotments.slotOfShare(share)) === true ? sum + free : sum),
    0,
  );
}
