/**
 * Checks a change of a layout by itself and against the existing items: unknown items, references to unknown items,
 * invalid names and numbers. Duplicate names are found later, when the whole change has been applied.
 */
import type { FieldCode } from '../refusal.ts';
import { areaCapacityMax } from './layout.ts';
import type { Edits, LayoutChange, LayoutFault, Reference } from './layout-change.ts';

/** Ids of the existing items. */
export interface KnownItems {
  /** `ga`: whether the section is an area. */
  readonly sections: ReadonlyMap<number, { readonly ga: boolean }>;
  readonly rows: ReadonlyMap<number, { readonly section: number }>;
  /** Contains at least the seats that the change names. */
  readonly seats: { has(id: number): boolean };
  readonly shapes: { has(id: number): boolean };
}

type List = LayoutFault['list'];

export const faultsMax = 100;

/** All faults, at most `faultsMax`; empty when the change can be made. */
export function checkChange(change: LayoutChange, known: KnownItems): readonly LayoutFault[] {
  return new ChangeCheck(change, known).run();
}

class ChangeCheck {
  readonly #change: LayoutChange;
  readonly #known: KnownItems;
  readonly #faults: LayoutFault[] = [];
  /** The sections that rows and shapes may name, and whether each is an area. */
  readonly #sections = new Map<Reference, boolean>();
  readonly #rows = new Set<Reference>();

  constructor(change: LayoutChange, known: KnownItems) {
    this.#change = change;
    this.#known = known;
  }

  run(): readonly LayoutFault[] {
    const { sections, rows, seats, shapes } = this.#change;
    this.#checkItems('sections', sections, this.#known.sections);
    this.#checkItems('rows', rows, this.#known.rows);
    this.#checkItems('seats', seats, this.#known.seats);
    this.#checkItems('shapes', shapes, this.#known.shapes);
    this.#collectParents();
    this.#checkCapacities();
    rows.add.forEach(({ section }, at) => {
      if (this.#sections.get(section) !== false)
        this.#note('rows', 'add', at, 'section', unknownValue, 'must be a section with rows', section);
    });
    for (const action of ['add', 'change'] as const) {
      seats[action].forEach(({ row }, at) => {
        if (row !== undefined && !this.#rows.has(row))
          this.#note('seats', action, at, 'row', unknownValue, 'must be a row', row);
      });
      shapes[action].forEach(({ section }, at) => {
        if (section === undefined || section === null || this.#sections.has(section)) return;
        this.#note('shapes', action, at, 'section', unknownValue, 'must be a section', section);
      });
    }
    return this.#faults;
  }

  /** Collects the sections and rows that exist after the change. */
  #collectParents(): void {
    const { sections, rows } = this.#change;
    const goneSections = new Set(sections.remove);
    for (const [id, { ga }] of this.#known.sections) if (!goneSections.has(id)) this.#sections.set(id, ga);
    for (const { guid, ga } of sections.add) this.#sections.set(guid, ga);
    const goneRows = new Set(rows.remove);
    for (const [id, { section }] of this.#known.rows) {
      if (!goneRows.has(id) && !goneSections.has(section)) this.#rows.add(id);
    }
    for (const { guid } of rows.add) this.#rows.add(guid);
  }

  #checkItems(
    list: List,
    edits: Edits<{ readonly name?: string }, { readonly name: string }>,
    known: { has(id: number): boolean },
  ): void {
    const guids = new Set<string>();
    edits.add.forEach(({ guid, name }, at) => {
      if (guids.has(guid))
        this.#note(list, 'add', at, 'guid', 'DUPLICATE', 'must not be the guid of another new item', guid);
      guids.add(guid);
      this.#checkName(list, 'add', at, name);
    });
    const ids = new Set<number>();
    edits.change.forEach(({ id, name }, at) => {
      if (!known.has(id)) this.#note(list, 'change', at, null, unknownValue, 'must be in the layout', id);
      else if (ids.has(id)) this.#note(list, 'change', at, null, 'DUPLICATE', 'must not be in the list twice', id);
      ids.add(id);
      this.#checkName(list, 'change', at, name);
    });
    edits.remove.forEach((id, at) => {
      if (!known.has(id)) this.#note(list, 'remove', at, null, unknownValue, 'must be in the layout', id);
    });
  }

  /** Names are parts of composite keys, which `;;` separates. */
  #checkName(list: List, action: 'add' | 'change', at: number, name: string | undefined): void {
    if (name?.includes(';;') === true) this.#note(list, action, at, 'name', 'PATTERN', "must not contain ';;'", name);
  }

  #checkCapacities(): void {
    const { add, change } = this.#change.sections;
    const check = (action: 'add' | 'change', at: number, capacity: number): void => {
      if (Number.isInteger(capacity) && capacity >= 0 && capacity <= areaCapacityMax) return;
      this.#note('sections', action, at, 'capacity', 'MAX', `must be from 0 to ${areaCapacityMax}`, capacity);
    };
    add.forEach(({ ga, capacity }, at) => {
      if (ga) check('add', at, capacity);
    });
    change.forEach(({ id, capacity }, at) => {
      if (capacity !== undefined && this.#known.sections.get(id)?.ga === true) check('change', at, capacity);
    });
  }

  #note(
    list: List,
    action: LayoutFault['action'],
    at: number,
    member: string | null,
    code: FieldCode,
    message: string,
    rejectedValue: string | number,
  ): void {
    if (this.#faults.length < faultsMax) this.#faults.push({ list, action, at, member, code, message, rejectedValue });
  }
}

const unknownValue = 'UNKNOWN_VALUE';
