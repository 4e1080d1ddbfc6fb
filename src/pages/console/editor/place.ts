/**
 * Where things are: the selection by a box and a lasso, and the commands that move, turn, mirror, align and distribute
 * what is selected. A selection is guids of seats and shapes. Pure: each command is a change.
 */

import { isInside, type Point } from '../polygon.ts';
import type { Change, Drawing, Seat, Shape } from './drawing.ts';
import type { ItemTable, Patch } from './item-table.ts';
import { rounded } from './sketch.ts';

export type Selection = ReadonlySet<string>;

/** The selected items of a table, in the order in which they were selected. */
export function picked<One extends { readonly guid: string }>(items: ItemTable<One>, selection: Selection): One[] {
  const found: One[] = [];
  for (const guid of selection) {
    const item = items.get(guid);
    if (item !== undefined) found.push(item);
  }
  return found;
}

/** The middle of a shape. */
export function middleOf({ left, top, width, height }: Shape): Point {
  return { x: left + (width ?? 0) / 2, y: top + (height ?? 0) / 2 };
}

/** The seats and the middles of shapes inside a polygon of the plan. */
export function inside(drawing: Drawing, polygon: readonly Point[]): string[] {
  const xs = polygon.map(({ x }) => x);
  const ys = polygon.map(({ y }) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const found: string[] = [];
  const look = (guid: string, point: Point): void => {
    if (point.x < left || point.x > right || point.y < top || point.y > bottom) return;
    if (isInside(polygon, point)) found.push(guid);
  };
  for (const seat of drawing.seats) look(seat.guid, seat);
  for (const shape of drawing.shapes) look(shape.guid, middleOf(shape));
  return found;
}

function selectedOf({ seats, shapes }: Drawing, selection: Selection): { seats: Seat[]; shapes: Shape[] } {
  return { seats: picked(seats, selection), shapes: picked(shapes, selection) };
}

export interface Extent {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The box around the middles of what is selected; null: nothing is. */
export function extentOf(drawing: Drawing, selection: Selection): Extent | null {
  const { seats, shapes } = selectedOf(drawing, selection);
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of [...seats, ...shapes.map(middleOf)]) {
    [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
  }
  return left > right ? null : { left, top, right, bottom };
}

/** `to`: where a point goes; `turned`: the angle of a shape then; null: shapes keep their form, only their middles go. */
function moved(
  drawing: Drawing,
  selection: Selection,
  to: (point: Point) => Point,
  turned: ((angle: number) => number) | null = null,
): Change {
  const { seats, shapes } = selectedOf(drawing, selection);
  const place = (point: Point): Point => {
    const { x, y } = to(point);
    return { x: rounded(x), y: rounded(y) };
  };
  return {
    seats: patches(seats, (seat) => ({ ...seat, ...place(seat) }), ['x', 'y']),
    shapes: patches(shapes, (shape) => movedShape(shape, place, turned), ['left', 'top', 'angle']),
  };
}

function movedShape(shape: Shape, place: (point: Point) => Point, turned: ((angle: number) => number) | null): Shape {
  const before = middleOf(shape);
  const { x, y } = place(before);
  if (shape.points === null || turned === null) {
    const [dx, dy] = [x - before.x, y - before.y];
    const points = shape.points?.map((point) => ({ x: rounded(point.x + dx), y: rounded(point.y + dy) })) ?? null;
    const angle = turned === null ? shape.angle : turned(shape.angle);
    return { ...shape, left: rounded(shape.left + dx), top: rounded(shape.top + dy), angle, points };
  }
  const points = shape.points.map(place);
  const [xs, ys] = [points.map((point) => point.x), points.map((point) => point.y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [width, height] = [rounded(Math.max(...xs) - left), rounded(Math.max(...ys) - top)];
  return { ...shape, points, left, top, width, height };
}

/** The changes of items; those that stay as they are are left out. */
function patches<One>(
  items: readonly One[],
  change: (item: One) => One,
  members: readonly (keyof One)[],
): Patch<One>[] {
  return items.flatMap((before) => {
    const after = change(before);
    return members.some((member) => before[member] !== after[member]) ? [{ before, after }] : [];
  });
}

export function move(drawing: Drawing, selection: Selection, dx: number, dy: number): Change {
  return moved(drawing, selection, ({ x, y }) => ({ x: x + dx, y: y + dy }));
}

/** Clockwise, around the middle of the selection. */
export function turn(drawing: Drawing, selection: Selection, degrees: number): Change {
  const middle = middleOfSelection(drawing, selection);
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const to = ({ x, y }: Point): Point => {
    const [dx, dy] = [x - middle.x, y - middle.y];
    return { x: middle.x + dx * cos - dy * sin, y: middle.y + dx * sin + dy * cos };
  };
  return moved(drawing, selection, to, (angle) => (((angle + degrees) % 360) + 360) % 360);
}

/** `axis` `x`: left and right change places. */
export function mirror(drawing: Drawing, selection: Selection, axis: 'x' | 'y'): Change {
  const middle = middleOfSelection(drawing, selection);
  const to = ({ x, y }: Point): Point => (axis === 'x' ? { x: 2 * middle.x - x, y } : { x, y: 2 * middle.y - y });
  return moved(drawing, selection, to, (angle) => (360 - angle) % 360);
}

export type Edge = 'left' | 'right' | 'top' | 'bottom' | 'centre' | 'middle';

export function align(drawing: Drawing, selection: Selection, edge: Edge): Change {
  const extent = extentOf(drawing, selection);
  if (extent === null) return {};
  const { x, y } = middleOfSelection(drawing, selection);
  if (edge === 'centre') return moved(drawing, selection, (point) => ({ ...point, x }));
  if (edge === 'middle') return moved(drawing, selection, (point) => ({ ...point, y }));
  if (edge === 'left' || edge === 'right') return moved(drawing, selection, (point) => ({ ...point, x: extent[edge] }));
  return moved(drawing, selection, (point) => ({ ...point, y: extent[edge] }));
}

/** Gives everything between the outermost two the same distance along an axis. */
export function distribute(drawing: Drawing, selection: Selection, axis: 'x' | 'y'): Change {
  const { seats, shapes } = selectedOf(drawing, selection);
  const values = [...seats, ...shapes.map(middleOf)].map((point) => point[axis]).sort((one, other) => one - other);
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0];
  if (values.length < 3) return {};
  const ranks = Map.groupBy(values.keys(), (at) => values[at] as number);
  const to = (point: Point): Point => {
    const rank = ranks.get(point[axis])?.shift() ?? 0;
    return { ...point, [axis]: first + (rank * (last - first)) / (values.length - 1) };
  };
  return moved(drawing, selection, to);
}

function middleOfSelection(drawing: Drawing, selection: Selection): Point {
  const extent = extentOf(drawing, selection);
  if (extent === null) return { x: 0, y: 0 };
  return { x: (extent.left + extent.right) / 2, y: (extent.top + extent.bottom) / 2 };
}

/** The nearest line of a grid; 0: no grid. */
export function snapped(value: number, grid: number): number {
  return grid === 0 ? value : Math.round(value / grid) * grid;
}
