/** The parts of a layout that its public map is drawn from: present and visible ones, as storage reads them. Types only. */
import type { DrawnPlan } from '#domain/layout/layout-change.ts';
import type { SeatRecord, SectionRecord, ShapeRecord } from '../layout-records.ts';

/** `capacity`: places of an area. */
export interface MapSection extends Omit<SectionRecord, 'prefix' | 'seatPrefix'> {
  readonly type: string | null;
  /** All other fields of the editor. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface MapRow {
  readonly id: number;
  readonly sectionId: number;
  readonly name: string;
  readonly rowNoun: string;
  readonly seatNoun: string;
}

/** `x` and `y`: on the plan. */
export type MapSeat = Pick<
  SeatRecord,
  'id' | 'index' | 'rowId' | 'name' | 'x' | 'y' | 'accessible' | 'marked' | 'features'
>;

export interface MapLayout {
  readonly sections: readonly MapSection[];
  readonly rows: readonly MapRow[];
  readonly shapes: readonly ShapeRecord[];
  readonly plan: DrawnPlan;
  /** Whether some seats are booked together: tables, boxes, booths. */
  readonly hasUnits: boolean;
}
