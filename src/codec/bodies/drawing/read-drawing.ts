/**
 * Turns a drawing into a change of the stored layout: items with an id are changed, items without one are added,
 * `toRemove` removes them, and items that are not named stay. The schema checks each item by itself; this file checks
 * what an item refers to. Checks that need the whole layout, such as duplicate names and unknown seats, are left to the
 * code that applies the change.
 */

import type { DrawingOutline, DrawnChange } from '#domain/layout/drawing.ts';
import type {
  DrawnUnit,
  NewRow,
  NewSection,
  Reference,
  RowFields,
  SectionFields,
} from '#domain/layout/layout-change.ts';
import type { FieldError } from '#domain/refusal.ts';
import { check } from '../../check.ts';
import { isAbsent } from '../../constraint.ts';
import { termsOf } from '../units.ts';
import { DrawingParents } from './drawing-parents.ts';
import { DrawnList, type MemberOf, Mistakes, type NumberedItem, needed, restOf } from './drawn-list.ts';
import { DrawnSeats } from './drawn-seats.ts';
import { DrawnShapes } from './drawn-shapes.ts';
import { type SentDrawing, type SentRow, type SentSector, sector, sentDrawing } from './schema.ts';
import { unreadNames } from './unread-names.ts';

export type DrawingCheck =
  | ({ readonly ok: true } & DrawnChange)
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Checks a parsed body against the layout that it changes. `newGuid`: returns a fresh guid for an item without one. */
export function readDrawing(body: unknown, outline: DrawingOutline, newGuid: () => string): DrawingCheck {
  const checked = check(sentDrawing, namesOfRemoved(body));
  if (!checked.ok) return { ok: false, errors: checked.errors };
  const reader = new DrawingReader(outline, newGuid);
  const { change, places, errors } = reader.read(checked.value);
  if (errors.length > 0) return { ok: false, errors };
  const sent = body as { readonly orgId?: unknown };
  const organization = isAbsent(sent.orgId) ? null : String(sent.orgId).slice(0, organizationLengthMax);
  const forceDelete = checked.value.forceDelete === true;
  return { ok: true, change, places, forceDelete, organization, unread: unreadNames({ ...sent }) };
}

const organizationLengthMax = 100;

/** The body without the other members of removed items: they do not count, whatever they are. */
function namesOfRemoved(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const lists = Object.entries(body).filter(([, list]) => Array.isArray(list) && list.some(isRemoved));
  if (lists.length === 0) return body;
  const shortened = lists.map(([name, list]: [string, unknown[]]) => [name, list.map(onlyNames)]);
  return { ...body, ...Object.fromEntries(shortened) };
}

function isRemoved(item: { readonly toRemove?: unknown } | null): boolean {
  return item?.toRemove === true;
}

function onlyNames(item: unknown): unknown {
  if (!isRemoved(item as object | null)) return item;
  const { id, guid, toRemove } = item as { readonly id?: unknown; readonly guid?: unknown; readonly toRemove: true };
  return { id, guid, toRemove };
}

const sectionMembers: readonly MemberOf<SentSector>[] = [
  ['name', 'name', needed],
  ...(['prefix', 'seatPrefix', 'type', 'externalId', 'x', 'y', 'width', 'height', 'angle'] as const).map(
    (name): MemberOf<SentSector> => [name, name, null],
  ),
];
const ownOfSections: ReadonlySet<string> = new Set(Object.keys(sector.shape));
const rowMembers: readonly MemberOf<SentRow>[] = [
  ['name', 'rowNumber', needed],
  ['rowNoun', 'name', 'Row'],
  ['seatNoun', 'seatName', 'Seat'],
];

function drawnUnit(unit: NonNullable<SentDrawing['units']>[number]): DrawnUnit {
  return { id: unit.id ?? null, name: unit.name, seats: unit.seatGuids, ...termsOf(unit) };
}

class DrawingReader {
  readonly #mistakes = new Mistakes();
  readonly #outline: DrawingOutline;
  readonly #newGuid: () => string;
  readonly #parents: DrawingParents;
  readonly #sections = new DrawnList<NewSection, SectionFields>('sectors', this.#mistakes);
  readonly #rows = new DrawnList<NewRow, RowFields>('rows', this.#mistakes);
  readonly #seats: DrawnSeats;
  readonly #shapes: DrawnShapes;
  /** Whether each existing section is an area. */
  readonly #areas: ReadonlyMap<number, boolean>;

  constructor(outline: DrawingOutline, newGuid: () => string) {
    this.#outline = outline;
    this.#newGuid = newGuid;
    this.#parents = new DrawingParents(outline);
    this.#seats = new DrawnSeats(this.#parents, this.#mistakes);
    this.#shapes = new DrawnShapes(this.#parents, this.#mistakes, outline.shapes);
    this.#areas = new Map(outline.sections.map(({ id, ga }) => [id, ga]));
  }

