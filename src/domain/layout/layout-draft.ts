/**
 * A layout while its body is being read: sections, rows and seats in layout order, some of them without a position
 * until everything is known. Becomes the columns of a layout once all of them have one.
 */
import type { NewUnit } from '../units/unit.ts';
import type { Point } from './geometry/rectangle.ts';
import { type Decoration, type Layout, type LayoutSection, packText } from './layout.ts';

/** A coordinate that is not known yet. */
export const unplaced = Number.NaN;

type Mutable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

export interface DraftSection extends Mutable<LayoutSection> {
  /** Degrees of the arc of its generated rows. */
  readonly curve: number;
  /** Whether its own shapes have coordinates. */
  readonly isDrawn: boolean;
}

export interface DraftSeat {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly accessible: boolean;
  readonly marked: boolean;
  readonly features: number;
}

export class LayoutDraft {
  readonly sections: DraftSection[] = [];
  /** One of them may be a stage without coordinates. */
  readonly decorations: Mutable<Decoration>[] = [];
  units: readonly NewUnit[] = [];
  focalPoint: Point | null = null;
  readonly rows = {
    names: [] as string[],
    sections: [] as number[],
    positions: [] as number[],
    /** `unplaced` when the caller gives none. */
    xs: [] as number[],
    ys: [] as number[],
    firstSeats: [] as number[],
    seatCounts: [] as number[],
    /** Whether the body gives a number of seats instead of a list. */
    isGenerated: [] as boolean[],
  };
  readonly seats = {
    names: [] as string[],
    rows: [] as number[],
    xs: [] as number[],
    ys: [] as number[],
    accessible: [] as number[],
    marked: [] as number[],
    features: [] as number[],
  };

  /** Begins a row of the section that is pushed next. */
  openRow(name: string, position: number, x: number | null, y: number | null, isGenerated: boolean): void {
    this.rows.names.push(name);
    this.rows.sections.push(this.sections.length);
    this.rows.positions.push(position);
    this.rows.xs.push(x ?? unplaced);
    this.rows.ys.push(y ?? unplaced);
    this.rows.firstSeats.push(this.seats.names.length);
    this.rows.seatCounts.push(0);
    this.rows.isGenerated.push(isGenerated);
  }

  /** Adds a seat to the row that was begun last. */
  push({ name, x, y, accessible, marked, features }: DraftSeat): void {
    const row = this.rows.names.length - 1;
    this.seats.names.push(name);
    this.seats.rows.push(row);
    this.seats.xs.push(x);
    this.seats.ys.push(y);
    this.seats.accessible.push(accessible ? 1 : 0);
    this.seats.marked.push(marked ? 1 : 0);
    this.seats.features.push(features);
    this.rows.seatCounts[row] = (this.rows.seatCounts[row] ?? 0) + 1;
  }

  /** Says of the seats from `first` to before `end` what they are; what is said later counts as well. */
  describe(first: number, end: number, { accessible, marked, features }: Omit<DraftSeat, 'name' | 'x' | 'y'>): void {
    const { seats } = this;
    for (let seat = first; seat < end; seat++) {
      if (accessible) seats.accessible[seat] = 1;
      if (marked) seats.marked[seat] = 1;
      seats.features[seat] = (seats.features[seat] as number) | features;
    }
  }

  /** A row without coordinates starts at its first seat. */
  placeRows(): void {
    const { xs, ys, firstSeats } = this.rows;
    for (const [row, first] of firstSeats.entries()) {
      if (Number.isNaN(xs[row])) xs[row] = this.seats.xs[first] ?? 0;
      if (Number.isNaN(ys[row])) ys[row] = this.seats.ys[first] ?? 0;
    }
  }

  layout(name: string, venueId: number | null): Layout {
    const { rows, seats } = this;
    const areaPlaces = this.sections.reduce((sum, { ga, capacity }) => sum + (ga ? capacity : 0), 0);
    return {
      name,
      venueId,
      capacity: seats.names.length + areaPlaces,
      focalPoint: this.focalPoint,
      sections: this.sections.map(({ curve: _, isDrawn: __, ...section }) => section),
      decorations: this.decorations,
      units: this.units,
      rows: {
        count: rows.names.length,
        names: packText(rows.names),
        sections: Int32Array.from(rows.sections),
        positions: Int32Array.from(rows.positions),
        xs: Float64Array.from(rows.xs),
        ys: Float64Array.from(rows.ys),
        firstSeats: Int32Array.from(rows.firstSeats),
        seatCounts: Int32Array.from(rows.seatCounts),
      },
      seats: {
        count: seats.names.length,
        names: packText(seats.names),
        rows: Int32Array.from(seats.rows),
        xs: Float64Array.from(seats.xs),
        ys: Float64Array.from(seats.ys),
        accessible: Uint8Array.from(seats.accessible),
        marked: Uint8Array.from(seats.marked),
        features: Uint8Array.from(seats.features),
      },
    };
  }
}
