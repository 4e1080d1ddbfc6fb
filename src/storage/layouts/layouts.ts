/**
 * Reads layouts for display: all sections at once, seats in pages in layout order, each with its row. Each page is a
 * separate read, so a caller that needs a consistent layout compares the version afterwards and reads again if it
 * changed. The caller has checked the schema's organization.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import type { FocalPoint, SeatRecord, SectionRecord, ShapeRecord } from '#codec/layout-records.ts';
import { sectionsOf, shownSections } from './layout-sections.ts';
import { shapesOf } from './layout-shapes.ts';
import { layoutVersionOf, seatOrderOf } from './layout-version.ts';
import { focalPointOf } from './versions/plan.ts';

/** A page takes about 5 ms of the event loop to read and encode. */
const seatsPerPage = 1_000;

export class Layouts {
  readonly #connection: CommonQueryMethods;

  constructor(connection: CommonQueryMethods) {
    this.#connection = connection;
  }

  /** The current version of the layout. */
  version(schemaId: number): Promise<number> {
    return layoutVersionOf(this.#connection, schemaId);
  }

  /** The point that the seats face, or null. */
  focalPoint(schemaId: number): Promise<FocalPoint | null> {
    return focalPointOf(this.#connection, schemaId);
  }

  /** Shapes that belong to no section, in drawing order. */
  async decorations(schemaId: number): Promise<readonly ShapeRecord[]> {
    return (await this.shapes(schemaId)).filter(({ sectionId }) => sectionId === null);
  }

  /** All shapes, in drawing order. */
  shapes(schemaId: number): Promise<readonly ShapeRecord[]> {
    return shapesOf(this.#connection, schemaId);
  }

  /** Sections and areas in layout order. `withGone`: including removed ones. */
  sections(schemaId: number, withGone = false): Promise<readonly SectionRecord[]> {
    return sectionsOf(this.#connection, shownSections, schemaId, withGone);
  }

  /** All seats in layout order, in pages. `withGone`: followed by the removed seats. */
  async *seats(schemaId: number, withGone = false): AsyncGenerator<readonly SeatRecord[]> {
    const order = await seatOrderOf(this.#connection, schemaId);
    if (order === null) yield* this.#unchangedSeats(schemaId);
    else yield* this.#pages(schemaId, withGone ? [...order.there, ...order.gone] : order.there);
  }

  async *#unchangedSeats(schemaId: number): AsyncGenerator<readonly SeatRecord[]> {
    for (let from = 0; ; from += seatsPerPage) {
      const page = await this.#read(
        schemaId,
        sql.fragment`seat.index >= ${from} and seat.index < ${from + seatsPerPage}`,
      );
      if (page.length > 0) yield page;
      if (page.length < seatsPerPage) return;
    }
  }

  /** The seats with these indices in layout order, in pages. `indices` must be ascending. */
  async *seatsAt(schemaId: number, indices: readonly number[]): AsyncGenerator<readonly SeatRecord[]> {
    const order = indices.length === 0 ? null : await seatOrderOf(this.#connection, schemaId);
    if (order === null) yield* this.#pages(schemaId, indices);
    else {
      const wanted = new Set(indices);
      yield* this.#pages(
        schemaId,
        [...order.there, ...order.gone].filter((index) => wanted.has(index)),
      );
    }
  }

  /** In the order of the indices. */
  async *#pages(schemaId: number, indices: readonly number[]): AsyncGenerator<readonly SeatRecord[]> {
    for (let from = 0; from < indices.length; from += seatsPerPage) {
      const wanted = indices.slice(from, from + seatsPerPage);
      const page = await this.#read(schemaId, sql.fragment`seat.index = any(${sql.array(wanted, 'int4')})`);
      const places = new Map(wanted.map((index, place) => [index, place]));
      yield page.toSorted((a, b) => (places.get(a.index) ?? 0) - (places.get(b.index) ?? 0));
    }
  }

  async #read(schemaId: number, which: FragmentSqlToken): Promise<readonly SeatRecord[]> {
    const rows = await this.#connection.any(sql.unsafe`
      select seat.id, seat.index, seat.name, seat.x, seat.y, seat.accessible, seat.marked, seat.features,
        seat.row_id as "rowId", seat_row.name as "rowName", seat_row.x as "rowX", seat_row.y as "rowY",
        seat_row.section_id as "sectionId"
      from seat join seat_row on seat_row.id = seat.row_id
      where seat.schema_id = ${schemaId} and ${which}
      order by seat.index
    `);
    return rows as readonly SeatRecord[];
  }
}
