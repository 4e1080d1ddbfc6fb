/**
 * Where the seats and areas of a layout are, for reports: the section of each seat, and the names by which people know a
 * seat. Removed ones are included, because sold seats can be among them. Read-only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

const sectionRow = z.object({ id: z.int(), name: z.string(), isArea: z.boolean() });
const runRow = z.object({ section: z.int(), first: z.int(), count: z.int() });

export interface Section {
  readonly id: number;
  readonly name: string;
}

export interface SectionPlan {
  /** In layout order. */
  readonly sections: readonly Section[];
  /** By the area's index: the position of its section. */
  readonly areas: readonly number[];
  /** Runs of seats of one section: its position, the first seat, and how many. */
  readonly runs: readonly (readonly [section: number, first: number, count: number])[];
}

/** The sections of the layout's present version: seats keep theirs in later ones. */
export async function readSectionPlan(connection: CommonQueryMethods, schemaId: number): Promise<SectionPlan> {
  const rows = await connection.any(sql.type(sectionRow)`
    select id, name, ga as "isArea" from section where schema_id = ${schemaId} order by position
  `);
  const positions = new Map(rows.map(({ id }, position) => [id, position]));
  const runs = await connection.any(sql.type(runRow)`
    select section, min(index) as first, count(*) as count
    from (
      select seat_row.section_id as section, seat.index,
        seat.index - row_number() over (partition by seat_row.section_id order by seat.index) as run
      from seat join seat_row on seat_row.id = seat.row_id
      where seat.schema_id = ${schemaId}
    ) as numbered
    group by section, run
  `);
  return {
    sections: rows.map(({ id, name }) => ({ id, name })),
    areas: rows.flatMap(({ isArea }, position) => (isArea ? [position] : [])),
    runs: runs.map(({ section, first, count }) => [positions.get(section) ?? 0, first, count] as const),
  };
}

const seatNameRow = z.object({ index: z.int(), section: z.string(), row: z.string(), seat: z.string() });

/** As it is printed on a ticket. */
export type SeatName = Omit<z.infer<typeof seatNameRow>, 'index'>;

/** The names of these seats by index. Forces one index look-up for each. */
export async function seatNames(
  connection: CommonQueryMethods,
  schemaId: number,
  seats: readonly number[],
): Promise<ReadonlyMap<number, SeatName>> {
  if (seats.length === 0) return new Map();
  const rows = await connection.any(sql.type(seatNameRow)`
    select wanted.index, place.section, place.row, place.seat
    from unnest(${sql.array([...seats], 'int4')}) as wanted (index)
    cross join lateral (
      select section.name as section, seat_row.name as row, seat.name as seat
      from seat join seat_row on seat_row.id = seat.row_id join section on section.id = seat_row.section_id
      where seat.schema_id = ${schemaId} and seat.index = wanted.index
      offset 0
    ) as place
  `);
  return new Map(rows.map(({ index, ...name }) => [index, name]));
}

const areaNameRow = z.object({ name: z.string() });

/** By the area's index. */
export async function areaNames(connection: CommonQueryMethods, schemaId: number): Promise<readonly string[]> {
  const rows = await connection.any(sql.type(areaNameRow)`
    select name from section where schema_id = ${schemaId} and ga order by position
  `);
  return rows.map(({ name }) => name);
}
