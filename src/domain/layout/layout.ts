/**
 * A venue layout before it has ids: sections, rows and seats in layout order. Seats and rows are columns and their
 * names one string, so that a layout of 200,000 seats passes between threads in a few milliseconds.
 */
import type { NewUnit } from '../units/unit.ts';

export const seatsPerSchemaMax = 500_000;
export const sectionsPerSchemaMax = 10_000;
export const areaCapacityMax = 1_000_000;

/** Concatenated texts; `ends` has the end of each one. */
export interface PackedText {
  readonly text: string;
  readonly ends: Uint32Array;
}

export interface LayoutSection {
  readonly name: string;
  readonly prefix: string | null;
  readonly seatPrefix: string | null;
  readonly ga: boolean;
  /** Places of a GA area, or the number of seats. */
  readonly capacity: number;
  /** JSON text of an array. */
  readonly shapes: string | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
}

export interface RowColumns {
  readonly count: number;
  readonly names: PackedText;
  /** Position of the row's section. */
  readonly sections: Int32Array;
  /** Position inside the section. */
  readonly positions: Int32Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** Index of the row's first seat; its seats are contiguous. */
  readonly firstSeats: Int32Array;
  readonly seatCounts: Int32Array;
}

export interface SeatColumns {
  readonly count: number;
  readonly names: PackedText;
  /** Position of the seat's row among all rows. */
  readonly rows: Int32Array;
  readonly xs: Float64Array;
  readonly ys: Float64Array;
  /** 1 or 0. */
  readonly accessible: Uint8Array;
  readonly marked: Uint8Array;
  /** As `seat-features.ts` has them. */
  readonly features: Uint8Array;
}

/** Something that is drawn and cannot be booked: a stage, a bar, an entrance. */
export interface Decoration {
  /** Its kind, in one word. */
  readonly type: string;
  readonly shapeType: string;
  readonly left: number;
  readonly top: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly angle: number | null;
  readonly text: string | null;
  readonly fill: string | null;
  /** Position of the area whose outline it is. */
  readonly area?: number;
  /** Points, stroke and the like, as they were sent. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface Layout {
  readonly name: string;
  readonly venueId: number | null;
  /** Seats plus places of all areas. */
  readonly capacity: number;
  /** The point that seats face; null: not given. */
  readonly focalPoint: { readonly x: number; readonly y: number } | null;
  readonly sections: readonly LayoutSection[];
  readonly decorations: readonly Decoration[];
  /** Tables, boxes, booths. */
  readonly units: readonly NewUnit[];
  readonly rows: RowColumns;
  readonly seats: SeatColumns;
}

/** Concatenates texts into one string. */
export function packText(texts: readonly string[]): PackedText {
  const ends = new Uint32Array(texts.length);
  let end = 0;
  for (let index = 0; index < texts.length; index++) {
    end += texts[index]!.length;
    ends[index] = end;
  }
  return { text: texts.join(''), ends };
}

/** One text of a packed column. */
export function textAt({ text, ends }: PackedText, index: number): string {
  return text.slice(index === 0 ? 0 : ends[index - 1], ends[index]);
}

/** The texts `from` to `to` (not included) of a packed column. */
export function unpackText(packed: PackedText, from: number, to: number): string[] {
  const texts: string[] = [];
  let start = from === 0 ? 0 : packed.ends[from - 1]!;
  for (let index = from; index < to; index++) {
    const end = packed.ends[index]!;
    texts.push(packed.text.slice(start, end));
    start = end;
  }
  return texts;
}
