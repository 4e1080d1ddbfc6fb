/** A schema is cloned once and completely, even if threads or connections die, and the clone is invisible until then. */
import { sql } from 'slonik';
import { createOrganization } from '#storage/catalog/organizations.ts';
import * as schemas from '#storage/catalog/schemas.ts';
import * as clones from '#storage/layouts/schema-clone-requests.ts';
import { WorkerPool } from '#workers/pool.ts';
import { sealer, smallHall, storeSchema } from '../support/catalog.ts';
import { catalogOfFile } from '../support/catalog-of-file.ts';
import { eventually } from '../support/eventually.ts';
import { differencesOf } from '../support/layout-differences.ts';

/** Cloned in six pieces of some 60 ms at most. */
const stadium = {
  name: 'Stadium',
  sections: [
    { name: 'North', rows: Array.from({ length: 200 }, (_, row) => ({ name: `N${row}`, seatCount: 100 })) },
    { name: 'Floor', ga: true, capacity: 500 },
    { name: 'South', rows: Array.from({ length: 200 }, (_, row) => ({ name: `S${row}`, seatCount: 100 })) },
  ],
};
const elements = 3 + 400 + 40_000;

const catalog = catalogOfFile();
const pools: WorkerPool[] = [];

beforeAll(async () => {});

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

const store = async (body: unknown, organizationId?: number): Promise<number> =>
  (await storeSchema(catalog, body, organizationId)).id;

async function request(schemaId: number, organizationId = catalog.organization.id): Promise<string> {
  const requested = await clones.request(catalog.pool, organizationId, schemaId);
  if (typeof requested === 'string') throw new Error(requested);
  return requested.uuid;
}

async function resultOf(uuid: string, organizationId = catalog.organization.id) {
  const clone = await clones.find(catalog.pool, organizationId, uuid);
  if (typeof clone === 'string') throw new Error(clone);
  return clone;
}

/** Starts a thread on the queue. */
function startThread() {
  const pool = new WorkerPool();
  pools.push(pool);
  const run = pool.cloneSchemas(catalog.connectionString);
  run.catch(() => {});
  return { run, kill: () => pool.close() };
}

/** Resolves with the number of written elements once a part of the clone is written, but not all of it. */
function untilHalfWay(uuid: string): Promise<number> {
  return eventually(async () => {
    const { state, copied, newSchemaId } = await resultOf(uuid);
    if (state === 'DONE') throw new Error('it is too late');
    expect(newSchemaId).toBeNull();
    return copied > 10_000 ? copied : null;
  });
}

async function idsOf(schemaId: number): Promise<readonly number[]> {
  const ids = await catalog.pool.anyFirst(sql.unsafe`select id from seat where schema_id = ${schemaId} order by index`);
  return ids.map(Number);
}

async function expectWholeClone(schemaId: number, uuid: string): Promise<number> {
  const { state, newSchemaId, copied, total } = await resultOf(uuid);
  expect([state, copied]).toEqual(['DONE', total]);
  const cloneId = newSchemaId ?? 0;
  expect(await differencesOf(catalog.pool, schemaId, cloneId)).toEqual([]);
  const sourceIds = await idsOf(schemaId);
  const ids = await idsOf(cloneId);
  expect(ids.length).toBe(sourceIds.length);
  expect(ids.every((id, index) => id === (ids[0] ?? 0) + index)).toBe(true);
  expect(new Set([...sourceIds, ...ids]).size).toBe(2 * ids.length);
  return cloneId;
}

async function count(table: 'schema' | 'section' | 'seat_row' | 'seat'): Promise<number> {
  return Number(await catalog.pool.oneFirst(sql.unsafe`select count(*) from ${sql.identifier([table])}`));
}

/** Row counts of all tables that a clone writes. */
async function countAll(): Promise<number[]> {
  return [await count('schema'), await count('section'), await count('seat_row'), await count('seat')];
}

