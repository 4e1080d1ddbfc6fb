/**
 * Loads the seat map that decisions need, summed up in Postgres: runs of ids, first seats of rows, areas.
 * Keeps the most recently used ones; a layout never changes, so they are never wrong.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { Cache } from './cache.ts';

const seatMapsMax = 200;

const runRow = z.object({ firstId: z.int(), firstIndex: z.int(), count: z.int() });
const areaRow = z.object({ id: z.int(), name: z.string(), capacity: z.int() });

export class SeatMaps {
  readonly #cache: Cache<number, SeatMap>;

  constructor(connection: CommonQueryMethods) {
    this.#cache = new Cache(seatMapsMax, (schemaId) => loadSeatMap(connection, schemaId));
  }

  /** The map of a schema that exists. */
  get(schemaId: number): Promise<SeatMap> {
    return this.#cache.get(schemaId);
  }
}

async function loadSeatMap(connection: CommonQueryMethods, schemaId: number): Promise<SeatMap> {
  const runs = await connection.any(sql.type(runRow)`
    select min(id) as "firstId", min(index) as "firstIndex", count(*) as count
    from (
      select id, index, id - index as run, index - row_number() over (partition by id - index order by index) as island
      from seat
      where schema_id = ${schemaId}
    ) as numbered
    group by run, island
  `);
  const rowFirsts = await connection.maybeOneFirst(sql.type(z.object({ firsts: z.string().nullable() }))`
    select string_agg(first_index::text, ',' order by first_index) as firsts
    from seat_row
    where schema_id = ${schemaId} and seat_count > 0
  `);
  const areas = await connection.any(sql.type(areaRow)`
    select id, name, capacity from section where schema_id = ${schemaId} and ga order by position
  `);
  return SeatMap.from({
    size: runs.reduce((sum, run) => sum + run.count, 0),
    idRuns: runs.map((run) => [run.firstId, run.firstIndex, run.count] as const),
    rowFirsts: rowFirsts === null || rowFirsts === undefined ? [] : rowFirsts.split(',').map(Number),
    areas,
  });
}
