/** Standing areas in front of the stage: sized by their capacity, side by side in lines. */
import { aisle, around, type Rectangle } from './rectangle.ts';
import type { Footprint } from './tiers.ts';

/** A standing visitor takes half the space of a seated one. */
const unitsPerPlace = 375;
const widthMin = 150;
const heightMin = 100;
/** Width of an area divided by its depth. */
const widthToHeight = 1.5;

/** The size of an area with this capacity; a measure that the caller gives stays. */
export function areaFootprint(capacity: number, width: number | null, height: number | null): Footprint {
  const units = capacity * unitsPerPlace;
  if (width !== null && height !== null) return { width, height };
  if (width !== null) return { width, height: Math.round(Math.max(heightMin, units / Math.max(1, width))) };
  if (height !== null) return { width: Math.round(Math.max(widthMin, units / Math.max(1, height))), height };
  const wide = Math.sqrt(units * widthToHeight);
  return { width: Math.round(Math.max(widthMin, wide)), height: Math.round(Math.max(heightMin, wide / widthToHeight)) };
}

/** Upright rectangles in the order of the areas, the first line's upper edge at y = 0, each line centred on x = 0. */
export function arrangeFloor(areas: readonly Footprint[], widthMax: number): Rectangle[] {
  const placed: Rectangle[] = [];
  let top = 0;
  for (let from = 0; from < areas.length; ) {
    const line = lineOf(areas, from, widthMax);
    const depth = line.reduce((deepest, { height }) => Math.max(deepest, height), 0);
    let left = -(line.reduce((sum, { width }) => sum + width + aisle, 0) - aisle) / 2;
    for (const { width, height } of line) {
      placed.push({ x: Math.round(left), y: Math.round(top + (depth - height) / 2), width, height });
      left += width + aisle;
    }
    top += depth + aisle;
    from += line.length;
  }
  return placed;
}

function lineOf(areas: readonly Footprint[], from: number, widthMax: number): readonly Footprint[] {
  let width = -aisle;
  let to = from;
  while (to < areas.length && (to === from || width + aisle + (areas[to] as Footprint).width <= widthMax)) {
    width += aisle + (areas[to] as Footprint).width;
    to++;
  }
  return areas.slice(from, to);
}

/** Line widths to try, as the ratio of width to depth that each would give a floor without gaps. */
const shapes = [0.4, 0.7, 1, 1.4, 2, 3, 4.5, 7, 12] as const;

/** The floor whose ratio of width to depth is nearest to `shape`. */
export function floorOf(areas: readonly Footprint[], shape: number): readonly Rectangle[] {
  const units = areas.reduce((sum, { width, height }) => sum + (width + aisle) * (height + aisle), 0);
  let best: readonly Rectangle[] = [];
  let least = Infinity;
  for (const one of shapes) {
    const floor = arrangeFloor(areas, Math.sqrt(units * one));
    const box = around(floor);
    const miss = box === null ? 0 : Math.abs(Math.log(box.width / box.height / shape));
    if (miss >= least) continue;
    least = miss;
    best = floor;
  }
  return best;
}