describe('a clone', () => {
  test('equals its source in everything but its ids, and its seat ids follow each other', async () => {
    const id = await store(smallHall);
    const uuid = await request(id);
    const outcomes = await startThread().run;
    expect(outcomes).toMatchObject([{ uuid, schemaId: id, elements: 3 + 3 + 9, error: null }]);
    const clone = await expectWholeClone(id, uuid);
    const source = await schemas.find(catalog.pool, catalog.organization.id, id);
    expect(await schemas.find(catalog.pool, catalog.organization.id, clone)).toEqual({
      ...source,
      id: clone,
      name: 'Small hall (copy)',
    });
  });

  test('has its own pricing zones, with their assignments', async () => {
    const id = await store(smallHall);
    await catalog.pool.query(sql.unsafe`
      insert into pricing_zone (schema_id, name) values (${id}, 'Gold'), (${id}, 'Silver'), (${id}, 'Unused')
    `);
    await catalog.pool.query(sql.unsafe`
      update seat set pricing_zone_id = zone.id from pricing_zone as zone
      where zone.schema_id = ${id} and seat.schema_id = ${id}
        and (index < 2 and zone.name = 'Silver' or index = 5 and zone.name = 'Gold')
    `);
    await catalog.pool.query(sql.unsafe`
      update section set pricing_zone_id = zone.id, zone_active_count = 42 from pricing_zone as zone
      where zone.schema_id = ${id} and section.schema_id = ${id} and ga and zone.name = 'Gold'
    `);
    const uuid = await request(id);
    await startThread().run;
    const clone = await expectWholeClone(id, uuid);
    const zonesOf = async (schemaId: number) => ({
      zones: await catalog.pool.anyFirst(
        sql.unsafe`select name from pricing_zone where schema_id = ${schemaId} order by id`,
      ),
      seats: await catalog.pool.any(sql.unsafe`
        select index, zone.name from seat join pricing_zone as zone on zone.id = pricing_zone_id
        where seat.schema_id = ${schemaId} and zone.schema_id = ${schemaId} order by index
      `),
      areas: await catalog.pool.any(sql.unsafe`
        select zone_active_count as active, zone.name from section join pricing_zone as zone on zone.id = pricing_zone_id
        where section.schema_id = ${schemaId} and zone.schema_id = ${schemaId}
      `),
    });
    const zones = await zonesOf(clone);
    expect(zones).toEqual(await zonesOf(id));
    expect(zones).toMatchObject({ zones: ['Gold', 'Silver', 'Unused'], areas: [{ active: 42, name: 'Gold' }] });
    expect(zones.seats.length).toBe(3);
  });

  test('of rows without consecutive ids has each seat in its row', async () => {
    const id = await store(smallHall);
    await catalog.pool.query(sql.unsafe`
      update seat set row_id = row_id + 1000000
      where schema_id = ${id} and row_id = (select id from seat_row where schema_id = ${id} and first_index = 4)
    `);
    await catalog.pool.query(sql.unsafe`
      update seat_row set id = id + 1000000 where schema_id = ${id} and first_index = 4
    `);
    const uuid = await request(id);
    await startThread().run;
    await expectWholeClone(id, uuid);
  });

  test('of a schema with areas only is complete', async () => {
    const id = await store({ name: 'Field', sections: [{ name: 'Field', ga: true, capacity: 12 }] });
    const uuid = await request(id);
    await startThread().run;
    await expectWholeClone(id, uuid);
  });

  test('can be cloned, and several requests are processed one after the other', async () => {
    const id = await store(smallHall);
    const first = await request(id);
    await startThread().run;
    const clone = await expectWholeClone(id, first);
    const uuids = [await request(clone), await request(clone), await request(id)];
    const outcomes = await startThread().run;
    expect(outcomes.map(({ uuid }) => uuid)).toEqual(uuids);
    for (const uuid of uuids) await expectWholeClone(id, uuid);
  });
});

