/**
 * Paints the shapes of units under their seats, and says which parts of a picture have to be painted again when seats
 * change: the line around a unit is so near to seats that a seat cannot be painted over it by itself.
 */
import { contains, grown, overlap } from './boxes.ts';
import type { Box } from './plan.ts';
import type { Scene, UnitLook } from './renderer.ts';
import type { UnitShape, UnitShapes } from './unit-shapes.ts';

/** The shapes that the box touches. `line`: the width of the line around them, in units of the plan. */
export function paintUnits(
  context: OffscreenCanvasRenderingContext2D,
  { list }: UnitShapes,
  looks: readonly UnitLook[],
  box: Box,
  line: number,
): void {
  for (const [unit, { spine, reach, box: own }] of list.entries()) {
    const look = looks[unit];
    if (look === undefined || !overlap(own, box, line)) continue;
    const half = look.isStrong ? line : line / 2;
    for (const [colour, width] of [
      [look.edge, reach + half],
      [look.fill, reach - half],
    ] as const) {
      context.strokeStyle = colour;
      context.fillStyle = colour;
      context.lineWidth = 2 * width;
      context.stroke(spine);
      context.fill(spine);
    }
  }
}

/** Wider than half of a line around a unit, relative to the width of the unit beyond its seats, at any scale at which it is drawn. */
const lineShare = 1;

type Outline = Pick<UnitShape, 'seats' | 'reach' | 'box'>;

/**
 * Around the units that may look otherwise than before: those that have other seats, and those that reach into one of these
 * boxes, in which everything is painted again. A unit inside of such a box needs none of its own.
 */
export function changedUnits(now: readonly Outline[], before: readonly Outline[], boxes: readonly Box[]): Box[] {
  const found: Box[] = [];
  for (let unit = 0; unit < Math.max(now.length, before.length); unit++) {
    const [one, other] = [now[unit], before[unit]];
    const isSame = one !== undefined && other !== undefined && isSameUnit(one, other);
    for (const outline of [one, other]) {
      if (outline === undefined) continue;
      const box = grown(outline.box, outline.reach * lineShare);
      if (isSame && !boxes.some((changed) => overlap(changed, box, 0))) continue;
      if (!boxes.some((changed) => contains(changed, box))) found.push(box);
    }
  }
  return found;
}

function isSameUnit({ seats }: Outline, { seats: others }: Outline): boolean {
  return seats === others || (seats.length === others.length && seats.every((seat, at) => seat === others[at]));
}

interface Repaint {
  readonly boxes: readonly Box[];
  /** Seats that can be painted one by one. */
  readonly others: readonly number[];
}

/** The parts that are painted again when these seats have changed. */
export function repaintOf(
  { plan, grid, geometry }: Scene,
  units: UnitShapes,
  seats: readonly number[],
  line: number,
): Repaint {
  const changed = new Set<number>();
  const boxes: Box[] = [];
  const others: number[] = [];
  for (const seat of seats) {
    const unit = units.of(seat);
    if (unit !== undefined) {
      changed.add(unit);
      continue;
    }
    const pitch = geometry.sectors[plan.sectorOf[seat] as number]?.pitch ?? geometry.pitch;
    const place = { x: plan.xs[seat] as number, y: plan.ys[seat] as number, width: 0, height: 0 };
    let isBesideUnit = false;
    grid.within(grown(place, 2 * pitch), (other) => {
      isBesideUnit ||= units.of(other) !== undefined;
    });
    if (isBesideUnit) boxes.push(grown(place, pitch / 2));
    else others.push(seat);
  }
  for (const unit of changed) boxes.push(grown((units.list[unit] as UnitShape).box, line));
  return { boxes, others };
}
