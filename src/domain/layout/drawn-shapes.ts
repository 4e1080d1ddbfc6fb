/**
 * Reads the shapes of a drawing: what is drawn and cannot be booked. An editor names a shape by its guid alone, as `id`,
 * also one that is new. Members that the service knows nothing of are kept as they are.
 */
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
import { type ShapeFields, type ShapePurpose, shapePurposes } from './layout-change.ts';

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

  constructor(
    list: DrawnList<ShapeFields, ShapeFields>,
    fields: JsonFields,
    parents: DrawingParents,
    shapes: readonly { readonly id: number; readonly guid: string }[],
  ) {
    this.#list = list;
    this.#fields = fields;
    this.#parents = parents;
    this.#idsByGuid = new Map(shapes.map(({ id, guid }) => [guid, id]));
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
      else if (isNamed) fields.reject(`${at}.id`, 'UNKNOWN_VALUE', 'is not of this schema', item.id);
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
      if (isNew) fields.reject(`${at}.groupOfSeatsGuid`, 'UNKNOWN_VALUE', 'is removed by the same request', guid);
      return;
    }
    const shape = {
      ...membersOf(fields, item, at, members, isNew),
      ...(isNew || item.groupOfSeatsGuid !== undefined ? { section } : {}),
      ...(isNew || isGiven(item.purpose) ? { purpose: this.#purpose(item, at) } : {}),
      ...(isNew || isGiven(item.order) ? { order: this.#order(item, at, index) } : {}),
      ...restOf(fields, item, at, ownMembers, isNew),
    };
    if (isNew) this.#list.add({ ...shape, guid }, index);
    else this.#list.change({ ...shape, id }, index);
  }

  #purpose({ purpose, groupOfSeatsGuid }: JsonObject, at: string): ShapePurpose {
    if (!isGiven(purpose)) return isGiven(groupOfSeatsGuid) ? 'GA' : 'OBJECT';
    const known = shapePurposes.find((one) => one === purpose);
    if (known !== undefined) return known;
    this.#fields.reject(`${at}.purpose`, 'UNKNOWN_VALUE', `must be one of ${shapePurposes.join(', ')}`, purpose);
    return 'OBJECT';
  }

  /** Shapes without an order of their own are drawn in that of the list. */
  #order({ order }: JsonObject, at: string, index: number): number {
    return isGiven(order) ? this.#fields.number(order, `${at}.order`) : index;
  }
}
