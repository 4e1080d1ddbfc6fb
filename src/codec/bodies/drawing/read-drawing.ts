/**
 * Turns a drawing into a change of the stored layout: items with an id are changed, items without one are added,
 * `toRemove` removes them, and items that are not named stay. Checks each item by itself. Checks that need the whole
 * layout, such as duplicate names and unknown seats, are left to the code that applies the change.
 */

import type { DrawingOutline, DrawnChange } from '#domain/layout/drawing.ts';
import { areaCapacityMax, seatsPerSchemaMax, sectionsPerSchemaMax } from '#domain/layout/layout.ts';
import type {
  NewRow,
  NewSection,
  RowFields,
  SeatFields,
  SectionFields,
  ShapeFields,
} from '#domain/layout/layout-change.ts';
import type { FieldError } from '#domain/refusal.ts';
import { JsonFields, type JsonObject } from '../json-fields.ts';
import { DrawingParents } from './drawing-parents.ts';
import {
  DrawnList,
  isGiven,
  type MemberReader,
  membersOf,
  readGuid,
  readName,
  readOptionalNumber,
  readOptionalText,
  restOf,
  textOr,
  UnreadNames,
} from './drawn-items.ts';
import { readPlan } from './drawn-plan.ts';
import { DrawnSeats, ownOfSeats } from './drawn-seats.ts';
import { DrawnShapes } from './drawn-shapes.ts';
import { seatsPerDrawingMax } from './schema.ts';

export type DrawingCheck =
  | ({ readonly ok: true } & DrawnChange)
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Checks a parsed body against the layout that it changes. `newGuid`: returns a fresh guid for an item without one. */
export function readDrawing(body: unknown, outline: DrawingOutline, newGuid: () => string): DrawingCheck {
  return new DrawingReader(outline, newGuid).read(body);
}

const sectionMembers: readonly MemberReader[] = [
  ['name', 'name', readName],
  ...(['prefix', 'seatPrefix', 'type', 'externalId'] as const).map(
    (name): MemberReader => [name, name, readOptionalText],
  ),
  ...(['x', 'y', 'width', 'height', 'angle'] as const).map((name): MemberReader => [name, name, readOptionalNumber]),
];
const ownOfSections = new Set<string>([
  ...['id', 'guid', 'toRemove', 'ga', 'capacity'],
  ...sectionMembers.map(([, drawn]) => drawn),
]);
const rowMembers: readonly MemberReader[] = [
  ['name', 'rowNumber', readName],
  ['rowNoun', 'name', textOr('Row')],
  ['seatNoun', 'seatName', textOr('Seat')],
];
const sectionOfRow = ['sectorId', 'sectorGuid'] as const;
const ownOfRows = new Set<string>([
  ...['id', 'guid', 'toRemove'],
  ...sectionOfRow,
  ...rowMembers.map(([, drawn]) => drawn),
]);
/** The second line: members that reading a map returns and that come back when the map is put. */
const ownOfDrawings = new Set([
  ...['sectors', 'rows', 'seats', 'shapes', 'vectorBackground', 'clientViewBox', 'focalPoint', 'forceDelete', 'orgId'],
  ...['id', 'name', 'venueId', 'version', 'warnings'],
]);
const organizationLengthMax = 100;

class DrawingReader {
  readonly #fields = new JsonFields();
  readonly #outline: DrawingOutline;
  readonly #newGuid: () => string;
  readonly #parents: DrawingParents;
  readonly #areas: ReadonlyMap<number, boolean>;
  readonly #sections = new DrawnList<NewSection, SectionFields>();
  readonly #rows = new DrawnList<NewRow, RowFields>();
  readonly #seats = new DrawnList<SeatFields, SeatFields>();
  readonly #shapes = new DrawnList<ShapeFields, ShapeFields>();
  readonly #unread = new UnreadNames();

  constructor(outline: DrawingOutline, newGuid: () => string) {
    this.#outline = outline;
    this.#newGuid = newGuid;
    this.#parents = new DrawingParents(outline);
    this.#areas = new Map(outline.sections.map(({ id, ga }) => [id, ga]));
  }

