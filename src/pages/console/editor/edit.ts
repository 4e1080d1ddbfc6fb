/**
 * The commands that change what there is, and what it is called: add, copy and remove, flags, names and numbers. Pure:
 * each command is a change. Numbering again changes names only, so every seat stays the one that was sold.
 */

import type { Point } from '../polygon.ts';
import {
  type Change,
  type Drawing,
  type FlagName,
  flagsWith,
  noFlags,
  type Row,
  type Seat,
  type Section,
  type Shape,
  seatsIn,
} from './drawing.ts';
import type { Patch } from './item-table.ts';
import {
  placesWithGaps,
  type RowNumbering,
  rowNames,
  type SeatNumbering,
  seatNames,
  squeezedName,
} from './numbering.ts';
import { picked, type Selection } from './place.ts';
import { rounded, seatPitch } from './sketch.ts';
import { text } from './texts.ts';
import { copiedUnits, leaving } from './units.ts';

export type NewGuid = () => string;

const added = <One>(after: One): Patch<One> => ({ before: null, after });
const gone = <One>(before: One): Patch<One> => ({ before, after: null });

/** Removes what is selected, the rows and sections that are empty then, and areas with their last outline. */
export function remove(drawing: Drawing, selection: Selection): Change {
  const seats = picked(drawing.seats, selection);
  const shapes = picked(drawing.shapes, selection);
  const rows = picked(drawing.rows, new Set(seats.map(({ row }) => row))).filter(({ guid }) =>
    seatsIn(drawing, guid).every((seat) => selection.has(seat.guid)),
  );
  const goneRows = new Set(rows.map(({ guid }) => guid));
  const goneShapes = new Set(shapes.map(({ guid }) => guid));
  const left = new Set<string | null>();
  for (const { guid, section } of drawing.rows) if (!goneRows.has(guid)) left.add(section);
  for (const { guid, section } of drawing.shapes) {
    if (!goneShapes.has(guid) && drawing.sections.get(section ?? '')?.ga === true) left.add(section);
  }
  const sections = new Set([...rows.map(({ section }) => section), ...shapes.flatMap(({ section }) => section ?? [])]);
  return {
    seats: seats.map(gone),
    shapes: shapes.map(gone),
    rows: rows.map(gone),
    sections: picked(drawing.sections, sections)
      .filter(({ guid }) => !left.has(guid))
      .map(gone),
    units: leaving(drawing, selection),
  };
}

/** Copies of seats are in rows of their own; copies of outlines are areas of their own. Also answers what is new. */
export function copy(
  drawing: Drawing,
  selection: Selection,
  by: Point,
  newGuid: NewGuid,
): { change: Change; made: string[] } {
  const change = {
    seats: [] as Patch<Seat>[],
    rows: [] as Patch<Row>[],
    sections: [] as Patch<Section>[],
    shapes: [] as Patch<Shape>[],
  };
  const names = new NameTable(drawing);
  const rows = new Map<string, string>();
  const copies = new Map<string, string>();
  for (const seat of picked(drawing.seats, selection)) {
    let row = rows.get(seat.row);
    const old = drawing.rows.get(seat.row);
    if (row === undefined && old !== undefined) {
      row = newGuid();
      rows.set(seat.row, row);
      change.rows.push(added({ ...old, guid: row, id: null, name: names.freeRow(old.section, old.name) }));
    }
    if (row === undefined) continue;
    const place = { x: rounded(seat.x + by.x), y: rounded(seat.y + by.y) };
    const guid = newGuid();
    copies.set(seat.guid, guid);
    change.seats.push(added({ ...seat, ...place, row, guid, id: null, place: null }));
  }
  for (const shape of picked(drawing.shapes, selection)) {
    const old = shape.section === null ? undefined : drawing.sections.get(shape.section);
    const section = old === undefined ? null : newGuid();
    const name = old === undefined ? null : names.freeSection(old.name);
    if (old !== undefined && section !== null && name !== null) {
      change.sections.push(added({ ...old, guid: section, id: null, name }));
    }
    const place = { left: rounded(shape.left + by.x), top: rounded(shape.top + by.y) };
    const points = shape.points?.map(({ x, y }) => ({ x: rounded(x + by.x), y: rounded(y + by.y) })) ?? null;
    const text = name ?? shape.text;
    change.shapes.push(added({ ...shape, ...place, points, text, section, guid: newGuid(), id: null }));
  }
  const made = [...change.seats, ...change.shapes].flatMap(({ after }) => after?.guid ?? []);
  return { change: { ...change, units: copiedUnits(drawing, copies, newGuid) }, made };
}

