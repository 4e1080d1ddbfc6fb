/**
 * A plan that is measured and can be searched. A hall is made of the one before it wherever the plans agree, and says where they
 * do not. Pure.
 */
import { grown, overlap } from './boxes.ts';
import { type Geometry, measure, unionOf } from './geometry.ts';
import type { Box, Plan } from './plan.ts';
import { SeatGrid } from './seat-grid.ts';

export interface Hall {
  readonly plan: Plan;
  readonly geometry: Geometry;
  readonly grid: SeatGrid;
}

/** Names of rows stand beside their seats, at most so many pitches away from them. */
const labelReach = 4;
/** Of the plan: painting a larger part of it again costs as much as painting all of it. */
const mostShare = 0.7;

export function measuredHall(plan: Plan, before: Hall | null): Hall {
  const geometry = measure(plan, before);
  const isPlaced = before !== null && plan.xs === before.plan.xs && plan.rowOf === before.plan.rowOf;
  return { plan, geometry, grid: isPlaced ? before.grid : new SeatGrid(plan, geometry.extent) };
}

/** Around everything that looks otherwise than in the plan before; null: most of it may. */
export function changedBoxes(now: Hall, before: Hall): readonly Box[] | null {
  if (now.geometry.pitch !== before.geometry.pitch) return null;
  const places = Math.max(now.plan.sectors.length, before.plan.sectors.length);
  const { extent } = now.geometry;
  const boxes: Box[] = [];
  let room = extent.width * extent.height * mostShare;
  for (let sector = 0; sector < places && room > 0; sector++) {
    if (now.plan.sectors[sector] === before.plan.sectors[sector]) continue;
    const both = [now, before].flatMap(({ geometry }) => {
      const { box = null, pitch = 0 } = geometry.sectors[sector] ?? {};
      return box === null ? [] : [grown(box, pitch * labelReach)];
    });
    const [one, other] = both;
    const isNear = one !== undefined && other !== undefined && overlap(one, other, 0);
    for (const box of isNear ? [unionOf(both)] : both) {
      boxes.push(box);
      room -= box.width * box.height;
    }
  }
  return room > 0 ? boxes : null;
}
