/** A clone reads about as many rows as it has, whatever the planner knows of its tables, and whatever ids its rows have. */
import { sql } from 'slonik';
import * as clones from '#storage/layouts/schema-clone-requests.ts';
import { cloneQueued } from '#workflows/schema-clone.ts';
import { smallHall, storeSchema } from '../support/catalog.ts';
import { catalogOfFile } from '../support/catalog-of-file.ts';
import { differencesOf } from '../support/layout-differences.ts';

const rowCount = 800;
const seatsPerRow = 25;
const rows = Array.from({ length: rowCount }, (_, row) => ({ name: `R${row}`, seatCount: seatsPerRow }));
const hall = { name: 'Hall', sections: [{ name: 'Stand', rows }] };
/** A piece may scan the table of seats, which holds the source and what is cloned; so may the count at the beginning. */
const readsPerSeatMax = 12;

const catalog = catalogOfFile();

beforeAll(async () => {});

const store = async (body: unknown): Promise<number> => (await storeSchema(catalog, body)).id;

const analyze = () => catalog.pool.query(sql.unsafe`analyze`);

/** The first row gets an id that does not follow, as after a change of the layout. */
async function moveRow(schemaId: number): Promise<void> {
  await catalog.pool.query(sql.unsafe`
    update seat set row_id = row_id + 1000000 where schema_id = ${schemaId} and index < ${seatsPerRow}
  `);
  await catalog.pool.query(sql.unsafe`
    update seat_row set id = id + 1000000 where schema_id = ${schemaId} and first_index = 0
  `);
}

/** Rows and entries of indices that statements have read so far in the tables of layouts. */
async function reads(): Promise<number> {
  await catalog.pool.query(sql.unsafe`select pg_stat_force_next_flush()`);
  return Number(
    await catalog.pool.oneFirst(sql.unsafe`
      select (select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes)
    `),
  );
}

test.each([
  ['that was never analyzed', false, false],
  ['that was analyzed before the schema was stored', true, false],
  ['that was analyzed when the schema was stored', false, true],
])('a clone in a database %s', async (_, knowsOthers, knowsSchema) => {
  await catalog.pool.query(sql.unsafe`delete from schema`);
  if (knowsOthers) {
    for (let other = 0; other < 3; other++) await store(smallHall);
    await analyze();
  }
  const id = await store(hall);
  await moveRow(id);
  if (knowsSchema) await analyze();
  const requested = await clones.request(catalog.pool, catalog.organization.id, id);
  if (typeof requested === 'string') throw new Error(requested);
  const before = await reads();
  const [outcome] = await cloneQueued(catalog.connectionString);
  expect(outcome?.error).toBeNull();
  // The counters of a connection are complete when it has ended.
  expect((await reads()) - before).toBeLessThan(readsPerSeatMax * rowCount * seatsPerRow);
  const clone = await clones.find(catalog.pool, catalog.organization.id, requested.uuid);
  expect(await differencesOf(catalog.pool, id, (clone as { newSchemaId: number }).newSchemaId)).toEqual([]);
});
