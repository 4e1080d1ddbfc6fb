/**
 * The conditions of releases that wait until everything else is sold. "Everything else" are the seats and places with a
 * price that are in no allotment that waits like this; one that is free, held or locked is left. A look costs one step
 * while the seat of the last look is left, otherwise one for 32 seats: it comes before every turn of such an event.
 */
import { Bitmap } from '#collections/bitmap.ts';
import type { EventState } from '../event-state.ts';
import { runsOfMembers } from '../seats/seat-runs.ts';
import type { Allotment, SoldScope } from './allotment.ts';
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
  for (const [name, scope] of scopes) {
    if (isAllSold(state, allotments, scope)) return conditions.find((condition) => condition.scope === name);
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
  const conditions: SoldCondition[] = [];
  for (const { slot, release } of found) {
    const seats = allotments.seatsIn(slot);
    waiting.addAll(seats);
    conditions.push(...conditionsOf(state, allotments, slot, seats, release?.whenSold as SoldScope));
  }
  const slots = new Set(found.map(({ slot }) => slot));
  return { conditions, waiting: slots, scopes: scopesByName(state, conditions, waiting) };
}

/** What an allotment has of one scope. */
interface ScopedPart {
  readonly seats: Bitmap;
  readonly areas: number[];
}

/** Names what must be sold for a seat or an area to be released; null: it can never be sold out. */
interface ScopeNames {
  readonly ofSeat: (seat: number) => string | null;
  readonly ofArea: (area: number) => string | null;
}

/** What has no price cannot be sold out. */
function scopeNames({ seats, areas, seatMap }: EventState, cause: SoldScope): ScopeNames {
  const priceOf = (area: number): number => areas[area]?.priceSlot ?? 0;
  switch (cause) {
    case 'EVENT':
      return { ofSeat: () => 'EVENT', ofArea: () => 'EVENT' };
    case 'PRICE': {
      const named = (slot: number): string | null => (slot === 0 ? null : `PRICE ${slot}`);
      return { ofSeat: (seat) => named(seats.priceSlotOf(seat)), ofArea: (area) => named(priceOf(area)) };
    }
    case 'SECTION': {
      const { seating } = seatMap;
      const sectionOf = (seat: number): number | undefined => seating?.sections[seating.rowOf[seat] ?? -1];
      const named = (id: number | undefined): string | null => (id === undefined ? null : `SECTION ${id}`);
      // An area is a section of its own.
      return { ofSeat: (seat) => named(sectionOf(seat)), ofArea: (area) => named(areas[area]?.id) };
    }
  }
}

/** One condition for the event, or for each section or price of the seats and places. */
function conditionsOf(
  state: EventState,
  allotments: Allotments,
  slot: number,
  own: Bitmap,
  cause: SoldScope,
): readonly SoldCondition[] {
  if (cause === 'EVENT') return [{ slot, cause, scope: 'EVENT' }];
  const names = scopeNames(state, cause);
  const parts = new Map<string | null, ScopedPart>();
  const partOf = (name: string | null): ScopedPart => {
    const part = parts.get(name) ?? { seats: new Bitmap(state.seats.size), areas: [] };
    parts.set(name, part);
    return part;
  };
  own.forEach((seat) => {
    partOf(names.ofSeat(seat)).seats.add(seat);
  });
  for (const area of allotments.shares.areas()) {
    const isOwn = allotments.shares.of(area).some((share) => allotments.slotOfShare(share) === slot);
    if (isOwn) partOf(names.ofArea(area)).areas.push(area);
  }
  const isWhole = parts.size === 1;
  parts.delete(null);
  return Array.from(parts as ReadonlyMap<string, ScopedPart>, ([scope, part]) => ({
    ...{ slot, cause, scope },
    ...(isWhole ? {} : { part: { seats: runsOfMembers(part.seats), areas: part.areas } }),
  }));
}

/** A pass over the seats for each kind of scope, however many sections and prices there are. */
function scopesByName(
  state: EventState,
  conditions: readonly SoldCondition[],
  waiting: Bitmap,
): ReadonlyMap<string, ScopeSeats> {
  const { seats, areas } = state;
  const scopes = new Map<string, ScopeSeats & { readonly areas: number[] }>();
  for (const { scope } of conditions) scopes.set(scope, { seats: new Bitmap(seats.size), areas: [], left: 0 });
  const others = seats.priced.copy();
  others.removeAll(waiting);
  for (const cause of new Set(conditions.map((condition) => condition.cause))) {
    const names = scopeNames(state, cause);
    // All at once: this condition is looked at again by each opening.
    if (cause === 'EVENT') scopes.get('EVENT')?.seats.addAll(others);
    else others.forEach((seat) => void scopes.get(names.ofSeat(seat) ?? '')?.seats.add(seat));
    for (const [area, { priceSlot }] of areas.entries()) {
      if (priceSlot !== 0) scopes.get(names.ofArea(area) ?? '')?.areas.push(area);
    }
  }
  return scopes;
}

/** Nothing of the scope is left, and something of it was sold: an event that has no prices yet is not sold out. */
function isAllSold(state: EventState, allotments: Allotments, scope: ScopeSeats): boolean {
  const { available, locked, sold } = state.seats;
  const { words } = scope.seats;
  const isLeft = (word: number): boolean =>
    ((words[word] as number) & ((available.words[word] as number) | (locked.words[word] as number))) !== 0;
  if (scope.left < words.length && isLeft(scope.left)) return false;
  let isAnySold = false;
  for (const index of scope.areas) {
    const area = state.areaAt(index);
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
