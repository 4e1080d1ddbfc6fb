/** Seat maps of a layout that changes: many events that adopt a version together read it once. */
import type { DatabasePool } from 'slonik';
import { createPool } from '#storage/database/pool.ts';
import { SeatMaps } from '#storage/layouts/seat-maps.ts';
import { type Catalog, openCatalog } from '../../support/catalog.ts';
import { layoutChange, newSeat } from '../../support/layout-edits.ts';
import { problemsOnly } from '../../support/logs.ts';
import { StatementProxy } from '../../support/statement-proxy.ts';
import { type StoredLayouts, storedLayouts } from '../../support/stored-layouts.ts';

let catalog: Catalog;
let stored: StoredLayouts;
let proxy: StatementProxy;
let pool: DatabasePool;

beforeAll(async () => {
  catalog = await openCatalog();
  stored = storedLayouts(catalog);
  proxy = await StatementProxy.open(catalog.connectionString);
  pool = await createPool(proxy.connectionString, { maximumPoolSize: 4, log: problemsOnly });
});

afterAll(async () => {
  await pool.end();
  await proxy.close();
  await catalog.close();
});

/** Adds a seat to the row of the layout's first seat. */
async function grow(schemaId: number): Promise<void> {
  const [first] = await stored.seatsOf(schemaId);
  await stored.changed(schemaId, layoutChange({ seats: { add: [newSeat(first!.rowId, 'new', null)] } }));
}

test('a version is asked for and a map is read once for all that want the newest', async () => {
  const schemaId = await stored.store();
  const maps = new SeatMaps(pool);
  expect((await maps.get(schemaId)).version).toBe(0);
  await grow(schemaId);
  const before = { asked: proxy.count('select id, layout_version'), read: proxy.count('repeatable read') };
  const got = await Promise.all(Array.from({ length: 50 }, () => maps.get(schemaId)));
  expect(new Set(got).size).toBe(1);
  expect(got[0]?.version).toBe(1);
  expect(proxy.count('repeatable read') - before.read).toBe(1);
  expect(proxy.count('select id, layout_version') - before.asked).toBe(1);
});

test('a map that is being read while the layout changes is not enough for those who ask afterwards', async () => {
  const schemaId = await stored.store();
  const maps = new SeatMaps(pool);
  const held = proxy.next('select min(id)', 'hold-statement');
  const early = maps.get(schemaId);
  await held.reached;
  await grow(schemaId);
  const late = [maps.get(schemaId, 1), maps.get(schemaId, 1)];
  await held.release();
  expect((await early).version).toBe(0);
  expect((await Promise.all(late)).map(({ version }) => version)).toEqual([1, 1]);
  expect((await maps.get(schemaId)).version).toBe(1);
});
