/**
 * A change of a stored layout as one value: items to add, change and remove. Plain data. New items are named by their
 * guid until they have an id; existing ones by their id alone.
 */

import type { FieldCode } from '../refusal.ts';
import type { PlannedUnit, UnitTerms } from '../units/unit.ts';
import type { FeatureChange } from './seat-features.ts';

/** The id of an existing item, or the guid of an item that the same change adds. */
export type Reference = number | string;

/** Additions first, then changes, then removals: every part of the change can refer to added items. */
export interface Edits<New, Change> {
  readonly add: readonly (New & { readonly guid: string })[];
  /** Members that are absent stay as they are. */
  readonly change: readonly (Partial<Change> & { readonly id: number })[];
  readonly remove: readonly number[];
}

interface Frame {
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
}

export interface SectionFields extends Frame {
  readonly name: string;
  readonly prefix: string | null;
  readonly seatPrefix: string | null;
  /** Any word; kept for editors. */
  readonly type: string | null;
  readonly externalId: string | null;
  /** Places of a GA area; 0 for other sections. */
  readonly capacity: number;
  readonly guid: string;
  /** All other members that the editor keeps: plain JSON. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

/** Whether a section is an area never changes. */
export interface NewSection extends SectionFields {
  readonly ga: boolean;
}

export interface RowFields {
  /** The row's label. */
  readonly name: string;
  /** The words for a row and a seat there. */
  readonly rowNoun: string;
  readonly seatNoun: string;
  readonly x: number;
  readonly y: number;
  readonly guid: string;
}

/** A new row is the last of its section. */
export interface NewRow extends RowFields {
  readonly section: Reference;
}

export interface SeatFields {
  readonly row: Reference;
  /**
   * Position of the seat among those of its row. They count from 0, so that 1.5 is between the second and the third.
   * Null: at the end, in the order of the change.
   */
  readonly place: number | null;
  readonly name: string;
  /**
   * Position on the plan: where the seat is drawn, independent of its section. These names have this meaning everywhere
   * in the domain, in the columns `seat.x` and `seat.y`, and in every read except the editor's, which calls them `ax`
   * and `ay`.
   */
  readonly x: number;
  readonly y: number;
  /**
   * Position in the section, as editors keep it (they call it `x` and `y`); null when it follows from the position on
   * the plan and the section's origin. Only the editor's read shows it.
   */
  readonly sectionX: number | null;
  readonly sectionY: number | null;
  readonly angle: number | null;
  readonly accessible: boolean;
  readonly marked: boolean;
  readonly hidden: boolean;
  /** Of a new seat: what it has. */
  readonly features: FeatureChange;
  readonly guid: string;
}

export const shapePurposes = ['OBJECT', 'UNDERLAY', 'GA', 'OUTLINE'] as const;
export type ShapePurpose = (typeof shapePurposes)[number];

/** Something that is drawn and cannot be booked. */
export interface ShapeFields {
  /** The section or area that it belongs to. */
  readonly section: Reference | null;
  readonly guid: string;
  readonly type: string;
  readonly shapeType: string | null;
  readonly purpose: ShapePurpose;
  readonly left: number;
  readonly top: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
  /** Shapes with a lower order are drawn first. */
  readonly order: number;
  readonly text: string | null;
  readonly fill: string | null;
  /** All other members that the editor keeps: plain JSON. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Members of the layout as a whole; the first two are kept for editors: plain JSON. */
export interface LayoutPlan {
  /** A picture under the seats. */
  readonly vectorBackground: Readonly<Record<string, unknown>> | null;
  /** The part of the plan that visitors see first. */
  readonly clientViewBox: Readonly<Record<string, unknown>> | null;
  /** The point that the seats face; the best seats are the ones nearest to it. */
  readonly focalPoint: { readonly x: number; readonly y: number } | null;
  /** Tables, boxes, booths; null: none. */
  readonly units: readonly PlannedUnit[] | null;
}

/** A unit of a drawing. `seats`: guids, also of seats that the same change adds. */
export interface DrawnUnit extends UnitTerms {
  /** Null: a new unit. */
  readonly id: number | null;
  readonly name: string;
  readonly seats: readonly string[];
}

/** What drawings and maps show of it. */
export type DrawnPlan = Omit<LayoutPlan, 'units'>;

/** Members that are absent stay as they are. */
export type PlanChange = Partial<LayoutPlan>;

export interface LayoutChange {
  readonly plan?: PlanChange;
  readonly sections: Edits<NewSection, SectionFields>;
  readonly rows: Edits<NewRow, RowFields>;
  readonly seats: Edits<SeatFields, SeatFields>;
  readonly shapes: Edits<ShapeFields, ShapeFields>;
  /** All units; absent: they stay. */
  readonly units?: readonly DrawnUnit[];
}

/** An invalid part of a change: which item of which list, and why. */
export interface LayoutFault {
  readonly list: Exclude<keyof LayoutChange, 'plan'>;
  readonly action: 'add' | 'change' | 'remove';
  /** Position in the list. */
  readonly at: number;
  readonly member: string | null;
  readonly code: FieldCode;
  readonly message: string;
  /** The value that was sent, or that an item keeps and that collides now; null: the whole item. */
  readonly rejectedValue: string | number | null;
}

/** Ids of the added items, by guid. */
export interface AddedIds {
  readonly sections: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<string, number>;
  readonly seats: ReadonlyMap<string, number>;
  readonly shapes: ReadonlyMap<string, number>;
}
