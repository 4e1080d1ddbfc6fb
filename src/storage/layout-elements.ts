/**
 * Reads a layout as a flat list of elements of one kind, in layout order and in pages: sections, rows or seats,
 * each with its parent and its pricing zone. The caller has checked whose schema it is.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';

export type ElementType = 'SECTION' | 'ROW' | 'SEAT';

/** Some 5 ms of the loop to read and to encode. */
const elementsPerPage = 1_000;

export interface ElementRecord {
  /** Ascends in layout order. */
  readonly place: number;
  readonly id: number;
  readonly name: string;
  readonly prefix: string | null;
  readonly seatPrefix: string | null;
  readonly parentId: number | null;
  readonly ga: boolean;
  readonly pricingZoneId: number | null;
  readonly guid: string;
  readonly externalId: string | null;
  readonly shapes: Record<string, unknown>[] | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly x: number | null;
  readonly y: number | null;
  readonly angle: number | null;
}

const bare = sql.fragment`
  null as prefix, null as "seatPrefix", false as ga, null as "externalId", null as shapes, null as width, null as height,
  null as angle
`;

const sources: Readonly<Record<ElementType, { readonly columns: FragmentSqlToken; readonly place: FragmentSqlToken }>> =
  {
    SECTION: {
      columns: sql.fragment`
        id, name, prefix, seat_prefix as "seatPrefix", parent_id as "parentId", ga, pricing_zone_id as "pricingZoneId",
        guid, external_id as "externalId", shapes, width, height, x, y, angle from section
      `,
      place: sql.fragment`position`,
    },
    ROW: {
      columns: sql.fragment`
        ${bare}, id, name, section_id as "parentId", null as "pricingZoneId", guid, x, y from seat_row
      `,
      place: sql.fragment`first_index`,
    },
    SEAT: {
      columns: sql.fragment`
        ${bare}, id, name, row_id as "parentId", pricing_zone_id as "pricingZoneId", guid, x, y from seat
      `,
      place: sql.fragment`index`,
    },
  };

export class LayoutElements {
  readonly #connection: CommonQueryMethods;

  constructor(connection: CommonQueryMethods) {
    this.#connection = connection;
  }

  /** All elements of the kind, a page at a time. */
  async *read(schemaId: number, type: ElementType): AsyncGenerator<readonly ElementRecord[]> {
    const { columns, place } = sources[type];
    let last = -1;
    for (;;) {
      const page = (await this.#connection.any(sql.unsafe`
        select ${place} as place, ${columns}
        where schema_id = ${schemaId} and ${place} > ${last}
        order by ${place}
        limit ${elementsPerPage}
      `)) as readonly ElementRecord[];
      if (page.length > 0) yield page;
      if (page.length < elementsPerPage) return;
      last = page.at(-1)?.place ?? last;
    }
  }
}
