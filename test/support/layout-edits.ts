/** Builds changes of a layout; a test names only the members that matter to it. */
import { randomUUID } from 'node:crypto';
import type {
  Edits,
  LayoutChange,
  NewRow,
  NewSection,
  Reference,
  RowFields,
  SeatFields,
  SectionFields,
  ShapeFields,
} from '#domain/layout/layout-change.ts';

interface Wanted {
  readonly sections?: Partial<Edits<NewSection, SectionFields>>;
  readonly rows?: Partial<Edits<NewRow, RowFields>>;
  readonly seats?: Partial<Edits<SeatFields, SeatFields>>;
  readonly shapes?: Partial<Edits<ShapeFields, ShapeFields>>;
}

const none = { add: [], change: [], remove: [] };

export function layoutChange({ sections, rows, seats, shapes }: Wanted): LayoutChange {
  return {
    sections: { ...none, ...sections },
    rows: { ...none, ...rows },
    seats: { ...none, ...seats },
    shapes: { ...none, ...shapes },
  };
}

const frame = { x: null, y: null, width: null, height: null, angle: null };
const labels = { prefix: null, seatPrefix: null, type: null, externalId: null };

export function newSection(name: string, members: Partial<NewSection> = {}): NewSection {
  return { name, ga: false, capacity: 0, guid: randomUUID(), ...labels, ...frame, ...members };
}

export function newRow(section: Reference, name: string, members: Partial<NewRow> = {}): NewRow {
  return { section, name, rowNoun: 'Row', seatNoun: 'Seat', x: 0, y: 0, guid: randomUUID(), ...members };
}

export function newSeat(
  row: Reference,
  name: string,
  place: number | null,
  members: Partial<SeatFields> = {},
): SeatFields {
  const drawn = { x: 1, y: 2, sectionX: null, sectionY: null, angle: null };
  const marks = { accessible: false, marked: false, hidden: false, features: { set: 0, clear: 0 } };
  return { row, name, place, guid: randomUUID(), ...drawn, ...marks, ...members };
}

export function newShape(members: Partial<ShapeFields> = {}): ShapeFields {
  return {
    section: null,
    guid: randomUUID(),
    type: 'rect',
    shapeType: null,
    purpose: 'OBJECT',
    left: 1,
    top: 2,
    width: 30,
    height: 40,
    angle: null,
    order: 0,
    text: null,
    fill: null,
    rest: {},
    ...members,
  };
}