  read(body: unknown): DrawingCheck {
    const fields = this.#fields;
    const root = fields.object(body, 'body');
    if (root === null) return { ok: false, errors: fields.errors };
    const seats = new DrawnSeats(this.#seats, fields, this.#parents);
    const shapes = new DrawnShapes(this.#shapes, fields, this.#parents, this.#outline.shapes);
    this.#readList(root, 'sectors', sectionsPerSchemaMax, (item, at, index) => this.#readSection(item, at, index));
    this.#parents.removeRowsOfGoneSections();
    this.#readList(root, 'rows', seatsPerDrawingMax, (item, at, index) => {
      this.#unread.note(item, 'rows[].', ownOfRows);
      this.#readRow(item, at, index);
    });
    this.#readList(root, 'seats', seatsPerDrawingMax, (item, at, index) => {
      this.#unread.note(item, 'seats[].', ownOfSeats);
      seats.read(item, at, index, this.#newGuid);
    });
    if (Array.isArray(root.shapes)) shapes.expect(root.shapes);
    this.#readList(root, 'shapes', seatsPerSchemaMax, (item, at, index) => shapes.read(item, at, index, this.#newGuid));
    if (isGiven(root.shapes) && this.#replacesAll()) shapes.removeOtherDecorations();
    this.#unread.note(root, '', ownOfDrawings);
    const plan = readPlan(fields, root);
    const forceDelete = fields.flag(root.forceDelete, 'forceDelete');
    if (fields.errors.length > 0) return { ok: false, errors: fields.errors };
    const lists = { sections: this.#sections, rows: this.#rows, seats: this.#seats, shapes: this.#shapes };
    return {
      ok: true,
      forceDelete,
      organization: isGiven(root.orgId) ? String(root.orgId).slice(0, organizationLengthMax) : null,
      unread: this.#unread.all,
      change: {
        plan,
        sections: lists.sections.edits,
        rows: lists.rows.edits,
        seats: lists.seats.edits,
        shapes: lists.shapes.edits,
      },
      places: {
        sections: lists.sections.places,
        rows: lists.rows.places,
        seats: lists.seats.places,
        shapes: lists.shapes.places,
      },
    };
  }

  /** Whether all sections are removed and others are added: the shapes are then replaced as well. */
  #replacesAll(): boolean {
    const { sections } = this.#outline;
    const isAllGone = sections.length > 0 && sections.every(({ id }) => this.#parents.sections.isGone(id));
    return isAllGone && this.#sections.edits.add.length > 0;
  }

  #readList(
    root: JsonObject,
    name: string,
    max: number,
    read: (item: JsonObject, at: string, index: number) => void,
  ): void {
    const value = root[name];
    if (!isGiven(value)) return;
    const items = this.#fields.list(value, name, 0, max);
    for (let index = 0; index < items.length && !this.#fields.isFull; index++) {
      const at = `${name}[${index}]`;
      const item = this.#fields.object(items[index], at);
      if (item !== null) read(item, at, index);
    }
  }

  #readSection(item: JsonObject, at: string, index: number): void {
    const fields = this.#fields;
    const drawn = this.#sections.tell(fields, item, at, this.#newGuid);
    if (drawn === null) return;
    if (drawn.action === 'remove') {
      this.#parents.sections.remove(drawn.id);
      this.#sections.remove(drawn.id, index);
      return;
    }
    const isNew = drawn.action === 'add';
    const section = {
      ...membersOf(fields, item, at, sectionMembers, isNew),
      ...restOf(fields, item, at, ownOfSections, isNew),
    };
    const { x, y } = section as Partial<SectionFields>;
    const ga = isGiven(item.ga) ? fields.flag(item.ga, `${at}.ga`) : undefined;
    if (drawn.action === 'add') {
      const capacity = this.#capacity(item, at, ga === true);
      this.#parents.sections.add(drawn.guid);
      this.#parents.place(drawn.guid, x, y);
      this.#sections.add({ ...section, ga: ga === true, capacity: capacity ?? 0, guid: drawn.guid }, index);
      return;
    }
    const wasArea = this.#areas.get(drawn.id);
    if (ga !== undefined && wasArea !== undefined && ga !== wasArea) {
      fields.reject(`${at}.ga`, 'INVALID', 'must stay as it is: remove the section and draw another one', item.ga);
    }
    this.#parents.place(drawn.id, x, y);
    const capacity = wasArea === true && isGiven(item.capacity) ? { capacity: this.#capacity(item, at, true) } : {};
    this.#sections.change({ ...section, ...capacity, ...this.#guid(item, at), id: drawn.id }, index);
  }

  /** Places of an area. A capacity given for another section is ignored: its seats determine it. */
  #capacity(item: JsonObject, at: string, isArea: boolean): number {
    if (!isArea) return 0;
    if (!isGiven(item.capacity)) return this.#outline.areaCapacity;
    return this.#fields.integer(item.capacity, `${at}.capacity`, 0, areaCapacityMax);
  }

  #readRow(item: JsonObject, at: string, index: number): void {
    const drawn = this.#rows.tell(this.#fields, item, at, this.#newGuid);
    if (drawn === null) return;
    if (drawn.action === 'remove') {
      this.#parents.rows.remove(drawn.id);
      this.#rows.remove(drawn.id, index);
    } else if (drawn.action === 'change') this.#changeRow(drawn.id, item, at, index);
    else this.#addRow(drawn.guid, item, at, index);
  }

  #changeRow(id: number, item: JsonObject, at: string, index: number): void {
    if (this.#parents.rows.isGone(id)) return;
    const section = this.#parents.sections.find(this.#fields, item, at, sectionOfRow, false);
    const before = this.#parents.sectionOfRow(id);
    if (section !== null && before !== undefined && section !== before) {
      this.#fields.reject(`${at}.sectorId`, 'INVALID', 'must stay as it is: a row stays in its section', item.sectorId);
    }
    const row = membersOf(this.#fields, item, at, rowMembers, false);
    this.#rows.change({ ...row, ...this.#guid(item, at), id }, index);
  }

  #addRow(guid: string, item: JsonObject, at: string, index: number): void {
    const row = membersOf(this.#fields, item, at, rowMembers, true);
    const section = this.#parents.sections.find(this.#fields, item, at, sectionOfRow, true);
    if (section === null) return;
    if (this.#parents.sections.isGone(section)) {
      this.#fields.reject(`${at}.sectorId`, 'UNKNOWN_VALUE', 'must not be removed by the same request', item.sectorId);
    }
    this.#parents.addRow(guid, section);
    const { x, y } = this.#parents.originOfRow(guid);
    this.#rows.add({ ...row, x, y, section, guid }, index);
  }

  /** An existing item keeps its guid unless another one is given. */
  #guid(item: JsonObject, at: string): { readonly guid?: string } {
    return isGiven(item.guid) ? { guid: readGuid(this.#fields, item.guid, `${at}.guid`) } : {};
  }
}
