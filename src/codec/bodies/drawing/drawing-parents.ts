/**
 * The sections and rows that the items of a drawing refer to: existing ones, ones that the drawing adds, and ones that
 * it removes. Owns the rule that a new item is named by its guid and an existing one by its id or its guid.
 */

import type { DrawingOutline } from '#domain/layout/drawing.ts';
import type { Reference } from '#domain/layout/layout-change.ts';
import type { JsonFields, JsonObject } from '../json-fields.ts';
import { isGiven, readGuid } from './drawn-items.ts';

/** Origin of a section on the plan; coordinates in the section count from it. */
export interface Origin {
  readonly x: number;
  readonly y: number;
}

const nowhere: Origin = { x: 0, y: 0 };

/** The sections or the rows, as parents of other items. */
class Known {
  readonly #ids: ReadonlySet<number>;
  readonly #idsByGuid: ReadonlyMap<string, number>;
  readonly #added = new Set<string>();
  readonly #gone = new Set<Reference>();

  constructor(items: readonly { readonly id: number; readonly guid: string }[]) {
    this.#ids = new Set(items.map(({ id }) => id));
    this.#idsByGuid = new Map(items.map(({ id, guid }) => [guid, id]));
  }

  has(id: number): boolean {
    return this.#ids.has(id);
  }

  add(guid: string): void {
    this.#added.add(guid);
  }

  remove(id: number): void {
    this.#gone.add(id);
  }

  isGone(reference: Reference): boolean {
    return this.#gone.has(reference);
  }

  /** Finds the parent by id or, without one, by guid; null: the item names none, or an unknown one. */
  find(
    fields: JsonFields,
    item: JsonObject,
    at: string,
    [idMember, guidMember]: readonly [id: string, guid: string],
    isNeeded: boolean,
  ): Reference | null {
    const id = item[idMember];
    if (isGiven(id)) {
      const number = fields.integer(id, `${at}.${idMember}`, 1, Number.MAX_SAFE_INTEGER);
      if (this.#ids.has(number)) return number;
      fields.reject(`${at}.${idMember}`, 'UNKNOWN_VALUE', 'must belong to this schema', id);
      return null;
    }
    if (isGiven(item[guidMember])) {
      const guid = readGuid(fields, item[guidMember], `${at}.${guidMember}`);
      const known = this.#added.has(guid) ? guid : this.#idsByGuid.get(guid);
      if (known !== undefined) return known;
      fields.reject(`${at}.${guidMember}`, 'UNKNOWN_VALUE', 'must belong to this schema or be new', item[guidMember]);
      return null;
    }
    if (isNeeded)
      fields.reject(`${at}.${idMember}`, 'NOT_NULL', `must not be null, or ${guidMember} must be given`, null);
    return null;
  }
}

export class DrawingParents {
  readonly sections: Known;
  readonly rows: Known;
  readonly #outline: DrawingOutline;
  readonly #origins = new Map<Reference, Origin>();
  readonly #sectionsByRow = new Map<Reference, Reference>();

  constructor(outline: DrawingOutline) {
    this.#outline = outline;
    this.sections = new Known(outline.sections);
    this.rows = new Known(outline.rows);
    for (const { id, x, y } of outline.sections) this.place(id, x, y);
    for (const { id, sectionId } of outline.rows) this.#sectionsByRow.set(id, sectionId);
  }

  /** Sets the origin of a section after the change; undefined: unchanged. */
  place(section: Reference, x: number | null | undefined, y: number | null | undefined): void {
    const before = this.#origins.get(section) ?? nowhere;
    this.#origins.set(section, { x: x === undefined ? before.x : (x ?? 0), y: y === undefined ? before.y : (y ?? 0) });
  }

  addRow(guid: string, section: Reference): void {
    this.rows.add(guid);
    this.#sectionsByRow.set(guid, section);
  }

  /** Removes the rows of removed sections. Call it once all sections have been read. */
  removeRowsOfGoneSections(): void {
    for (const { id, sectionId } of this.#outline.rows) if (this.sections.isGone(sectionId)) this.rows.remove(id);
  }

  sectionOfRow(row: Reference): Reference | undefined {
    return this.#sectionsByRow.get(row);
  }

  originOfRow(row: Reference): Origin {
    const section = this.#sectionsByRow.get(row);
    return (section === undefined ? undefined : this.#origins.get(section)) ?? nowhere;
  }
}
