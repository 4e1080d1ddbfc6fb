/**
 * The sections and rows that the items of a drawing refer to: existing ones, ones that the drawing adds, and ones that
 * it removes. Owns the rule that a new item is named by its guid and an existing one by its id or its guid.
 */

import type { DrawingOutline } from '#domain/layout/drawing.ts';
import type { Reference } from '#domain/layout/layout-change.ts';
import { isAbsent } from '../../constraint.ts';
import { notNull } from '../../messages.ts';
import type { DrawnList } from './drawn-list.ts';

/** Origin of a section on the plan; coordinates in the section count from it. */
export interface Origin {
  readonly x: number;
  readonly y: number;
}

type Rejecting = Pick<DrawnList<never, never>, 'reject'>;

/** How an item names its parent. */
interface Named {
  readonly id: number | null | undefined;
  readonly guid: string | null | undefined;
  readonly idMember: string;
  readonly guidMember: string;
  readonly isNeeded: boolean;
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

  add(guid: string): void {
    this.#added.add(guid);
  }

  remove(id: number): void {
    this.#gone.add(id);
  }

  isGone(reference: Reference): boolean {
    return this.#gone.has(reference);
  }

  /** Finds the parent of an item by id or, without one, by guid; null: the item names none, or an unknown one. */
  find(list: Rejecting, index: number, { id, guid, idMember, guidMember, isNeeded }: Named): Reference | null {
    if (!isAbsent(id)) {
      if (this.#ids.has(id)) return id;
      list.reject(index, idMember, 'UNKNOWN_VALUE', 'must belong to this schema', id);
    } else if (!isAbsent(guid)) {
      const known = this.#added.has(guid) ? guid : this.#idsByGuid.get(guid);
      if (known !== undefined) return known;
      list.reject(index, guidMember, 'UNKNOWN_VALUE', 'must belong to this schema or be new', guid);
    } else if (isNeeded) {
      list.reject(index, idMember, 'NOT_NULL', `${notNull}, or ${guidMember} must be given`, null);
    }
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
