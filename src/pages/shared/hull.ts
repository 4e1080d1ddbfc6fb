/** The convex hull of points: the shortest line around all of them. Pure. */

type Point = readonly [x: number, y: number];

/** Its corners in order. Of points on one line: the two ends. */
export function hullOf(points: readonly Point[]): readonly Point[] {
  const sorted = points.toSorted(([x, y], [otherX, otherY]) => x - otherX || y - otherY);
  const lower = chain(sorted);
  const upper = chain(sorted.toReversed());
  const corners = [...lower.slice(0, -1), ...upper.slice(0, -1)];
  return corners.length === 0 ? sorted.slice(0, 1) : corners;
}

/** The corners from the first point to the last one on one side. */
function chain(points: readonly Point[]): Point[] {
  const corners: Point[] = [];
  for (const point of points) {
    while (corners.length > 1 && turn(corners.at(-2) as Point, corners.at(-1) as Point, point) <= 0) corners.pop();
    corners.push(point);
  }
  return corners;
}

/** Positive: from the first point to the third one the second one is to the right. */
function turn([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** How far a point is from the hull; 0: it is inside. */
export function distanceTo(hull: readonly Point[], point: Point): number {
  const edges = hull.map((corner, at) => [corner, hull[(at + 1) % hull.length] as Point] as const);
  if (hull.length > 2 && edges.every(([from, to]) => turn(from, to, point) >= 0)) return 0;
  return Math.min(...edges.map(([from, to]) => distanceToLine(from, to, point)));
}

function distanceToLine([ax, ay]: Point, [bx, by]: Point, [x, y]: Point): number {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const part = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
  return Math.hypot(x - ax - part * dx, y - ay - part * dy);
}
