/**
 * A layout that is being drawn: sections, rows, seats and shapes by their guids, and changes of them. A change knows what
 * was before, so it can be taken back. Promises that the same change, applied and taken back, leaves no trace. Pure.
 */
import type { components } from '../../../client/index.ts';
import type { Point } from '../polygon.ts';

type Schemas = components['schemas'];
export type Answer = Schemas['Drawing'];

export const flagNames = [
  'isAccessible',
  'isMarked',
  'isHidden',
  'isWheelchair',
  'isCompanion',
  'isStepFree',
  'isHearing',
  'isRestrictedView',
] as const;
export type FlagName = (typeof flagNames)[number];

interface Item {
  readonly guid: string;
  /** Null: not stored yet. */
  readonly id: number | null;
}

export interface Section extends Item {
  readonly name: string;
  readonly ga: boolean;
  readonly capacity: number;
}

export interface Row extends Item {
  readonly section: string;
  readonly name: string;
}

export interface Seat extends Item, Point {
  readonly row: string;
  readonly name: string;
  readonly flags: ReadonlySet<FlagName>;
  /** Of a new seat: where it is among the seats of its row; null: behind them. */
  readonly place: number | null;
}

/** `id` of a shape that is stored is 0: shapes are named by their guids alone. */
export interface Shape extends Item {
  /** The area whose outline it is. */
  readonly section: string | null;
  readonly type: string;
  readonly shapeType: string | null;
  readonly left: number;
  readonly top: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number;
  readonly text: string | null;
  readonly fill: string | null;
  readonly points: readonly Point[] | null;
}

/** A table, a box or a booth. */
export interface Unit extends Item {
  readonly name: string;
  readonly booking: Schemas['DrawnUnit']['booking'];
  readonly min: number | null;
  readonly max: number | null;
  /** Guids, in the order in which guests fill them. */
  readonly seats: readonly string[];
}

interface Kinds {
  readonly sections: Section;
  readonly rows: Row;
  readonly seats: Seat;
  readonly shapes: Shape;
  readonly units: Unit;
}

type Kind = keyof Kinds;
const kinds: readonly Kind[] = ['sections', 'rows', 'seats', 'shapes', 'units'];

/** Null: the item is not there. */
export interface Patch<One> {
  readonly before: One | null;
  readonly after: One | null;
}

export type Change = { readonly [K in Kind]?: readonly Patch<Kinds[K]>[] };

export type Drawing = { readonly [K in Kind]: ReadonlyMap<string, Kinds[K]> };

export const emptyDrawing: Drawing = {
  sections: new Map(),
  rows: new Map(),
  seats: new Map(),
  shapes: new Map(),
  units: new Map(),
};

/** The drawing after a change. The maps of kinds without a change are the same. */
export function changed(drawing: Drawing, change: Change): Drawing {
  const after: { -readonly [K in Kind]: Drawing[K] } = { ...drawing };
  for (const kind of kinds) {
    const patches = change[kind];
    if (patches === undefined || patches.length === 0) continue;
    const items = new Map<string, Item>(drawing[kind]);
    for (const { before, after } of patches as readonly Patch<Item>[]) {
      if (after !== null) items.set(after.guid, after);
      else if (before !== null) items.delete(before.guid);
    }
    after[kind] = items as never;
  }
  return after;
}

export function takenBack(change: Change): Change {
  const back = ({ before, after }: Patch<Item>): Patch<Item> => ({ before: after, after: before });
  const entries = kinds.flatMap((kind) => {
    const patches = change[kind] as readonly Patch<Item>[] | undefined;
    return patches === undefined ? [] : [[kind, patches.map(back).toReversed()]];
  });
  return Object.fromEntries(entries);
}

export function isNothing(change: Change): boolean {
  return kinds.every((kind) => (change[kind]?.length ?? 0) === 0);
}

export function drawingOf({ sectors, rows, seats, shapes, units = [] }: Answer): Drawing {
  return {
    sections: byGuid(
      sectors.map(({ guid, id, name, ga, capacity }) => ({ guid, id, name, ga, capacity: capacity ?? 0 })),
    ),
    rows: byGuid(
      rows.map(({ guid, id, sectorGuid, rowNumber }) => ({ guid, id, section: sectorGuid, name: rowNumber })),
    ),
    seats: byGuid(
      seats.map((seat) => {
        const { guid, id, rowGuid, name, ax, ay } = seat;
        const flags = new Set(flagNames.filter((flag) => seat[flag] === true));
        return { guid, id, row: rowGuid, name, x: ax, y: ay, flags, place: null };
      }),
    ),
    shapes: byGuid(shapes.map(shapeOf)),
    // Stored units have no guids.
    units: byGuid(units.map(({ seatGuids, ...unit }) => ({ ...unit, guid: `unit-${unit.id}`, seats: seatGuids }))),
  };
}

function shapeOf(answer: Answer['shapes'][number]): Shape {
  const { id, groupOfSeatsGuid, type, shapeType, left, top, width, height, angle, text, fill } = answer;
  const place = { left, top, width, height, angle: angle ?? 0, points: pointsOf(answer.points) };
  return { guid: id, id: 0, section: groupOfSeatsGuid, type, shapeType, text, fill, ...place };
}

/** Points on the plan; null when there are none, or of another form. */
function pointsOf(value: unknown): readonly Point[] | null {
  if (!Array.isArray(value) || value.length < 2) return null;
  const isPoint = (one: unknown): one is Point => {
    const { x, y } = (one ?? {}) as Partial<Point>;
    return typeof x === 'number' && typeof y === 'number';
  };
  return value.every(isPoint) ? value.map(({ x, y }) => ({ x, y })) : null;
}

function byGuid<One extends Item>(items: readonly One[]): ReadonlyMap<string, One> {
  return new Map(items.map((item) => [item.guid, item]));
}

/** The seats of each row, in the order of the layout. */
export function seatsByRow({ seats }: Drawing): ReadonlyMap<string, readonly Seat[]> {
  const ordered = [...seats.values()];
  const groups = Map.groupBy(ordered, ({ row }) => row);
  for (const [row, list] of groups) {
    if (list.some(({ place }) => place !== null)) groups.set(row, inPlaces(list));
  }
  return groups;
}

/** New seats with a place stand between the seats that are stored. */
function inPlaces(list: readonly Seat[]): Seat[] {
  const places = new Map(list.filter(({ place }) => place === null).map((seat, at) => [seat, at]));
  const placeOf = (seat: Seat): number => seat.place ?? (places.get(seat) as number);
  return list.toSorted((one, other) => placeOf(one) - placeOf(other));
}
