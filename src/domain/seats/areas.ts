/**
 * The GA areas of one event: counters instead of seats. Places move between counters and are never created: `available
 * + held + locked + blocked + sold + withheld` is the area's capacity plus the places that are leaving, which are taken
 * places beyond the capacity and go when they become free. The capacity comes from the layout; where the layout gives
 * none, the event's own price assignments set it.
 */
import { assert } from '#collections/assert.ts';
import { Purchases } from './purchases.ts';
import type { AreaPlan } from './seat-map.ts';

/** `withheld`: capacity that pricing has not put on sale. */
export type PlaceState = 'available' | 'held' | 'locked' | 'blocked' | 'sold' | 'withheld';

export interface Area {
  readonly id: number;
  name: string;
  capacity: number;
  /** The layout gives the area no capacity; `capacity` comes from the event's own assignments. */
  isSizedByEvent: boolean;
  /** Taken places beyond the capacity. */
  leaving: number;
  /** The layout no longer has the area. */
  isRemoved: boolean;
  available: number;
  /** How often bookings have changed `available`. Followers of the map are told also when it is the same again. */
  moves: number;
  held: number;
  locked: number;
  blocked: number;
  sold: number;
  withheld: number;
  /** How many of the sold places were sold privately, without a session. */
  soldPrivately: number;
  /** Price slot, 0 for none. */
  priceSlot: number;
  /** Ordinals of the private locks on this area, earliest deadline first, never-expiring ones last. */
  readonly locks: number[];
  /** The sold places that sessions own. */
  readonly purchases: Purchases;
}

export function newArea(plan: AreaPlan): Area {
  return {
    id: plan.id,
    name: plan.name,
    capacity: plan.capacity,
    isSizedByEvent: false,
    leaving: 0,
    isRemoved: false,
    available: plan.capacity,
    moves: 0,
    held: 0,
    locked: 0,
    blocked: 0,
    sold: 0,
    withheld: 0,
    soldPrivately: 0,
    priceSlot: 0,
    locks: [],
    purchases: new Purchases(),
  };
}

/** The layout no longer has the area, and none of its places is taken. */
export function isGone({ isRemoved, leaving }: Area): boolean {
  return isRemoved && leaving === 0;
}

/** Moves places between two counters; a negative amount moves them back. */
export function movePlaces(area: Area, from: PlaceState, to: PlaceState, amount: number): void {
  area[from] -= amount;
  area[to] += amount;
  if (from === 'available' || to === 'available') area.moves++;
  assert(area[from] >= 0 && area[to] >= 0, () => `area ${area.id}: ${from} or ${to} would be negative`);
  if (area.leaving > 0) removeLeaving(area);
}

/**
 * Changes the capacity. Added places are on sale if all free places are. Removed places are taken from the withheld
 * ones first, then from the available ones, then from those that become free.
 */
export function resizeArea(area: Area, capacity: number): void {
  const change = capacity - area.capacity;
  area.capacity = capacity;
  if (change <= 0) {
    area.leaving -= change;
    removeLeaving(area);
    return;
  }
  const kept = Math.min(change, area.leaving);
  area.leaving -= kept;
  area[area.withheld > 0 ? 'withheld' : 'available'] += change - kept;
}

/** Places that are held, locked, blocked or sold. */
export function takenPlaces({ held, locked, blocked, sold }: Area): number {
  return held + locked + blocked + sold;
}

/** Whether the event sets the number of places, because the layout does not. */
export function canSizeArea({ capacity, isSizedByEvent, isRemoved }: Area): boolean {
  return !isRemoved && (capacity === 0 || isSizedByEvent);
}

/** Sets the event's own capacity of an area that has none in the layout; 0 removes it. */
export function sizeArea(area: Area, capacity: number): void {
  assert(canSizeArea(area), () => `area ${area.id} has a capacity in the layout`);
  resizeArea(area, capacity);
  area.isSizedByEvent = capacity > 0;
}

/**
 * The layout now gives a capacity to an area that the event had sized itself. Places on sale stay on sale as far as
 * there is room; added places are withheld until an assignment puts them on sale.
 */
export function takePlannedCapacity(area: Area, capacity: number): void {
  const onSale = area.available;
  resizeArea(area, capacity);
  setAvailable(area, Math.min(onSale, area.available + area.withheld));
  area.isSizedByEvent = false;
}

function removeLeaving(area: Area): void {
  const unsold = Math.min(area.withheld, area.leaving);
  area.withheld -= unsold;
  area.leaving -= unsold;
  const free = Math.min(area.available, area.leaving);
  area.available -= free;
  area.leaving -= free;
}

/** Sets the number of available places; the other free places are withheld from sale. */
export function setAvailable(area: Area, available: number): void {
  assert(
    available >= 0 && available <= area.available + area.withheld,
    () => `area ${area.id} cannot offer ${available}`,
  );
  area.withheld += area.available - available;
  area.available = available;
}
