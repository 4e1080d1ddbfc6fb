/**
 * Loads the seat maps for decisions, aggregated in Postgres: runs of ids, rows, areas; with an LRU cache. A version of
 * a layout never changes, so a cached map is never wrong, only old: the caller passes the oldest acceptable version.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { type ChangedLayout, type PlannedArea, SeatMap, type SeatMapPlan } from '#domain/seats/seat-map.ts';
import type { SeatRuns } from '#domain/seats/seat-runs.ts';
import { BatchedQuery } from '../database/batched-query.ts';
import { Cache } from '../database/cache.ts';
import { inSnapshot } from '../database/pool.ts';
import { rowsOf } from '../database/rows.ts';
import { layoutVersionOf, layoutVersionsOf } from './layout-version.ts';
import { readSeatGeometry } from './seat-geometry.ts';
import { unitsOf } from './versions/plan.ts';

const seatMapsMax = 200;

const textRow = z.object({ text: z.string().nullable() });
const runRow = z.object({ firstId: z.int(), firstIndex: z.int(), count: z.int(), span: z.int() });
const areas = rowsOf(
  z.object({
    id: z.int(),
    name: z.string(),
    capacity: z.int(),
    firstCapacity: z.int().nullable(),
    sinceVersion: z.int(),
    isRemoved: z.boolean(),
    isForced: z.boolean(),
  }),
  { expressions: { isRemoved: sql.fragment`removed_version is not null`, isForced: sql.fragment`removal_forced` } },
);

export class SeatMaps {
  readonly #versions: BatchedQuery<number, number>;
  readonly #pool: DatabasePool;
  readonly #cache: Cache<number, SeatMap>;
  /** Maps whose geometry is being read. */
  readonly #placing = new Map<SeatMap, Promise<boolean>>();

  constructor(pool: DatabasePool) {
    this.#pool = pool;
    this.#versions = new BatchedQuery((schemaIds) => layoutVersionsOf(pool, schemaIds));
    this.#cache = new Cache(seatMapsMax, (schemaId) => loadSeatMap(pool, schemaId));
  }

  /** The map of an existing schema, of this version of its layout or a newer one; without a version: of the newest. */
  async get(schemaId: number, version?: number): Promise<SeatMap> {
    const wanted = version ?? (await this.#versions.ask(schemaId));
    for (;;) {
      const map = await this.#cache.get(schemaId);
      if (map.version >= wanted) return map;
      // The events of a schema adopt a version together: the first of them drops the old map, the others join its load.
      if (this.#cache.peek(schemaId) === map) this.#cache.drop(schemaId);
    }
  }

  /** The database was restored: versions of layouts may have another content than those with the same number before. */
  forget(): void {
    this.#cache.clear();
  }

  /** The newest map of an existing schema with its geometry, which is read at the first request for it. */
  async placed(schemaId: number): Promise<SeatMap> {
    for (;;) {
      const map = await this.get(schemaId);
      if (map.seating !== null) return map;
      const placing = this.#placing.get(map) ?? this.#place(map);
      if (await placing) return map;
    }
  }

  /** False: the layout has a newer version by now. */
  #place(map: SeatMap): Promise<boolean> {
    const placing = readSeatGeometry(this.#pool, map.schemaId, map.version, map.size)
      .then((geometry) => {
        if (geometry !== null) map.place(geometry);
        return geometry !== null;
      })
      .finally(() => this.#placing.delete(map));
    this.#placing.set(map, placing);
    return placing;
  }
}

/** Reads in one snapshot of the database: the layout may change meanwhile. */
function loadSeatMap(pool: DatabasePool, schemaId: number): Promise<SeatMap> {
  return inSnapshot(pool, async (transaction) => SeatMap.from(await readSeatMapPlan(transaction, schemaId)));
}

/** The newest version of the layout, as decisions need it. Reads in the snapshot of the transaction. */
export async function readSeatMapPlan(transaction: CommonQueryMethods, schemaId: number): Promise<SeatMapPlan> {
  const version = await layoutVersionOf(transaction, schemaId);
  const idRuns = await readIdRuns(transaction, schemaId);
  const plan = {
    size: idRuns.reduce((sum, [, , count]) => sum + count, 0),
    idRuns,
    areas: await readAreas(transaction, schemaId),
    units: await unitsOf(transaction, schemaId),
    schemaId,
  };
  return version === 0
    ? { ...plan, rowFirsts: await readRowFirsts(transaction, schemaId) }
    : { ...plan, rowFirsts: [], changed: await readChanged(transaction, schemaId, version) };
}

/**
 * Runs of consecutive ids and indices have a constant difference. If one difference occurs in two runs, sort instead.
 */
async function readIdRuns(connection: CommonQueryMethods, schemaId: number) {
  const runs = await connection.any(sql.type(runRow)`
    select min(id) as "firstId", min(index) as "firstIndex", count(*) as count, max(index) - min(index) + 1 as span
    from seat
    where schema_id = ${schemaId}
    group by id - index
  `);
  const isWhole = runs.every(({ count, span }) => count === span);
  const whole = isWhole ? runs : await readIslands(connection, schemaId);
  return whole.map(({ firstId, firstIndex, count }) => [firstId, firstIndex, count] as const);
}

/** Three times as expensive, because it sorts all seats. */
function readIslands(connection: CommonQueryMethods, schemaId: number) {
  return connection.any(sql.type(runRow)`
    select min(id) as "firstId", min(index) as "firstIndex", count(*) as count, count(*) as span
    from (
      select id, index, id - index as run, index - row_number() over (partition by id - index order by index) as island
      from seat
      where schema_id = ${schemaId}
    ) as numbered
    group by run, island
  `);
}

async function readRowFirsts(connection: CommonQueryMethods, schemaId: number): Promise<readonly number[]> {
  return numbersOf(
    await connection.oneFirst(sql.type(textRow)`
      select string_agg(first_index::text, ',' order by first_index) as text
      from seat_row
      where schema_id = ${schemaId} and seat_count > 0
    `),
  );
}

async function readAreas(connection: CommonQueryMethods, schemaId: number): Promise<readonly PlannedArea[]> {
  const rows = await connection.any(sql.type(areas.row)`
    select ${areas.columns} from section
    where schema_id = ${schemaId} and ga
    order by position
  `);
  return rows.map(({ id, name, capacity, firstCapacity, sinceVersion, isRemoved, isForced }) => ({
    id,
    name,
    capacity,
    ...(sinceVersion > 0 ? { sinceVersion } : {}),
    ...(firstCapacity === null ? {} : { firstCapacity }),
    ...(isRemoved ? { removed: isForced ? 'forced' : 'when-free' } : {}),
  }));
}

async function readChanged(connection: CommonQueryMethods, schemaId: number, version: number): Promise<ChangedLayout> {
  const firstSize = await connection.oneFirst(sql.type(z.object({ count: z.int() }))`
    select count(*) as count from seat where schema_id = ${schemaId} and since_version = 0
  `);
  // A run: neighbouring seats of a row with consecutive indices.
  const rows = await connection.anyFirst(sql.type(z.object({ runs: z.string() }))`
    select string_agg(first || ',' || count, ',' order by start) as runs
    from (
      select place, row_id, min(index) as first, count(*) as count, min(number) as start
      from (
        select seat.index, row_id, number,
          sum(case when index = before + 1 then 0 else 1 end) over (partition by row_id order by number) as run,
          dense_rank() over (order by section.position, seat_row.position, seat_row.id) as place
        from (
          select index, row_id, row_number() over by_place as number, lag(index) over by_place as before
          from seat
          where schema_id = ${schemaId} and removed_version is null
          window by_place as (partition by row_id order by coalesce(position, index))
        ) as seat
        join seat_row on seat_row.id = seat.row_id
        join section on section.id = seat_row.section_id
      ) as numbered
      group by place, row_id, run
    ) as run
    group by place
    order by place
  `);
  const removed = await readRuns(connection, sql.fragment`schema_id = ${schemaId} and removed_version is not null`);
  const forced = await readRuns(
    connection,
    sql.fragment`schema_id = ${schemaId} and removed_version is not null and removal_forced`,
  );
  return { version, firstSize, rows: rows.map(numbersOf), removed, forced };
}

async function readRuns(connection: CommonQueryMethods, which: ReturnType<typeof sql.fragment>): Promise<SeatRuns> {
  return numbersOf(
    await connection.oneFirst(sql.type(textRow)`
      select string_agg(first || ',' || count, ',' order by first) as text
      from (
        select min(index) as first, count(*) as count
        from (select index, index - row_number() over (order by index) as run from seat where ${which}) as numbered
        group by run
      ) as run
    `),
  );
}

function numbersOf(text: string | null): readonly number[] {
  return text === null ? [] : text.split(',').map(Number);
}