/** Names that are free inside their parent. Each answer is taken from then on. */
class NameTable {
  readonly #sections: Set<string>;
  readonly #rows: Map<string, Set<string>>;

  constructor({ sections, rows }: Drawing) {
    this.#sections = new Set(Array.from(sections, ({ name }) => name));
    const groups = Map.groupBy(rows, ({ section }) => section);
    this.#rows = new Map([...groups].map(([section, list]) => [section, new Set(list.map(({ name }) => name))]));
  }

  freeSection(name: string): string {
    return free(name, this.#sections);
  }

  freeRow(section: string, name: string): string {
    const taken = this.#rows.get(section) ?? new Set();
    this.#rows.set(section, taken);
    return free(name, taken);
  }
}

function free(name: string, taken: Set<string>): string {
  let found = name;
  for (let number = 2; taken.has(found); number++) found = `${name} (${number})`;
  taken.add(found);
  return found;
}

export function setFlag({ seats }: Drawing, selection: Selection, flag: FlagName, isOn: boolean): Change {
  const wrong = picked(seats, selection).filter(({ flags }) => flags.has(flag) !== isOn);
  const after = (seat: Seat): Seat => {
    return { ...seat, flags: flagsWith((one) => (one === flag ? isOn : seat.flags.has(one))) };
  };
  return { seats: wrong.map((before) => ({ before, after: after(before) })) };
}

/** Names the selected seats of each row by their places from left to right. `withGaps`: missing seats use up numbers. */
export function numberSeats(
  drawing: Drawing,
  selection: Selection,
  numbering: SeatNumbering,
  withGaps: boolean,
): Change {
  const patches: Patch<Seat>[] = [];
  for (const list of Map.groupBy(picked(drawing.seats, selection), ({ row }) => row).values()) {
    const seats = alongRow(list);
    const gaps = seats.slice(1).map(({ x, y }, at) => Math.hypot(x - (seats[at] as Seat).x, y - (seats[at] as Seat).y));
    const places = withGaps ? placesWithGaps(gaps) : seats.map((_, at) => at);
    const names = seatNames((places.at(-1) ?? 0) + 1, numbering);
    for (const [at, before] of seats.entries()) {
      const name = names[places[at] as number] as string;
      if (name !== before.name) patches.push({ before, after: { ...before, name } });
    }
  }
  return { seats: patches };
}

/** From left to right; in a row that goes up or down the plan, from top to bottom. */
function alongRow(seats: readonly Seat[]): Seat[] {
  const spread = (axis: 'x' | 'y'): number => {
    const values = seats.map((seat) => seat[axis]);
    return Math.max(...values) - Math.min(...values);
  };
  const axis = spread('x') >= spread('y') ? 'x' : 'y';
  return seats.toSorted((one, other) => one[axis] - other[axis]);
}

/** Names the rows of the selected seats, in each section from the front, which is the side of the smallest y. */
export function numberRows(drawing: Drawing, selection: Selection, numbering: RowNumbering): Change {
  const seats = Map.groupBy(picked(drawing.seats, selection), ({ row }) => row);
  const rows = [...seats.keys()].flatMap((row) => drawing.rows.get(row) ?? []);
  const depth = ({ guid }: Row): number => {
    const list = seats.get(guid) ?? [];
    return list.reduce((sum, { y }) => sum + y, 0) / list.length;
  };
  const patches = [...Map.groupBy(rows, ({ section }) => section).values()].flatMap((list) => {
    const names = rowNames(list.length, numbering);
    return list
      .toSorted((one, other) => depth(one) - depth(other))
      .map((before, at) => ({ before, after: { ...before, name: names[at] as string } }))
      .filter(({ before, after }) => before.name !== after.name);
  });
  return { rows: patches };
}

/** Behind the only selected seat, half way to the next one: 101A behind 101. Null: not one seat is selected. */
export function squeezeIn(drawing: Drawing, selection: Selection, newGuid: NewGuid): Change | null {
  const seat = selection.size === 1 ? picked(drawing.seats, selection)[0] : undefined;
  if (seat === undefined) return null;
  const row = seatsIn(drawing, seat.row);
  const at = row.indexOf(seat);
  const next = row[at + 1];
  const name = squeezedName(seat.name, new Set(row.map((one) => one.name)));
  const point =
    next === undefined ? { x: seat.x + seatPitch, y: seat.y } : { x: (seat.x + next.x) / 2, y: (seat.y + next.y) / 2 };
  const stored = row.filter((one) => one.place === null && one.id !== null);
  const place = seat.id === null ? seat.place : stored.indexOf(seat) + 0.5;
  const made = {
    ...seat,
    x: rounded(point.x),
    y: rounded(point.y),
    guid: newGuid(),
    id: null,
    name,
    place,
    flags: noFlags,
  };
  return { seats: [added(made)] };
}

export function rename(drawing: Drawing, section: Section, name: string, capacity: number): Change {
  const sections = [{ before: section, after: { ...section, name, capacity } }];
  const shapes = [...drawing.shapes]
    .filter((shape) => shape.section === section.guid && shape.text === section.name)
    .map((before) => ({ before, after: { ...before, text: name } }));
  return { sections, shapes };
}

/** A row of seats, in a section of its own or in one that is there. */
export function addRow(drawing: Drawing, section: Section | null, count: number, at: Point, newGuid: NewGuid): Change {
  const names = new NameTable(drawing);
  const home = section ?? {
    guid: newGuid(),
    id: null,
    name: names.freeSection(text('section')),
    ga: false,
    capacity: 0,
  };
  const rows = [...drawing.rows].filter((row) => row.section === home.guid).length;
  const row = {
    guid: newGuid(),
    id: null,
    section: home.guid,
    name: names.freeRow(home.guid, rowNames(rows + 1, usual).at(-1) ?? '1'),
  };
  const seats = seatNames(count, { from: 'left', first: 1, step: 1, kind: 'numbers' }).map((name, place) => {
    const x = rounded(at.x + (place - (count - 1) / 2) * seatPitch);
    return added<Seat>({
      guid: newGuid(),
      id: null,
      row: row.guid,
      name,
      x,
      y: rounded(at.y),
      flags: noFlags,
      place: null,
    });
  });
  return { sections: section === null ? [added(home)] : [], rows: [added(row)], seats };
}

const usual: RowNumbering = { kind: 'letters', first: 1, from: 'front', skipped: 'IO' };

export type NewShape = 'area' | 'stage' | 'rectangle' | 'circle' | 'text';

const looks = {
  area: { type: 'area', shapeType: 'RECT', width: 240, height: 160, fill: '#dbeafe' },
  stage: { type: 'stage', shapeType: 'RECT', width: 300, height: 80, fill: '#374151' },
  rectangle: { type: 'shape', shapeType: 'RECT', width: 120, height: 80, fill: '#e5e7eb' },
  circle: { type: 'shape', shapeType: 'ELLIPSE', width: 100, height: 100, fill: '#e5e7eb' },
  text: { type: 'label', shapeType: 'TEXT', width: null, height: null, fill: null },
} as const;

/** A shape at a point; an area comes with its section. */
export function addShape(drawing: Drawing, kind: NewShape, words: string, at: Point, newGuid: NewGuid): Change {
  const { width, height, ...look } = looks[kind];
  const place = { left: rounded(at.x - (width ?? 0) / 2), top: rounded(at.y - (height ?? 0) / 2), width, height };
  const name = kind === 'area' ? new NameTable(drawing).freeSection(words || text('area')) : words;
  const section: Section | null = kind === 'area' ? { guid: newGuid(), id: null, name, ga: true, capacity: 100 } : null;
  const shape: Shape = {
    ...{ guid: newGuid(), id: null, section: section?.guid ?? null, ...look, ...place },
    ...{ angle: 0, text: name === '' ? null : name, points: null },
  };
  return { shapes: [added(shape)], sections: section === null ? [] : [added(section)] };
}
