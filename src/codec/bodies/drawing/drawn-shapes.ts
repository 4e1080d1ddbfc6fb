/**
 * Reads the shapes of a drawing: things that are drawn and cannot be booked. An editor names every shape, new ones
 * included, by a guid in `id`. Members that the service does not know are stored unchanged. A decoration with another
 * name but the same position and looks counts as the existing one, because whole drawings are put twice.
 */

import type { StoredShape } from '#domain/layout/drawing.ts';
import { type ShapeFields, type ShapePurpose, shapePurposes } from '#domain/layout/layout-change.ts';
import type { JsonFields, JsonObject } from '../json-fields.ts';
import type { DrawingParents } from './drawing-parents.ts';
import {
  type DrawnList,
  isGiven,
  type MemberReader,
  membersOf,
  readGuid,
  readNumber,
  readOptionalNumber,
  readOptionalText,
  restOf,
  textOr,
} from './drawn-items.ts';

const members: readonly MemberReader[] = [
  ['type', 'type', textOr('shape')],
  ['shapeType', 'shapeType', readOptionalText],
  ['left', 'left', readNumber],
  ['top', 'top', readNumber],
  ...(['width', 'height', 'angle'] as const).map((name): MemberReader => [name, name, readOptionalNumber]),
  ['text', 'text', readOptionalText],
  ['fill', 'fill', readOptionalText],
];
const ownMembers = new Set<string>([
  ...['id', 'toRemove', 'purpose', 'groupOfSeatsGuid', 'order'],
  ...members.map(([, drawn]) => drawn),
]);

export class DrawnShapes {
  readonly #list: DrawnList<ShapeFields, ShapeFields>;
  readonly #fields: JsonFields;
  readonly #parents: DrawingParents;
  readonly #idsByGuid: ReadonlyMap<string, number>;
  /** Decorations that no item has named yet. */
  readonly #unnamed = new Set<number>();
  readonly #byLooks = new Map<string, number[]>();

  constructor(
    list: DrawnList<ShapeFields, ShapeFields>,
    fields: JsonFields,
    parents: DrawingParents,
    shapes: readonly StoredShape[],
  ) {
    this.#list = list;
    this.#fields = fields;
    this.#parents = parents;
    this.#idsByGuid = new Map(shapes.map(({ id, guid }) => [guid, id]));
    for (const shape of shapes) {
      if (shape.sectionId !== null) continue;
      this.#unnamed.add(shape.id);
      const looks = looksOf(shape);
      const alike = this.#byLooks.get(looks);
      if (alike === undefined) this.#byLooks.set(looks, [shape.id]);
      else alike.push(shape.id);
    }
  }

  /** Excludes decorations that any item names from being matched by their looks. */
  expect(items: readonly unknown[]): void {
    for (const item of items) {
      const name = (item as JsonObject | null)?.id;
      const id = typeof name === 'string' ? this.#idsByGuid.get(name.toLowerCase()) : undefined;
      if (id !== undefined) this.#unnamed.delete(id);
    }
  }

  /** Removes the decorations that the drawing has not named. */
  removeOtherDecorations(): void {
    for (const id of this.#unnamed) this.#list.remove(id, 0);
  }

  read(item: JsonObject, at: string, index: number, newGuid: () => string): void {
    const fields = this.#fields;
    const isNamed = isGiven(item.id);
    const guid = isNamed ? readGuid(fields, item.id, `${at}.id`) : newGuid();
    const isGone = fields.flag(item.toRemove, `${at}.toRemove`);
    if (guid === '' || !this.#list.isFirst(fields, guid, `${at}.id`)) return;
    const id = this.#idsByGuid.get(guid);
    if (isGone) {
      if (id !== undefined) this.#list.remove(id, index);
      else if (isNamed) fields.reject(`${at}.id`, 'UNKNOWN_VALUE', 'must belong to this schema', item.id);
      return;
    }
    const isNew = id === undefined;
    const sectionGuid = ['sectionId', 'groupOfSeatsGuid'] as const;
    const section = this.#parents.sections.find(
      fields,
      { groupOfSeatsGuid: item.groupOfSeatsGuid },
      at,
      sectionGuid,
      false,
    );
    if (section !== null && this.#parents.sections.isGone(section)) {
      if (isNew)
        fields.reject(`${at}.groupOfSeatsGuid`, 'UNKNOWN_VALUE', 'must not be removed by the same request', guid);
      return;
    }
    const shape = {
      ...membersOf(fields, item, at, members, isNew),
      ...(isNew || item.groupOfSeatsGuid !== undefined ? { section } : {}),
      ...(isNew || isGiven(item.purpose) ? { purpose: this.#purpose(item, at) } : {}),
      ...(isNew || isGiven(item.order) ? { order: this.#order(item, at, index) } : {}),
      ...restOf(fields, item, at, ownMembers, isNew),
    };
    if (!isNew) {
      this.#list.change({ ...shape, id }, index);
      return;
    }
    const same = section === null ? this.#takeAlike(shape) : undefined;
    if (same === undefined) this.#list.add({ ...shape, guid }, index);
    else this.#list.change({ ...shape, id: same, ...(isNamed ? { guid } : {}) }, index);
  }

  /** The id of a decoration that looks the same and that no item has named. */
  #takeAlike(shape: Partial<ShapeFields>): number | undefined {
    const alike = this.#byLooks.get(looksOf(shape));
    for (let id = alike?.pop(); id !== undefined; id = alike?.pop()) if (this.#unnamed.delete(id)) return id;
    return undefined;
  }

  #purpose({ purpose, groupOfSeatsGuid }: JsonObject, at: string): ShapePurpose {
    if (!isGiven(purpose)) return isGiven(groupOfSeatsGuid) ? 'GA' : 'OBJECT';
    const known = shapePurposes.find((one) => one === purpose);
    if (known !== undefined) return known;
    this.#fields.reject(`${at}.purpose`, 'UNKNOWN_VALUE', `must be one of ${shapePurposes.join(', ')}`, purpose);
    return 'OBJECT';
  }

  /** Shapes without an order of their own are drawn in the order of the list. */
  #order({ order }: JsonObject, at: string, index: number): number {
    return isGiven(order) ? this.#fields.number(order, `${at}.order`) : index;
  }
}

/** All visible members of a shape as text: the same looks give the same text. */
function looksOf(shape: Partial<ShapeFields>): string {
  const { type, shapeType, purpose, left, top, width, height, angle, text, fill, rest } = shape;
  return canonical([type, shapeType, purpose, left, top, width, height, angle, text, fill, rest]);
}

/** JSON with the members of every object sorted by name. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)));
  });
}
