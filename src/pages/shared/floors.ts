/** The floors of the sections: a path along the rows of each one, which is drawn with the width of a row. */
import { aislePitches } from './geometry.ts';
import type { Scene } from './renderer.ts';

/** The line along a row is drawn with about so many corners. */
const cornersPerRow = 16;

type Hall = Pick<Scene, 'plan' | 'geometry'>;

export interface Floors {
  readonly hall: Hall;
  /** By the index of the sector. */
  readonly paths: readonly Path2D[];
}

/** A sector that is the same object as in the hall before keeps its path. */
export function floorsOf(hall: Hall, before: Floors | null): Floors {
  const paths = hall.plan.sectors.map((one, sector) => {
    const kept = before?.hall.plan.sectors[sector] === one ? before.paths[sector] : undefined;
    return kept ?? floorOf(hall, sector);
  });
  return { hall, paths };
}

function floorOf({ plan, geometry }: Hall, sector: number): Path2D {
  const path = new Path2D();
  const gap = ((geometry.sectors[sector]?.pitch ?? 0) * aislePitches) ** 2;
  for (const row of plan.sectors[sector]?.rows ?? []) {
    const seats = plan.rows[row]?.seats ?? [];
    const step = Math.max(1, Math.ceil(seats.length / cornersPerRow));
    let [beforeX, beforeY] = [Number.NaN, Number.NaN];
    for (let at = 0; at < seats.length; at++) {
      const seat = seats[at] as number;
      const x = plan.xs[seat] as number;
      const y = plan.ys[seat] as number;
      const isAside = !((x - beforeX) * (x - beforeX) + (y - beforeY) * (y - beforeY) <= gap);
      if (isAside && at > 0) path.lineTo(beforeX, beforeY);
      if (isAside) path.moveTo(x, y);
      if (isAside || at % step === 0 || at === seats.length - 1) path.lineTo(x + 1e-3, y);
      beforeX = x;
      beforeY = y;
    }
  }
  return path;
}