describe('a clone that is interrupted', () => {
  test('by the end of its thread stays invisible and is continued by the next thread', async () => {
    const id = await store(stadium);
    const uuid = await request(id);
    const first = startThread();
    const halfWay = await untilHalfWay(uuid);
    await first.kill();
    await expect(first.run).rejects.toThrow();
    expect(await resultOf(uuid)).toMatchObject({ state: 'IN_PROCESS', newSchemaId: null, total: elements });
    const outcomes = await startThread().run;
    expect(outcomes).toMatchObject([{ uuid, error: null }]);
    expect(outcomes[0]?.elements).toBeLessThanOrEqual(elements - halfWay);
    await expectWholeClone(id, uuid);
  });

  test('by the loss of its connection is continued', async () => {
    const id = await store(stadium);
    const uuid = await request(id);
    const { run } = startThread();
    await untilHalfWay(uuid);
    await catalog.pool.query(sql.unsafe`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'usher clones'
    `);
    await Promise.allSettled([run]);
    await startThread().run;
    await expectWholeClone(id, uuid);
  });

  test('by nothing, but processed by two threads at once, is written once', async () => {
    const id = await store(stadium);
    const before = await countAll();
    const uuid = await request(id);
    const threads = [startThread(), startThread()];
    const outcomes = (await Promise.all(threads.map(({ run }) => run))).flat();
    expect(outcomes.map(({ error }) => error)).toEqual(outcomes.map(() => null));
    expect(outcomes.reduce((sum, outcome) => sum + outcome.elements, 0)).toBe(elements);
    await expectWholeClone(id, uuid);
    expect(await countAll()).toEqual(before.map((rows, place) => rows + [1, 3, 400, 40_000][place]!));
  });
});

describe('a clone that cannot be finished', () => {
  test('ends in ERROR and leaves no rows when its source is deleted', async () => {
    const before = await countAll();
    const id = await store(stadium);
    const uuid = await request(id);
    // From here on the planner believes that the clone has no seats.
    await catalog.pool.query(sql.unsafe`analyze seat`);
    const { run } = startThread();
    await untilHalfWay(uuid);
    expect(await schemas.remove(catalog.pool, catalog.organization.id, id)).toBe('removed');
    expect(await run).toMatchObject([{ uuid, error: 'The schema was deleted.' }]);
    expect(await resultOf(uuid)).toMatchObject({ state: 'ERROR', schemaId: id, newSchemaId: null });
    expect(await countAll()).toEqual(before);
  });

  test('is removed by the next thread when its own thread has ended', async () => {
    const before = await countAll();
    const id = await store(stadium);
    const uuid = await request(id);
    const first = startThread();
    await untilHalfWay(uuid);
    await first.kill();
    await catalog.pool.query(
      sql.unsafe`update schema_clone set state = 'ERROR', error = 'Given up.' where uuid = ${uuid}`,
    );
    await startThread().run;
    expect(await resultOf(uuid)).toMatchObject({ state: 'ERROR', newSchemaId: null });
    expect(await countAll()).toEqual(before.map((rows, place) => rows + [1, 3, 400, 40_000][place]!));
  });

  test('ends with its organization, and the queue continues', async () => {
    const { pool, tenant } = catalog;
    const before = await countAll();
    const doomed = await createOrganization(pool, sealer, { tenantId: tenant.id, name: 'Doomed' });
    const id = await store(stadium, doomed.id);
    const uuid = await request(id, doomed.id);
    const other = await request(await store(smallHall));
    const { run } = startThread();
    await eventually(async () => (await resultOf(uuid, doomed.id)).copied > 10_000);
    await pool.query(sql.unsafe`update organization set deleting = true where id = ${doomed.id}`);
    await pool.query(sql.unsafe`delete from schema where organization_id = ${doomed.id}`);
    await pool.query(sql.unsafe`delete from organization where id = ${doomed.id}`);
    const outcomes = await run;
    expect(outcomes).toMatchObject([
      { uuid, error: expect.any(String) },
      { uuid: other, error: null },
    ]);
    const [schemasNow, sectionsNow, rowsNow, seatsNow] = await countAll();
    expect([schemasNow, sectionsNow, rowsNow, seatsNow]).toEqual(
      before.map((rows, place) => rows + [2, 6, 6, 18][place]!),
    );
  });

  test('ends in ERROR after repeated failures, with the reason', async () => {
    const before = await countAll();
    const id = await store(smallHall);
    await catalog.pool.query(sql.unsafe`delete from seat where schema_id = ${id} and index = 4`);
    const uuid = await request(id);
    await catalog.pool.query(sql.unsafe`
      alter table seat add constraint poison check (schema_id <= ${sql.literalValue(String(id))}) not valid
    `);
    const outcomes = await startThread().run;
    await catalog.pool.query(sql.unsafe`alter table seat drop constraint poison`);
    expect(outcomes).toMatchObject([{ uuid, error: expect.stringMatching(/poison/) }]);
    expect(await resultOf(uuid)).toMatchObject({ state: 'ERROR', newSchemaId: null });
    expect(await countAll()).toEqual(before.map((rows, place) => rows + [1, 3, 3, 8][place]!));
  });
});
