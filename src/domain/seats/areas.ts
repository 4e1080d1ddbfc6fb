/**
 * The GA areas of one event: counters instead of seats. Places are moved between counters, never made:
 * `available + held + locked + blocked + sold + withheld` is the area's capacity in the layout.
 */
import { assert } from '../assert.ts';
import { Purchases } from './purchases.ts';
import type { AreaPlan } from './seat-map.ts';

/** `withheld`: capacity that pricing has not put on sale. */
export type PlaceState = 'available' | 'held' | 'locked' | 'blocked' | 'sold' | 'withheld';

export interface Area {
  readonly id: number;
  readonly name: string;
  readonly capacity: number;
  available: number;
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
    available: plan.capacity,
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

/** Moves places between two counters; a negative amount moves them back. */
export function movePlaces(area: Area, from: PlaceState, to: PlaceState, amount: number): void {
  area[from] -= amount;
  area[to] += amount;
  assert(area[from] >= 0 && area[to] >= 0, `area ${area.id}: ${from} or ${to} would be negative`);
}

/** Sets what is available; the rest of the capacity that nobody holds or bought is withheld from sale. */
export function setAvailable(area: Area, available: number): void {
  assert(available >= 0 && available <= area.available + area.withheld, `area ${area.id} cannot offer ${available}`);
  area.withheld += area.available - available;
  area.available = available;
}
