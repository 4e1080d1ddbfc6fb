/** Checks whether records are still the last ones of their events; concurrent checks share queries. */
import { sql } from 'slonik';
import { HeadChecks } from '#storage/journal/head-checks.ts';
import { openShow } from '../../support/catalog.ts';
import { catalogOfFile } from '../../support/catalog-of-file.ts';
import { flushPromises } from '../../support/simulated-world.ts';

const catalog = catalogOfFile();

/** A pool that counts queries. */
function counted() {
  const { pool } = catalog;
  const seen = { queries: 0 };
  const any: typeof pool.any = (query) => {
    seen.queries++;
    return pool.any(query);
  };
  return { seen, checks: new HeadChecks({ ...pool, any }) };
}

test('a head check is true for the last record only, and false for unknown events', async () => {
  const { event } = await openShow(catalog);
  const { checks } = counted();
  expect(await checks.isHead(event.number, 1)).toBe(true);
  expect(await checks.isHead(event.number, 2)).toBe(false);
  expect(await checks.isHead(2_000_000_000, 1)).toBe(false);
  await catalog.pool.query(sql.unsafe`update event_owner set head_seq = 2 where event_number = ${event.number}`);
  expect(await checks.isHead(event.number, 1)).toBe(false);
  expect(await checks.isHead(event.number, 2)).toBe(true);
});

test('head checks that arrive during a query share the next query', async () => {
  const { event } = await openShow(catalog);
  const { seen, checks } = counted();
  const first = checks.isHead(event.number, 1);
  await flushPromises();
  expect(seen.queries).toBe(1);
  const answers = await Promise.all(Array.from({ length: 500 }, (_, at) => checks.isHead(event.number, at % 2)));
  expect(await first).toBe(true);
  expect(answers).toEqual(answers.map((_, at) => at % 2 === 1));
  expect(seen.queries).toBe(2);
});

test('a failed query rejects its own head checks only, not later ones', async () => {
  const { event } = await openShow(catalog);
  const { pool } = catalog;
  let isBroken = true;
  const any: typeof pool.any = (query) => (isBroken ? Promise.reject(new Error('no connection')) : pool.any(query));
  const checks = new HeadChecks({ ...pool, any });
  await expect(checks.isHead(event.number, 1)).rejects.toThrow('no connection');
  isBroken = false;
  expect(await checks.isHead(event.number, 1)).toBe(true);
});
