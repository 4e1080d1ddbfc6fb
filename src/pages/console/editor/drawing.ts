/**
 * A layout that is being drawn: sections, rows, seats and shapes by their guids, and changes of them. A change knows what
 * was before, so it can be taken back. Promises that the same change, applied and taken back, leaves no trace, and that it
 * costs what it changes, however large the layout is. Pure.
 */
import type { components } from '../../../client/index.ts';
import type { Point } from '../polygon.ts';
import { ItemTable, type Patch } from './item-table.ts';

type Schemas = components['schemas'];

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
export type Flags = ReadonlySet<FlagName>;

const flagSets = new Map<number, Flags>();

/** Seats with the same flags share one set: a large hall would have a set for each seat otherwise. */
export function flagsWith(isOn: (flag: FlagName) => boolean): Flags {
  let bits = 0;
  for (let at = 0; at < flagNames.length; at++) if (isOn(flagNames[at] as FlagName)) bits |= 1 << at;
  let found = flagSets.get(bits);
  if (found === undefined) {
    found = new Set(flagNames.filter((_, at) => (bits & (1 << at)) !== 0));
    flagSets.set(bits, found);
  }
  return found;
}

export const noFlags = flagsWith(() => false);

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
  readonly flags: Flags;
  /** Of a new seat: where it is among the seats of its row; null: behind them. */
  readonly place: number | null;
}

/** `id` of a shape that is stored is 0, because shapes are named by their guids alone; null: new, or the box of an area. */
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

export type Kind = keyof Kinds;
/** Rows come before seats, which are grouped by them. */
export const kinds: readonly Kind[] = ['sections', 'rows', 'seats', 'shapes', 'units'];

export type Change = { readonly [K in Kind]?: readonly Patch<Kinds[K]>[] };

type Tables = { readonly [K in Kind]: ItemTable<Kinds[K]> };

export interface Drawing extends Tables {
  /** By the place of a row: the places of its seats, in the order of the layout. Rows without a change have the same list. */
  readonly seatsOf: readonly (readonly number[])[];
}

const nothing: readonly number[] = [];

export function drawingWith(items: { readonly [K in Kind]: Iterable<Kinds[K]> }): Drawing {
  const seats = ItemTable.of(items.seats);
  const rows = ItemTable.of(items.rows);
  const [sections, shapes, units] = [
    ItemTable.of(items.sections),
    ItemTable.of(items.shapes),
    ItemTable.of(items.units),
  ];
  const seatsOf: number[][] = Array.from({ length: rows.end }, () => []);
  for (let place = 0; place < seats.end; place++) seatsOf[rows.placeOf(seats.at(place)?.row ?? '')]?.push(place);
  return { sections, rows, seats, shapes, units, seatsOf: trimmed(seatsOf.map((places) => inPlaces(seats, places))) };
}

/** Without the empty lists at the end. */
function trimmed(lists: (readonly number[])[]): Drawing['seatsOf'] {
  while (lists.at(-1)?.length === 0) lists.pop();
  return lists;
}

export const emptyDrawing: Drawing = drawingWith({ sections: [], rows: [], seats: [], shapes: [], units: [] });

/** The same places without anything in them: what a drawing consists of is what differs from it. */
export function emptied({ sections, rows, seats, shapes, units }: Drawing): Drawing {
  const tables = { sections: sections.emptied(), rows: rows.emptied(), seats: seats.emptied() };
  return { ...tables, shapes: shapes.emptied(), units: units.emptied(), seatsOf: [] };
}

/** The drawing after a change, or before it. The tables of kinds without a change are the same. */
export function changed(drawing: Drawing, change: Change, isBack = false): Drawing {
  const after: { -readonly [K in keyof Drawing]: Drawing[K] } = { ...drawing };
  for (const kind of kinds) {
    const patches = change[kind];
    if (patches === undefined || patches.length === 0) continue;
    after[kind] = (drawing[kind] as ItemTable<never>).with(patches as never, isBack) as never;
  }
  if (change.seats !== undefined) after.seatsOf = regrouped(drawing, after, change.seats);
  return after;
}

/** Only the rows that got or lost a seat have another list. */
function regrouped(before: Drawing, { rows, seats }: Tables, patches: readonly Patch<Seat>[]): Drawing['seatsOf'] {
  const touched = new Map<number, Set<number>>();
  for (const patch of patches) {
    if (patch.before?.row === patch.after?.row) continue;
    for (const seat of [patch.before, patch.after]) {
      if (seat === null) continue;
      const row = rows.placeOf(seat.row);
      const own = touched.get(row) ?? new Set(before.seatsOf[row]);
      touched.set(row, own.add(seats.placeOf(seat.guid)));
    }
  }
  if (touched.size === 0) return before.seatsOf;
  const after = [...before.seatsOf];
  while (after.length < rows.end) after.push(nothing);
  for (const [row, places] of touched) {
    const own = [...places].filter((place) => rows.placeOf(seats.at(place)?.row ?? '') === row);
    if (row !== -1)
      after[row] = inPlaces(
        seats,
        own.sort((one, other) => one - other),
      );
  }
  return trimmed(after);
}

/** New seats with a place stand between the seats that are stored. */
function inPlaces(seats: ItemTable<Seat>, list: readonly number[]): readonly number[] {
  const wanted = (place: number): number | null => seats.at(place)?.place ?? null;
  if (list.every((place) => wanted(place) === null)) return list;
  const ranks = new Map(list.filter((place) => wanted(place) === null).map((place, at) => [place, at]));
  const rankOf = (place: number): number => wanted(place) ?? (ranks.get(place) as number);
  return list.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** The seats of a row, in the order of the layout. */
export function seatsIn({ rows, seats, seatsOf }: Drawing, row: string): readonly Seat[] {
  return (seatsOf[rows.placeOf(row)] ?? nothing).map((place) => seats.at(place) as Seat);
}

export function isNothing(change: Change): boolean {
  return kinds.every((kind) => (change[kind]?.length ?? 0) === 0);
}
