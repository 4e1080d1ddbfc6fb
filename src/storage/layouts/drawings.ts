/**
 * Reads layouts for the editor: the current version with all editor fields. Seats and rows come in pages, in the order
 * of their creation. Read-only; the caller has checked the schema's organization.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { ShapeRecord } from '#codec/layout-records.ts';
import type { DrawingOutline } from '#domain/layout/drawing.ts';
import type { DrawnPlan, RowFields, SeatFields } from '#domain/layout/layout-change.ts';
import { forEachInRuns } from '#domain/seats/seat-runs.ts';
import type { PlannedUnit } from '#domain/units/unit.ts';
import { rowsOf } from '../database/rows.ts';
import { drawnSections, sectionsOf } from './layout-sections.ts';
import { shapesOf } from './layout-shapes.ts';
import { planOf, unitsOf } from './versions/plan.ts';

/**
 * A page takes about 5 ms of the event loop to read and encode. Pages are index ranges: with "after the last one, limit
 * n" Postgres scanned all later seats as long as it had no statistics.
 */
const placesPerPage = 1_000;

const schemas = rowsOf(
  z.object({
    id: z.int(),
    name: z.string(),
    venueId: z.int().nullable(),
    version: z.int(),
    areaCapacity: z.int(),
  }),
  {
    expressions: { version: sql.fragment`layout_version`, areaCapacity: sql.fragment`coalesce(ga_capacity, 0)` },
  },
);

/** A schema at one version of its layout. */
export type DrawingRecord = z.infer<typeof schemas.row>;

export type DrawnSectionRecord = z.infer<typeof drawnSections.row>;

export interface DrawnRowRecord extends Pick<RowFields, 'guid' | 'name' | 'rowNoun' | 'seatNoun'> {
  readonly id: number;
  readonly sectionId: number;
}

export interface DrawnSeatRecord extends Omit<SeatFields, 'row' | 'place' | 'features'> {
  readonly features: number;
  readonly id: number;
  readonly rowId: number;
  readonly rowGuid: string;
  readonly sectionId: number;
}

export interface DrawnUnitRecord extends Omit<PlannedUnit, 'seats'> {
  readonly seatGuids: readonly string[];
}

export class Drawings {
  readonly #connection: CommonQueryMethods;

  constructor(connection: CommonQueryMethods) {
    this.#connection = connection;
  }

  /** The organization's schema as it is now, or null. */
  find(organizationId: number, schemaId: number): Promise<DrawingRecord | null> {
    return this.#connection.maybeOne(sql.type(schemas.row)`
      select ${schemas.columns} from schema
      where id = ${schemaId} and organization_id = ${organizationId} and visible
    `);
  }

  /** The elements that a drawing can refer to. */
  async outline({ id, areaCapacity }: DrawingRecord): Promise<DrawingOutline> {
    const rows: DrawingOutline['rows'][number][] = [];
    for await (const page of this.rows(id)) {
      for (const row of page) rows.push({ id: row.id, guid: row.guid, sectionId: row.sectionId });
    }
    const sections = (await this.sections(id)).map(({ id, guid, ga, x, y }) => ({ id, guid, ga, x, y }));
    const shapes = await this.shapes(id);
    return { sections, rows, shapes, areaCapacity };
  }

  /** Sections and areas in layout order. */
  sections(schemaId: number): Promise<readonly DrawnSectionRecord[]> {
    return sectionsOf(this.#connection, drawnSections, schemaId);
  }

  /** In the order of drawing. */
  shapes(schemaId: number): Promise<readonly ShapeRecord[]> {
    return shapesOf(this.#connection, schemaId);
  }

  /** The members of the layout as a whole. */
  plan(schemaId: number): Promise<DrawnPlan> {
    return planOf(this.#connection, schemaId);
  }

  /** Tables, boxes and booths; `seats`: by guid, without those that have left the layout. */
  async units(schemaId: number): Promise<readonly DrawnUnitRecord[]> {
    const units = await unitsOf(this.#connection, schemaId);
    if (units.length === 0) return [];
    const indices = units.map(({ seats }) => {
      const own: number[] = [];
      forEachInRuns(seats, (seat) => own.push(seat));
      return own;
    });
    const rows = await this.#connection.any(sql.type(z.object({ index: z.int(), guid: z.string() }))`
      select index, guid from seat
      where schema_id = ${schemaId} and removed_version is null and index = any(${sql.array(indices.flat(), 'int4')})
    `);
    const guids = new Map(rows.map(({ index, guid }) => [index, guid]));
    return units
      .map(({ seats: _, ...unit }, at) => ({
        ...unit,
        seatGuids: (indices[at] ?? []).flatMap((seat) => guids.get(seat) ?? []),
      }))
      .filter(({ seatGuids }) => seatGuids.length > 0);
  }

  async *rows(schemaId: number): AsyncGenerator<readonly DrawnRowRecord[]> {
    const last = await this.#last(sql.fragment`first_index`, sql.fragment`seat_row`, schemaId);
    for (let from = 0; from <= last; from += placesPerPage) {
      yield (await this.#connection.any(sql.unsafe`
        select id, guid, section_id as "sectionId", name, row_noun as "rowNoun", seat_noun as "seatNoun"
        from seat_row
        where schema_id = ${schemaId} and first_index >= ${from} and first_index < ${from + placesPerPage}
          and removed_version is null
        order by first_index
      `)) as readonly DrawnRowRecord[];
    }
  }

  async *seats(schemaId: number): AsyncGenerator<readonly DrawnSeatRecord[]> {
    const last = await this.#last(sql.fragment`index`, sql.fragment`seat`, schemaId);
    for (let from = 0; from <= last; from += placesPerPage) {
      yield (await this.#connection.any(sql.unsafe`
        select seat.id, seat.guid, row_id as "rowId", seat_row.guid as "rowGuid", section_id as "sectionId", seat.name,
          seat.x, seat.y, section_x as "sectionX", section_y as "sectionY", angle, accessible, marked, hidden,
          features
        from seat join seat_row on seat_row.id = row_id
        where seat.schema_id = ${schemaId} and index >= ${from} and index < ${from + placesPerPage}
          and seat.removed_version is null
        order by index
      `)) as readonly DrawnSeatRecord[];
    }
  }

  /** The highest index ever used; -1: none. */
  #last(place: FragmentSqlToken, table: FragmentSqlToken, schemaId: number): Promise<number> {
    return this.#connection.oneFirst(sql.type(z.object({ last: z.int() }))`
      select coalesce(max(${place}), -1) as last from ${table} where schema_id = ${schemaId}
    `);
  }
}
