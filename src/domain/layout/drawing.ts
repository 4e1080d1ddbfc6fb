/**
 * A layout as the field's editors exchange it: `{sectors, rows, seats, shapes}`, flat lists of items that name each other
 * by id or guid. Here: what has to be known of the stored layout to read such a drawing, and what comes of it.
 */
import type { LayoutChange, LayoutFault, ShapeFields } from './layout-change.ts';

/** What there is to refer to, without the seats. */
export interface DrawingOutline {
  readonly sections: readonly {
    readonly id: number;
    readonly guid: string;
    readonly ga: boolean;
    readonly x: number | null;
    readonly y: number | null;
  }[];
  readonly rows: readonly { readonly id: number; readonly guid: string; readonly sectionId: number }[];
  readonly shapes: readonly StoredShape[];
  /** Places of an area that names no number of its own. */
  readonly areaCapacity: number;
}

/** A shape as it stands; `sectionId` null: a decoration, which belongs to nothing. */
export interface StoredShape extends Omit<ShapeFields, 'section'> {
  readonly id: number;
  readonly sectionId: number | null;
}

/** Position in the drawing's list of each item in the change's lists. */
export type DrawnPlaces = Readonly<
  Record<LayoutFault['list'], Readonly<Record<LayoutFault['action'], readonly number[]>>>
>;

export interface DrawnChange {
  readonly change: LayoutChange;
  readonly places: DrawnPlaces;
  /** Whether what is sold or held may go as well. */
  readonly forceDelete: boolean;
  /** The organization that the drawing says it is for; null: it names none. */
  readonly organization: string | null;
  /** Members that nothing reads, each named once for its list, such as `seats[].colour`. */
  readonly unread: readonly string[];
}

/** Where a seat stands counted from its section, if the editor has not said so itself. */
export function placeInSection(onPlan: number, origin: number): number {
  const place = onPlan - origin;
  return Number.isFinite(place) ? place : onPlan;
}

/** What the drawing calls the lists of a change. */
const drawnLists = { sections: 'sectors', rows: 'rows', seats: 'seats', shapes: 'shapes' } as const;

const drawnMembers: Readonly<Record<LayoutFault['list'], Readonly<Record<string, string>>>> = {
  sections: {},
  rows: { name: 'rowNumber', rowNoun: 'name', seatNoun: 'seatName', section: 'sectorId' },
  seats: {
    row: 'rowId',
    x: 'ax',
    y: 'ay',
    sectionX: 'x',
    sectionY: 'y',
    accessible: 'isAccessible',
    marked: 'isMarked',
    hidden: 'isHidden',
  },
  shapes: { section: 'groupOfSeatsGuid', guid: 'id' },
};

/** Where a fault of the change stands in the drawing, such as `seats[3].name`. */
export function drawnField({ list, action, at, member }: LayoutFault, places: DrawnPlaces): string {
  const item = `${drawnLists[list]}[${places[list][action][at] ?? 0}]`;
  if (member === null) return action === 'add' ? item : `${item}.id`;
  return `${item}.${drawnMembers[list][member] ?? member}`;
}
