/**
 * Reads a layout as a flat list of elements of one kind, in layout order and in pages: sections, rows or seats,
 * each with its parent and its pricing zone. The caller has checked the schema's organization.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { seatOrderOf } from './layout-version.ts';

export type ElementType = 'SECTION' | 'ROW' | 'SEAT';

/** A page takes about 5 ms of the event loop to read and encode. */
const elementsPerPage = 1_000;

export interface ElementRecord {
  /** Cursor for the next page. */
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

const sectionColumns = sql.fragment`
  id, name, prefix, seat_prefix as "seatPrefix", parent_id as "parentId", ga, pricing_zone_id as "pricingZoneId", guid,
  external_id as "externalId", shapes, width, height, x, y, angle
`;
const rowColumns = sql.fragment`
  ${bare}, seat_row.id, seat_row.name, section_id as "parentId", null as "pricingZoneId", seat_row.guid, seat_row.x,
  seat_row.y
`;
const seatColumns = sql.fragment`
  ${bare}, id, name, row_id as "parentId", pricing_zone_id as "pricingZoneId", guid, x, y
`;

/** All elements of the kind, a page at a time. */
export async function* elementsOf(
  connection: CommonQueryMethods,
  schemaId: number,
  type: ElementType,
): AsyncGenerator<readonly ElementRecord[]> {
  if (type === 'SEAT') yield* seats(connection, schemaId);
  else yield* type === 'ROW' ? rows(connection, schemaId) : sections(connection, schemaId);
}

async function* sections(connection: CommonQueryMethods, schemaId: number): AsyncGenerator<readonly ElementRecord[]> {
  yield* pages(
    connection,
    (last) => sql.fragment`
      select position as place, ${sectionColumns}
      from section
      where schema_id = ${schemaId} and position > ${last ?? -1} and removed_version is null
      order by position
    `,
  );
}

/** In the order of sections and positions: rows of later versions have greater ids but belong to their section. */
async function* rows(connection: CommonQueryMethods, schemaId: number): AsyncGenerator<readonly ElementRecord[]> {
  yield* pages(
    connection,
    (last) => sql.fragment`
      select place, ${rowColumns}
      from (
        select seat_row.*,
          row_number() over (order by section.position, seat_row.position, seat_row.id) as place
        from seat_row join section on section.id = seat_row.section_id
        where seat_row.schema_id = ${schemaId} and seat_row.removed_version is null
      ) as seat_row
      where place > ${last ?? 0}
      order by place
    `,
  );
}

async function* seats(connection: CommonQueryMethods, schemaId: number): AsyncGenerator<readonly ElementRecord[]> {
  const order = await seatOrderOf(connection, schemaId);
  if (order === null) {
    yield* pages(
      connection,
      (last) => sql.fragment`
        select index as place, ${seatColumns} from seat where schema_id = ${schemaId} and index > ${last ?? -1} order by index
      `,
    );
    return;
  }
  for (let from = 0; from < order.there.length; from += elementsPerPage) {
    const wanted = order.there.slice(from, from + elementsPerPage);
    const page = (await connection.any(sql.unsafe`
      select index as place, ${seatColumns} from seat
      where schema_id = ${schemaId} and index = any(${sql.array(wanted, 'int4')})
    `)) as readonly ElementRecord[];
    const places = new Map(wanted.map((index, place) => [index, place]));
    yield page.toSorted((a, b) => (places.get(a.place) ?? 0) - (places.get(b.place) ?? 0));
  }
}

/** `select`: the query for the elements after `last`, ordered by its column `place`. */
async function* pages(
  connection: CommonQueryMethods,
  select: (last: number | null) => FragmentSqlToken,
): AsyncGenerator<readonly ElementRecord[]> {
  let last: number | null = null;
  for (;;) {
    const page = (await connection.any(sql.unsafe`
      ${select(last)} limit ${elementsPerPage}
    `)) as readonly ElementRecord[];
    if (page.length > 0) yield page;
    if (page.length < elementsPerPage) return;
    last = page.at(-1)?.place ?? last;
  }
}
