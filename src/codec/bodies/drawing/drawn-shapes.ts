/**
 * Makes the shapes of a drawing a part of the change: things that are drawn and cannot be booked. An editor names every
 * shape, new ones included, by a guid in `id`. Members that the service does not know are stored unchanged. A
 * decoration with another name but the same position and looks counts as the existing one, because whole drawings are
 * put twice.
 */

import type { StoredShape } from '#domain/layout/drawing.ts';
import type { ShapeFields } from '#domain/layout/layout-change.ts';
import { isAbsent } from '../../constraint.ts';
import type { DrawingParents } from './drawing-parents.ts';
import { DrawnList, type MemberOf, type Mistakes, needed, restOf } from './drawn-list.ts';
import { type SentShape, shape as shapeSchema } from './schema.ts';

const members: readonly MemberOf<SentShape>[] = [
  ['type', 'type', 'shape'],
  ['left', 'left', needed],
  ['top', 'top', needed],
  ...(['shapeType', 'width', 'height', 'angle', 'text', 'fill'] as const).map(
    (name): MemberOf<SentShape> => [name, name, null],
  ),
];
const ownMembers: ReadonlySet<string> = new Set(Object.keys(shapeSchema.shape));

export class DrawnShapes {
  readonly list: DrawnList<ShapeFields, ShapeFields>;
  readonly #parents: DrawingParents;
  readonly #idsByGuid: ReadonlyMap<string, number>;
  /** Decorations that no item has named yet. */
  readonly #unnamed = new Set<number>();
  readonly #byLooks = new Map<string, number[]>();

  constructor(parents: DrawingParents, mistakes: Mistakes, shapes: readonly StoredShape[]) {
    this.list = new DrawnList('shapes', mistakes);
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
  expect(items: readonly SentShape[]): void {
    for (const { id: guid } of items) {
      const id = isAbsent(guid) ? undefined : this.#idsByGuid.get(guid);
      if (id !== undefined) this.#unnamed.delete(id);
    }
  }

  /** Removes the decorations that the drawing has not named. */
  removeOtherDecorations(): void {
    for (const id of this.#unnamed) this.list.remove(id, 0);
  }

  read(item: SentShape, index: number, newGuid: () => string): void {
    const { list } = this;
    const isNamed = !isAbsent(item.id);
    const guid = item.id ?? newGuid();
    if (!list.isFirst(guid, index, 'id')) return;
    const id = this.#idsByGuid.get(guid);
    if (item.toRemove === true) {
      if (id !== undefined) list.remove(id, index);
      else if (isNamed) list.reject(index, 'id', 'UNKNOWN_VALUE', 'must belong to this schema', item.id);
      return;
    }
    const isNew = id === undefined;
    const named = { id: null, guid: item.groupOfSeatsGuid, idMember: 'sectionId', guidMember: 'groupOfSeatsGuid' };
    const section = this.#parents.sections.find(list, index, { ...named, isNeeded: false });
    if (section !== null && this.#parents.sections.isGone(section)) {
      const message = 'must not be removed by the same request';
      if (isNew) list.reject(index, 'groupOfSeatsGuid', 'UNKNOWN_VALUE', message, item.groupOfSeatsGuid);
      return;
    }
    const standard = isAbsent(item.groupOfSeatsGuid) ? 'OBJECT' : 'GA';
    const shape = {
      ...list.membersOf(item, index, members, isNew),
      ...(isNew || item.groupOfSeatsGuid !== undefined ? { section } : {}),
      ...(isNew || !isAbsent(item.purpose) ? { purpose: item.purpose ?? standard } : {}),
      // Shapes without an order of their own are drawn in the order of the list.
      ...(isNew || !isAbsent(item.order) ? { order: item.order ?? index } : {}),
      ...restOf(item, ownMembers, isNew),
    };
    if (!isNew) {
      list.change({ ...shape, id }, index);
      return;
    }
    const same = section === null ? this.#takeAlike(shape) : undefined;
    if (same === undefined) list.add({ ...shape, guid }, index);
    else list.change({ ...shape, id: same, ...(isNamed ? { guid } : {}) }, index);
  }

  /** The id of a decoration that looks the same and that no item has named. */
  #takeAlike(shape: Looks): number | undefined {
    const alike = this.#byLooks.get(looksOf(shape));
    for (let id = alike?.pop(); id !== undefined; id = alike?.pop()) if (this.#unnamed.delete(id)) return id;
    return undefined;
  }
}

type Looks = { readonly [Member in keyof ShapeFields]?: unknown };

/** All visible members of a shape as text: the same looks give the same text. */
function looksOf(shape: Looks): string {
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
