/** The parts of a stored layout, as storage reads them and answers show them. Types only. */
import type { shapePurposes } from '#domain/layout/layout-change.ts';

type Json = Readonly<Record<string, unknown>>;

export interface SectionRecord {
  readonly id: number;
  readonly name: string;
  readonly prefix: string | null;
  readonly seatPrefix: string | null;
  readonly ga: boolean;
  readonly capacity: number;
  readonly guid: string;
  readonly shapes: readonly Json[] | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
}

/** A seat with its row. */
export interface SeatRecord {
  readonly id: number;
  readonly index: number;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly accessible: boolean;
  readonly marked: boolean;
  /** As `seat-features.ts` has them. */
  readonly features: number;
  readonly rowId: number;
  readonly rowName: string;
  readonly rowX: number;
  readonly rowY: number;
  readonly sectionId: number;
}

/** A shape that is drawn and cannot be booked. */
export interface ShapeRecord {
  readonly id: number;
  readonly sectionId: number | null;
  readonly guid: string;
  readonly type: string;
  readonly shapeType: string | null;
  readonly purpose: (typeof shapePurposes)[number];
  readonly left: number;
  readonly top: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
  readonly order: number;
  readonly text: string | null;
  readonly fill: string | null;
  /** All other fields of the editor. */
  readonly rest: Json;
}

/** The point that the seats face. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}
