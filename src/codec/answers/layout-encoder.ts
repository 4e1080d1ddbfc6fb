/**
 * Encodes a layout's sections, rows and seats as nested JSON in pieces, one per page of seats, so that a large layout
 * neither blocks the event loop nor fills the memory. The caller defines what is shown of each object.
 */
import type { SeatRecord, SectionRecord } from '../layout-records.ts';

/** Each method returns an object without its inner list: the encoder adds `rows` to a section and `seats` to a row. */
export interface LayoutShape {
  /** `position`: of the section in the layout. */
  section(section: SectionRecord, position: number): object;
  /** `position`: of the row in its section. */
  row(seat: SeatRecord, position: number): object;
  /** `position`: of the seat in its row. */
  seat(seat: SeatRecord, position: number, rowPosition: number): object;
}

export class LayoutEncoder {
  readonly #sections: readonly SectionRecord[];
  readonly #shape: LayoutShape;
  /** The section whose rows are being written; those before it are complete. */
  #position = -1;
  #rowId = 0;
  #row = -1;
  #seat = 0;

  constructor(sections: readonly SectionRecord[], shape: LayoutShape) {
    this.#sections = sections;
    this.#shape = shape;
  }

  /** Seats in layout order. */
  encode(page: readonly SeatRecord[]): string {
    let text = '';
    for (const seat of page) {
      if (seat.rowId === this.#rowId) {
        text += ',';
        this.#seat++;
      } else text += this.#openRow(seat);
      text += JSON.stringify(this.#shape.seat(seat, this.#seat, this.#row));
    }
    return text;
  }

  /** Closes the open row and section and adds the remaining sections, which have no seats. */
  end(): string {
    return this.#openSection(undefined);
  }

  #openRow(seat: SeatRecord): string {
    const text = this.#openSection(seat.sectionId);
    const before = this.#rowId === 0 ? '' : ']},';
    this.#row = this.#rowId === 0 ? 0 : this.#row + 1;
    this.#seat = 0;
    this.#rowId = seat.rowId;
    return `${text}${before}${JSON.stringify(this.#shape.row(seat, this.#row)).slice(0, -1)},"seats":[`;
  }

  /** Completes the sections before the one with this id and opens it; undefined: completes all. */
  #openSection(id: number | undefined): string {
    let text = '';
    while (
      this.#position < this.#sections.length &&
      (this.#position < 0 || this.#sections[this.#position]?.id !== id)
    ) {
      if (this.#position >= 0) text += `${this.#rowId === 0 ? '' : ']}'}]}`;
      this.#rowId = 0;
      const next = this.#sections[++this.#position];
      if (next === undefined) continue;
      const opened = JSON.stringify(this.#shape.section(next, this.#position));
      text += `${this.#position === 0 ? '' : ','}${opened.slice(0, -1)},"rows":[`;
    }
    return text;
  }
}
