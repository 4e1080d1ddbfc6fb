/**
 * The units of a plan, which are taken as a whole: tables, boxes and booths. Knows the unit of each seat, and the shape
 * around the seats of each unit. Built once per list of units; never draws.
 */
import { distanceTo, hullOf } from './hull.ts';
import type { Box, Plan, PlanUnit } from './plan.ts';
import type { SeatGrid } from './seat-grid.ts';

export interface UnitShape extends PlanUnit {
  /** A line along the seats or around them: drawn with twice `reach` as its width and filled, it is the whole shape. */
  readonly spine: Path2D;
  readonly reach: number;
  readonly box: Box;
  /** The middle, and how far the nearest seat is from it. */
  readonly middle: { readonly x: number; readonly y: number; readonly room: number };
}

interface Hall {
  readonly plan: Plan;
  readonly geometry: { readonly pitch: number; readonly sectors: readonly { readonly pitch: number }[] };
  readonly grid: SeatGrid;
}

/** Relative to the distance between seats. With more of it the shapes of neighbours would cover each other's seats. */
const reachShare = 0.56;
/** A seat of others that is nearer to the hull than this, relative to the distance between seats, would be in its shape. */
const aloneFrom = 0.5;

export class UnitShapes {
  readonly list: readonly UnitShape[];
  /** By place in the plan. */
  readonly #unitOf = new Map<number, number>();
  readonly #context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;

  constructor(hall: Hall, units: readonly PlanUnit[]) {
    for (const [unit, { seats }] of units.entries()) for (const seat of seats) this.#unitOf.set(seat, unit);
    this.list = units.map((unit, at) => shapeOf(hall, unit, (seat) => this.#unitOf.get(seat) === at));
  }

  /** The unit of a seat; undefined: it is taken by itself. */
  of(seat: number): number | undefined {
    return this.#unitOf.get(seat);
  }

  /** The unit whose shape has this point of the plan; -1: none. */
  at(x: number, y: number): number {
    return this.list.findIndex(({ box, spine, reach }) => {
      if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) return false;
      this.#context.lineWidth = 2 * reach;
      return this.#context.isPointInPath(spine, x, y) || this.#context.isPointInStroke(spine, x, y);
    });
  }
}

function shapeOf(hall: Hall, { name, seats }: PlanUnit, isOwn: (seat: number) => boolean): UnitShape {
  const { plan, geometry, grid } = hall;
  const pitch = geometry.sectors[plan.sectorOf[seats[0] as number] as number]?.pitch ?? geometry.pitch;
  const reach = pitch * reachShare;
  const points = seats.map((seat) => [plan.xs[seat] as number, plan.ys[seat] as number] as const);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [Math.max(...xs) - left, Math.max(...ys) - top];
  const hull = hullOf(points);
  let isAlone = true;
  const box = { x: left - reach, y: top - reach, width: width + 2 * reach, height: height + 2 * reach };
  grid.within(box, (seat) => {
    if (!isAlone || isOwn(seat)) return;
    isAlone = distanceTo(hull, [plan.xs[seat] as number, plan.ys[seat] as number]) > pitch * aloneFrom;
  });
  const [x, y] = [left + width / 2, top + height / 2];
  const nearest = grid.nearest(x, y, Math.max(width, height));
  const room = nearest === null ? 0 : Math.hypot((plan.xs[nearest] as number) - x, (plan.ys[nearest] as number) - y);
  return {
    ...{ name, seats, reach },
    spine: isAlone ? closedPath(hull) : alongRows(plan, seats),
    box,
    middle: { x, y, room },
  };
}

function closedPath(points: readonly (readonly [number, number])[]): Path2D {
  const path = new Path2D();
  for (const [x, y] of points) path.lineTo(x, y);
  // A line without a length would not be drawn.
  if (points.length === 1) path.lineTo((points[0]?.[0] ?? 0) + 1e-3, points[0]?.[1] ?? 0);
  path.closePath();
  return path;
}

/** Lines along the seats that are neighbours in their row: other seats lie between those of the unit. */
function alongRows(plan: Plan, seats: readonly number[]): Path2D {
  const path = new Path2D();
  const own = new Set(seats);
  for (const row of new Set(seats.map((seat) => plan.rowOf[seat] as number))) {
    let isDrawing = false;
    for (const seat of plan.rows[row]?.seats ?? []) {
      const [x, y] = [plan.xs[seat] as number, plan.ys[seat] as number];
      if (!own.has(seat)) {
        isDrawing = false;
        continue;
      }
      if (!isDrawing) path.moveTo(x, y);
      path.lineTo(x + 1e-3, y);
      isDrawing = true;
    }
  }
  return path;
}
