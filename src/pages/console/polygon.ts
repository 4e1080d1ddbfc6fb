/** Points of a plan, and what is inside a line around some of them. Pure. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** By the number of edges to the right of the point. */
export function isInside(polygon: readonly Point[], { x, y }: Point): boolean {
  let isIn = false;
  let before = polygon.at(-1) as Point;
  for (const corner of polygon) {
    if (corner.y > y !== before.y > y) {
      const crossing = corner.x + ((y - corner.y) / (before.y - corner.y)) * (before.x - corner.x);
      if (x < crossing) isIn = !isIn;
    }
    before = corner;
  }
  return isIn;
}
