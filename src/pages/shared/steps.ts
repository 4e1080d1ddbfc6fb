/**
 * The target of an arrow key: the next seat of the row, a seat of the row beside it, or one across aisles and sections.
 * Goes by directions on the plan, so that it agrees with the picture. Pure.
 */
import type { Hall } from './hall.ts';
import type { Plan } from './plan.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

const vectors: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};
/** A seat is in a direction when at least this part of its distance leads there. */
const aheadLeast = 0.3;
/** The weight of a step aside, compared with the distance. */
const asideWeight = 0.6;
/** The search doubles its reach at most so many times until it finds a seat. */
const doublingsMax = 9;

/** Null: there is no seat in that direction. */
export function stepFrom(hall: Hall, seat: number, direction: Direction): number | null {
  const { plan } = hall;
  const isAside = (other: number): boolean => plan.rowOf[other] !== plan.rowOf[seat];
  return alongRow(plan, seat, direction) ?? nearestAhead(hall, seat, direction, isAside);
}

/** The next seat that is none of these. `seat`: the one of them from which the keys came. */
export function stepOut(hall: Hall, seats: readonly number[], seat: number, direction: Direction): number | null {
  const { xs, ys } = hall.plan;
  const [alongX, alongY] = vectors[direction];
  const ahead = (other: number): number => {
    const [dx, dy] = [(xs[other] as number) - (xs[seat] as number), (ys[other] as number) - (ys[seat] as number)];
    return dx * alongX + dy * alongY - asideWeight * (Math.abs(dx * alongY) + Math.abs(dy * alongX));
  };
  const edge = seats.reduce((best, other) => (ahead(other) > ahead(best) ? other : best), seat);
  const own = new Set(seats);
  return nearestAhead(hall, edge, direction, (other) => !own.has(other));
}

/** The neighbour in the row, if the row as a whole leads in that direction; null at its end. */
function alongRow(plan: Plan, seat: number, direction: Direction): number | null {
  const seats = plan.rows[plan.rowOf[seat] as number]?.seats ?? [];
  const [first, last] = [seats[0] ?? seat, seats.at(-1) ?? seat];
  const [dx, dy] = [
    (plan.xs[last] as number) - (plan.xs[first] as number),
    (plan.ys[last] as number) - (plan.ys[first] as number),
  ];
  const [alongX, alongY] = vectors[direction];
  const along = Math.abs(dx) >= Math.abs(dy) ? alongX * dx : alongY * dy;
  if (along === 0) return null;
  return seats[seats.indexOf(seat) + Math.sign(along)] ?? null;
}

/** The nearest of these seats that lies in that direction. */
function nearestAhead(
  { plan, geometry, grid }: Hall,
  seat: number,
  direction: Direction,
  isMeant: (other: number) => boolean,
): number | null {
  const [alongX, alongY] = vectors[direction];
  const [x, y] = [plan.xs[seat] as number, plan.ys[seat] as number];
  let reach = (geometry.sectors[plan.sectorOf[seat] as number]?.pitch ?? geometry.pitch) * 1.6;
  for (let doubling = 0; doubling < doublingsMax; doubling++, reach *= 2) {
    let found: number | null = null;
    let least = Number.POSITIVE_INFINITY;
    grid.within({ x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach }, (other) => {
      const [dx, dy] = [(plan.xs[other] as number) - x, (plan.ys[other] as number) - y];
      const distance = Math.hypot(dx, dy);
      const cost = distance + asideWeight * (Math.abs(dx * alongY) + Math.abs(dy * alongX));
      const isAhead = dx * alongX + dy * alongY > distance * aheadLeast;
      if (!isAhead || cost >= least || !isMeant(other)) return;
      least = cost;
      found = other;
    });
    if (found !== null) return found;
  }
  return null;
}

/** The next or previous sector that has a seat or is an area. Goes on at the other end after the last one. */
export function sectorStep(plan: Plan, sector: number, by: 1 | -1): number {
  const count = plan.sectors.length;
  for (let at = 1; at <= count; at++) {
    const next = (((sector + by * at) % count) + count) % count;
    if (plan.sectors[next]?.isArea === true || firstSeat(plan, next) !== null) return next;
  }
  return sector;
}

export function firstSeat(plan: Plan, sector: number): number | null {
  for (const row of plan.sectors[sector]?.rows ?? []) {
    const seat = plan.rows[row]?.seats[0];
    if (seat !== undefined) return seat;
  }
  return null;
}