  read(sent: SentDrawing): Pick<DrawnChange, 'change' | 'places'> & { readonly errors: readonly FieldError[] } {
    const { sectors, rows, seats, shapes, units, vectorBackground, clientViewBox, focalPoint } = sent;
    this.#each(sectors, (item, index) => this.#readSection(item, index));
    this.#parents.removeRowsOfGoneSections();
    this.#each(rows, (item, index) => this.#readRow(item, index));
    this.#each(seats, (item, index) => this.#seats.read(item, index, this.#newGuid));
    this.#shapes.expect(shapes ?? []);
    this.#each(shapes, (item, index) => this.#shapes.read(item, index, this.#newGuid));
    if (!isAbsent(shapes) && this.#replacesAll()) this.#shapes.removeOtherDecorations();
    const lists = { sections: this.#sections, rows: this.#rows, seats: this.#seats.list, shapes: this.#shapes.list };
    return {
      errors: this.#mistakes.errors,
      change: {
        // Absent members stay unchanged; null removes them.
        plan: {
          ...(vectorBackground === undefined ? {} : { vectorBackground }),
          ...(clientViewBox === undefined ? {} : { clientViewBox }),
          ...(focalPoint === undefined ? {} : { focalPoint }),
        },
        sections: lists.sections.edits,
        rows: lists.rows.edits,
        seats: lists.seats.edits,
        shapes: lists.shapes.edits,
        ...(units === undefined ? {} : { units: (units ?? []).map(drawnUnit) }),
      },
      places: {
        sections: lists.sections.places,
        rows: lists.rows.places,
        seats: lists.seats.places,
        shapes: lists.shapes.places,
        units: { add: (units ?? []).map((_, at) => at), change: [], remove: [] },
      },
    };
  }

  #each<Item>(items: readonly Item[] | null | undefined, read: (item: Item, index: number) => void): void {
    if (isAbsent(items)) return;
    for (let index = 0; index < items.length && !this.#mistakes.isFull; index++) read(items[index] as Item, index);
  }

  /** Whether all sections are removed and others are added: the shapes are then replaced as well. */
  #replacesAll(): boolean {
    const { sections } = this.#outline;
    const isAllGone = sections.length > 0 && sections.every(({ id }) => this.#parents.sections.isGone(id));
    return isAllGone && this.#sections.edits.add.length > 0;
  }

  #readSection(item: SentSector, index: number): void {
    const list = this.#sections;
    const drawn = list.tell(item, index, this.#newGuid);
    if (drawn === null) return;
    if (drawn.action === 'remove') {
      this.#parents.sections.remove(drawn.id);
      list.remove(drawn.id, index);
      return;
    }
    const { x, y, ga } = item;
    const isNew = drawn.action === 'add';
    const section = { ...list.membersOf(item, index, sectionMembers, isNew), ...restOf(item, ownOfSections, isNew) };
    const areaCapacity = item.capacity ?? this.#outline.areaCapacity;
    if (drawn.action === 'add') {
      const { guid } = drawn;
      this.#parents.sections.add(guid);
      this.#parents.place(guid, x, y);
      // A capacity given for another section is ignored: its seats determine it.
      list.add({ ...section, ga: ga === true, capacity: ga === true ? areaCapacity : 0, guid }, index);
      return;
    }
    const wasArea = this.#areas.get(drawn.id);
    if (!isAbsent(ga) && wasArea !== undefined && ga !== wasArea) {
      list.reject(index, 'ga', 'INVALID', 'must stay as it is: remove the section and draw another one', ga);
    }
    this.#parents.place(drawn.id, x, y);
    const capacity = wasArea === true && !isAbsent(item.capacity) ? { capacity: item.capacity } : {};
    list.change({ ...section, ...capacity, ...guidOf(item), id: drawn.id }, index);
  }

  #readRow(item: SentRow, index: number): void {
    const drawn = this.#rows.tell(item, index, this.#newGuid);
    if (drawn === null) return;
    if (drawn.action === 'remove') {
      this.#parents.rows.remove(drawn.id);
      this.#rows.remove(drawn.id, index);
    } else if (drawn.action === 'change') this.#changeRow(drawn.id, item, index);
    else this.#addRow(drawn.guid, item, index);
  }

  #changeRow(id: number, item: SentRow, index: number): void {
    if (this.#parents.rows.isGone(id)) return;
    const section = this.#sectionOf(item, index, false);
    const before = this.#parents.sectionOfRow(id);
    if (section !== null && before !== undefined && section !== before) {
      const message = 'must stay as it is: a row stays in its section';
      this.#rows.reject(index, 'sectorId', 'INVALID', message, item.sectorId);
    }
    const row = this.#rows.membersOf(item, index, rowMembers, false);
    this.#rows.change({ ...row, ...guidOf(item), id }, index);
  }

  #addRow(guid: string, item: SentRow, index: number): void {
    const row = this.#rows.membersOf(item, index, rowMembers, true);
    const section = this.#sectionOf(item, index, true);
    if (section === null) return;
    if (this.#parents.sections.isGone(section)) {
      const message = 'must not be removed by the same request';
      this.#rows.reject(index, 'sectorId', 'UNKNOWN_VALUE', message, item.sectorId);
    }
    this.#parents.addRow(guid, section);
    const { x, y } = this.#parents.originOfRow(guid);
    this.#rows.add({ ...row, x, y, section, guid }, index);
  }

  #sectionOf({ sectorId: id, sectorGuid: guid }: SentRow, index: number, isNeeded: boolean): Reference | null {
    const named = { id, guid, idMember: 'sectorId', guidMember: 'sectorGuid', isNeeded };
    return this.#parents.sections.find(this.#rows, index, named);
  }
}

/** An existing item keeps its guid unless another one is given. */
function guidOf({ guid }: NumberedItem): { readonly guid?: string } {
  return isAbsent(guid) ? {} : { guid };
}
