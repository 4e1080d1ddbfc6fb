/**
 * What is to change in a stored layout, as one piece: things that are new, other, or gone. Plain data. New things are
 * named by their guid until they have an id; what is there already is named by its id alone.
 */

/** The id of something that is there, or the guid of something that the same change adds. */
export type Reference = number | string;

/** New things first, then changes, then removals: what the change adds can be named everywhere in it. */
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
  /** Any word that editors keep. */
  readonly type: string | null;
  readonly externalId: string | null;
  /** Places of a GA area; 0 for other sections. */
  readonly capacity: number;
  readonly guid: string;
  /** Whatever else the editor keeps: plain JSON. */
  readonly rest?: Readonly<Record<string, unknown>>;
}

/** A section stays an area or not for ever. */
export interface NewSection extends SectionFields {
  readonly ga: boolean;
}

export interface RowFields {
  /** The row's label. */
  readonly name: string;
  /** What rows and seats are called there. */
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
   * Where the seat stands among those of its row: they count from 0, so that 1.5 is between the second and the third.
   * Null: at the end, in the order of the change.
   */
  readonly place: number | null;
  readonly name: string;
  /**
   * On the plan: where the seat is drawn, whatever its section does. The one meaning of these names in the domain, in the
   * columns `seat.x` and `seat.y`, and in every read but the editor's, which calls them `ax` and `ay`.
   */
  readonly x: number;
  readonly y: number;
  /**
   * Counted from the section, as an editor keeps them (it calls them `x` and `y`): null where they follow from the place
   * on the plan and the section's origin. Only the editor's own read shows them.
   */
  readonly sectionX: number | null;
  readonly sectionY: number | null;
  readonly angle: number | null;
  readonly accessible: boolean;
  readonly marked: boolean;
  readonly hidden: boolean;
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
  /** Those with a lower one are drawn first. */
  readonly order: number;
  readonly text: string | null;
  readonly fill: string | null;
  /** Whatever else the editor keeps: plain JSON. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** What a layout has as a whole, as editors keep it: plain JSON. */
export interface LayoutPlan {
  /** A drawing under the seats. */
  readonly vectorBackground: Readonly<Record<string, unknown>> | null;
  /** The part of the plan that visitors see first. */
  readonly clientViewBox: Readonly<Record<string, unknown>> | null;
}

/** Members that are absent stay as they are. */
export type PlanChange = Partial<LayoutPlan>;

export interface LayoutChange {
  readonly plan?: PlanChange;
  readonly sections: Edits<NewSection, SectionFields>;
  readonly rows: Edits<NewRow, RowFields>;
  readonly seats: Edits<SeatFields, SeatFields>;
  readonly shapes: Edits<ShapeFields, ShapeFields>;
}

/** Something of a change that cannot be: which item of which list, and why. */
export interface LayoutFault {
  readonly list: Exclude<keyof LayoutChange, 'plan'>;
  readonly action: 'add' | 'change' | 'remove';
  /** Position in the list. */
  readonly at: number;
  readonly member: string | null;
  /** As in field errors: DUPLICATE, UNKNOWN_VALUE, MAX and the like. */
  readonly code: string;
  readonly message: string;
}

/** Ids of what was added, by guid. */
export interface AddedIds {
  readonly sections: ReadonlyMap<string, number>;
  readonly rows: ReadonlyMap<string, number>;
  readonly seats: ReadonlyMap<string, number>;
  readonly shapes: ReadonlyMap<string, number>;
}
