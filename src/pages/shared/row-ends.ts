/** The places in a view at which rows leave it, and the labels of rows there. Pure. */
import type { Camera } from './camera.ts';
import type { Plan } from './plan.ts';

/** Between the edge of the view and the middle of a label, in CSS pixels. */
const inset = 17;
/** A row's label is cut to so many letters. */
const rowLabelMax = 8;

export interface RowEdge {
  readonly label: string;
  /** In CSS pixels of the view. */
  readonly x: number;
  readonly y: number;
}

/** Where rows leave the view: at most at two places for each row. */
export function rowEdges(camera: Camera, plan: Plan, rows: readonly number[]): RowEdge[] {
  const edges: RowEdge[] = [];
  for (const row of rows) {
    const { seats = [], label = '' } = plan.rows[row] ?? {};
    const places = seats.map((seat) => camera.toScreen(plan.xs[seat] as number, plan.ys[seat] as number));
    const isInside = places.map(([x, y]) => x >= 0 && y >= 0 && x <= camera.width && y <= camera.height);
    const [first, last] = [isInside.indexOf(true), isInside.lastIndexOf(true)];
    for (const [inner, outer] of [
      [first, first - 1],
      [last, last + 1],
    ] as const) {
      const [from, to] = [places[inner], places[outer]];
      if (from === undefined) continue;
      if (to !== undefined) edges.push({ label: shortRowLabel(label), ...cut(camera, from, to) });
      else edges.push(...hiddenOwn(camera, shortRowLabel(label), from, places[2 * inner - outer] ?? from));
    }
  }
  return edges;
}

/** The label beyond the end of a row, when the end is in the view and its label is not. */
function hiddenOwn({ width, height }: Camera, label: string, [x, y]: Point, [nextX, nextY]: Point): RowEdge[] {
  const [ownX, ownY] = [2 * x - nextX, 2 * y - nextY];
  if (ownX >= 0 && ownY >= 0 && ownX <= width && ownY <= height) return [];
  const within = (value: number, size: number): number => Math.min(Math.max(value, inset), size - inset);
  return [{ label, x: within(ownX, width), y: within(ownY, height) }];
}

type Point = readonly [x: number, y: number];

/** The point between a seat in the view and its neighbour outside of it, at the inset edge of the view. */
function cut({ width, height }: Camera, [x, y]: Point, [otherX, otherY]: Point): { x: number; y: number } {
  const [dx, dy] = [otherX - x, otherY - y];
  const parts = [
    dx < 0 ? (inset - x) / dx : (width - inset - x) / dx,
    dy < 0 ? (inset - y) / dy : (height - inset - y) / dy,
  ].filter((part) => Number.isFinite(part));
  const part = Math.min(...parts);
  return { x: x + dx * part, y: y + dy * part };
}

/** A row's label as it is drawn: whole, or its first letters. */
export function shortRowLabel(label: string): string {
  const letters = [...label];
  return letters.length > rowLabelMax ? `${letters.slice(0, rowLabelMax - 1).join('')}…` : label;
}
