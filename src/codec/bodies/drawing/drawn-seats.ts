/**
 * Reads the seats of a drawing. An editor gives each seat two positions: `ax`, `ay` on the plan, which is where it is
 * drawn, and `x`, `y` in its section. Either may be absent. The second one is stored only when it does not follow from
 * the first.
 */

import { placeInSection } from '#domain/layout/drawing.ts';
import type { Reference, SeatFields } from '#domain/layout/layout-change.ts';
import type { JsonFields, JsonObject } from '../json-fields.ts';
import type { DrawingParents, Origin } from './drawing-parents.ts';
import {
  type DrawnList,
  isGiven,
  type MemberReader,
  membersOf,
  readFlag,
  readGuid,
  readName,
  readOptionalNumber,
} from './drawn-items.ts';

const members: readonly MemberReader[] = [
  ['name', 'name', readName],
  ['angle', 'angle', readOptionalNumber],
  ['accessible', 'isAccessible', readFlag],
  ['marked', 'isMarked', readFlag],
  ['hidden', 'isHidden', readFlag],
];
const rowMembers = ['rowId', 'rowGuid'] as const;
/**
 * The section follows from the row. It is accepted all the same, because reads contain it and maps that were read are
 * put back.
 */
export const ownOfSeats: ReadonlySet<string> = new Set([
  ...['id', 'guid', 'toRemove', 'sectorId', 'sectorGuid', 'x', 'y', 'ax', 'ay', 'place'],
  ...rowMembers,
  ...members.map(([, drawn]) => drawn),
]);

export class DrawnSeats {
  readonly #list: DrawnList<SeatFields, SeatFields>;
  readonly #fields: JsonFields;
  readonly #parents: DrawingParents;

  constructor(list: DrawnList<SeatFields, SeatFields>, fields: JsonFields, parents: DrawingParents) {
    this.#list = list;
    this.#fields = fields;
    this.#parents = parents;
  }

  read(item: JsonObject, at: string, index: number, newGuid: () => string): void {
    const fields = this.#fields;
    const drawn = this.#list.tell(fields, item, at, newGuid);
    if (drawn === null) return;
    if (drawn.action === 'remove') {
      this.#list.remove(drawn.id, index);
      return;
    }
    const isNew = drawn.action === 'add';
    const row = this.#parents.rows.find(fields, item, at, rowMembers, isNew);
    if (row !== null && this.#parents.rows.isGone(row)) {
      if (isNew) fields.reject(`${at}.rowId`, 'UNKNOWN_VALUE', 'must not be removed by the same request', item.rowId);
      return;
    }
    const seat = {
      ...membersOf(fields, item, at, members, isNew),
      ...this.#coordinates(item, at, row, isNew),
      ...(row === null ? {} : { row }),
    };
    const place = isGiven(item.place) ? { place: fields.number(item.place, `${at}.place`) } : {};
    if (drawn.action === 'add') this.#list.add({ ...seat, place: null, ...place, guid: drawn.guid }, index);
    else {
      const guid = isGiven(item.guid) ? { guid: readGuid(fields, item.guid, `${at}.guid`) } : {};
      this.#list.change({ ...seat, ...place, ...guid, id: drawn.id }, index);
    }
  }

  #coordinates(item: JsonObject, at: string, row: Reference | null, isNew: boolean): Record<string, unknown> {
    const origin = row === null ? null : this.#parents.originOfRow(row);
    return {
      ...this.#coordinate(item, at, 'x', 'sectionX', origin, isNew),
      ...this.#coordinate(item, at, 'y', 'sectionY', origin, isNew),
    };
  }

  #coordinate(
    item: JsonObject,
    at: string,
    axis: 'x' | 'y',
    sectionAxis: 'sectionX' | 'sectionY',
    origin: Origin | null,
    isNew: boolean,
  ) {
    const fields = this.#fields;
    const onPlan = fields.optionalNumber(item[`a${axis}`], `${at}.a${axis}`);
    const inSection = fields.optionalNumber(item[axis], `${at}.${axis}`);
    if (onPlan === null && inSection === null) {
      if (isNew) fields.reject(`${at}.${axis}`, 'NOT_NULL', 'must not be null', null);
      return {};
    }
    if (origin === null) {
      if (onPlan !== null && inSection === null) return { [axis]: onPlan, [sectionAxis]: null };
      // Without its row the seat's section is unknown.
      if (!isNew) fields.reject(`${at}.rowId`, 'NOT_NULL', `must be given together with ${axis}`, null);
      return {};
    }
    const place = onPlan ?? origin[axis] + (inSection as number);
    if (!Number.isFinite(place)) fields.reject(`${at}.${axis}`, 'MAX', 'must be on the plan', inSection);
    const follows = inSection === null || inSection === placeInSection(place, origin[axis]);
    return { [axis]: place, [sectionAxis]: follows ? null : inSection };
  }
}
