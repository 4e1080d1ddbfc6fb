/** The measured lag of the feed: it ends when a change can be read, not when it is written. */
import pg from 'pg';
import { sql } from 'slonik';
import { FeedLag } from '#feed/feed-lag.ts';
import { catalogOfFile } from '../support/catalog-of-file.ts';
import { eventually } from '../support/eventually.ts';
import { ManualClock } from '../support/manual-clock.ts';

const catalog = catalogOfFile();

function openLag() {
  const clock = new ManualClock();
  const samples: number[] = [];
  const observe = (seconds: number): void => void samples.push(seconds);
  return { clock, samples, lag: new FeedLag({ pool: catalog.pool, clock, observe }) };
}

test('a change that an older transaction holds back is measured when that has ended; a sample at a time', async () => {
  const { clock, samples, lag } = openLag();
  const older = new pg.Client(catalog.connectionString);
  await older.connect();
  await older.query('begin');
  await older.query('select pg_current_xact_id()');
  // A younger transaction commits.
  await catalog.pool.query(sql.unsafe`select pg_current_xact_id()`);
  lag.written(clock.now() - 1_000);
  lag.written(clock.now());
  await catalog.pool.query(sql.unsafe`select pg_sleep(0.2)`);
  expect(samples).toEqual([]);
  clock.advance(4_000);
  await older.query('commit');
  await older.end();
  expect(await eventually(() => samples[0])).toBe(5);
  await lag.close();
  lag.written(0);
  expect(samples).toHaveLength(1);
});

test('a time after the clock’s own counts as none', async () => {
  const { clock, samples, lag } = openLag();
  lag.written(clock.now() + 10);
  await eventually(() => samples.length === 1);
  expect(samples).toEqual([0]);
  await lag.close();
});
