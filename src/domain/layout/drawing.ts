/**
 * A layout in the exchange format of common editors: `{sectors, rows, seats, shapes}`, flat lists of items that refer
 * to each other by id or guid. Declares the parts of the stored layout that are needed to read such a drawing, and the
 * result.
 */
import type { LayoutChange, LayoutFault, ShapeFields } from './layout-change.ts';

/** The existing items that a drawing can refer to, without the seats. */
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
  /** Places of an area that gives no capacity. */
  readonly areaCapacity: number;
}

/** A stored shape; `sectionId` null: a decoration, which belongs to no section. */
export interface StoredShape extends Omit<ShapeFields, 'section'> {
  readonly id: number;
  readonly sectionId: number | null;
}

/** For each item in the change's lists: its position in the drawing's list. */
export type DrawnPlaces = Readonly<
  Record<LayoutFault['list'], Readonly<Record<LayoutFault['action'], readonly number[]>>>
>;

export interface DrawnChange {
  readonly change: LayoutChange;
  readonly places: DrawnPlaces;
  /** Whether sold and held seats may be removed as well. */
  readonly forceDelete: boolean;
  /** The organization that the drawing names; null: none. */
  readonly organization: string | null;
  /** Members that are not read, each listed once per list, such as `seats[].colour`. */
  readonly unread: readonly string[];
}

/** A seat's coordinate in its section, unless the editor gives its own. */
export function placeInSection(onPlan: number, origin: number): number {
  const place = onPlan - origin;
  return Number.isFinite(place) ? place : onPlan;
}

/** The names of a change's lists in the drawing. */
const drawnLists = { sections: 'sectors', rows: 'rows', seats: 'seats', shapes: 'shapes', units: 'units' } as const;

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
  units: {},
};

/** The field of the drawing that a fault of the change refers to, such as `seats[3].name`. */
export function drawnField({ list, action, at, member }: LayoutFault, places: DrawnPlaces): string {
  const item = `${drawnLists[list]}[${places[list][action][at] ?? 0}]`;
  if (member === null) return action === 'add' ? item : `${item}.id`;
  return `${item}.${drawnMembers[list][member] ?? member}`;
}
