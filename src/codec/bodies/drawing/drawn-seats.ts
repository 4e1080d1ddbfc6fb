/**
 * Makes seats of a drawing a part of the change. An editor gives each seat two positions: `ax`, `ay` on the plan, which
 * is where it is drawn, and `x`, `y` in its section. Either may be absent. The second one is stored only when it does
 * not follow from the first.
 */
import { placeInSection } from '#domain/layout/drawing.ts';
import type { SeatFields } from '#domain/layout/layout-change.ts';
import { changeOfFeatures } from '#domain/layout/seat-features.ts';
import { isAbsent } from '../../constraint.ts';
import { notNull } from '../../messages.ts';
import { featuresOfDrawn } from '../../seat-features.ts';
import type { DrawingParents, Origin } from './drawing-parents.ts';
import { DrawnList, type MemberOf, type Mistakes, needed } from './drawn-list.ts';
import type { SentSeat } from './schema.ts';

const members: readonly MemberOf<SentSeat>[] = [
  ['name', 'name', needed],
  ['angle', 'angle', null],
  ['accessible', 'isAccessible', false],
  ['marked', 'isMarked', false],
  ['hidden', 'isHidden', false],
];

/** The names of a coordinate: in the section and in the change, in the change for the section, and on the plan. */
const axes = [
  ['x', 'sectionX', 'ax'],
  ['y', 'sectionY', 'ay'],
] as const;

export class DrawnSeats {
  readonly list: DrawnList<SeatFields, SeatFields>;
  readonly #parents: DrawingParents;

  constructor(parents: DrawingParents, mistakes: Mistakes) {
    this.list = new DrawnList('seats', mistakes);
    this.#parents = parents;
  }

  read(item: SentSeat, index: number, newGuid: () => string): void {
    const { list } = this;
    const drawn = list.tell(item, index, newGuid);
    if (drawn === null) return;
    if (drawn.action === 'remove') {
      list.remove(drawn.id, index);
      return;
    }
    const isNew = drawn.action === 'add';
    const { rowId: id, rowGuid: guid } = item;
    const named = { id, guid, idMember: 'rowId', guidMember: 'rowGuid', isNeeded: isNew };
    const row = this.#parents.rows.find(list, index, named);
    if (row !== null && this.#parents.rows.isGone(row)) {
      if (isNew) list.reject(index, 'rowId', 'UNKNOWN_VALUE', 'must not be removed by the same request', item.rowId);
      return;
    }
    const seat = list.membersOf(item, index, members, isNew);
    const features = changeOfFeatures(featuresOfDrawn(item));
    if (isNew || features.set + features.clear > 0) seat.features = features;
    this.#locate(seat, item, index, row === null ? null : this.#parents.originOfRow(row), isNew);
    if (row !== null) seat.row = row;
    if (isNew || !isAbsent(item.place)) seat.place = item.place ?? null;
    if (drawn.action === 'add') list.add({ ...seat, guid: drawn.guid }, index);
    else list.change({ ...seat, ...(isAbsent(item.guid) ? {} : { guid: item.guid }), id: drawn.id }, index);
  }

  /** Sets the coordinates of `seat`. `origin`: of its section; null: its row is not given. */
  #locate(seat: Record<string, unknown>, item: SentSeat, index: number, origin: Origin | null, isNew: boolean): void {
    for (const [axis, sectionAxis, planAxis] of axes) {
      const onPlan = item[planAxis] ?? null;
      const inSection = item[axis] ?? null;
      if (onPlan === null && inSection === null) {
        if (isNew) this.list.reject(index, axis, 'NOT_NULL', notNull, null);
      } else if (origin !== null) {
        const place = onPlan ?? origin[axis] + (inSection as number);
        if (!Number.isFinite(place)) this.list.reject(index, axis, 'MAX', 'must be on the plan', inSection);
        const follows = inSection === null || inSection === placeInSection(place, origin[axis]);
        seat[axis] = place;
        seat[sectionAxis] = follows ? null : inSection;
      } else if (onPlan !== null && inSection === null) {
        seat[axis] = onPlan;
        seat[sectionAxis] = null;
      } else if (!isNew) {
        // Without its row the seat's section is unknown.
        this.list.reject(index, 'rowId', 'NOT_NULL', `must be given together with ${axis}`, null);
      }
    }
  }
}
