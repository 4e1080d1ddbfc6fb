/** The readiness check: its answers, and that many who ask cost the database no more than one. */
import { createPool, type DatabasePool } from '#storage/database/pool.ts';
import { Readiness } from '#storage/database/readiness.ts';
import { problemsOnly } from '../../support/logs.ts';
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts';

let database: FreshDatabase;
let pool: DatabasePool;
let queries = 0;

beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  const counted = await createPool(database.connectionString, { maximumPoolSize: 1, log: problemsOnly });
  pool = new Proxy(counted, {
    get: (target, name) => {
      if (name === 'oneFirst') queries++;
      const member = Reflect.get(target, name);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('many who ask at once share a query, and later ones get another', async () => {
  const journal = { isWritable: true };
  const readiness = new Readiness(pool, journal);
  const answers = await Promise.all(Array.from({ length: 500 }, () => readiness.obstacle()));
  expect(new Set(answers)).toEqual(new Set([null]));
  expect(queries).toBe(1);
  journal.isWritable = false;
  expect(await readiness.obstacle()).toBe('The journal cannot be written.');
  expect(queries).toBe(2);
});

test('while the database does not answer, one query waits for it', async () => {
  const readiness = new Readiness(pool, { isWritable: true });
  const before = queries;
  const { promise: busy, resolve: release } = Promise.withResolvers<void>();
  const { promise: taken, resolve: take } = Promise.withResolvers<void>();
  const holding = pool.connect(async () => {
    take();
    await busy;
  });
  await taken;
  const answers = await Promise.all(Array.from({ length: 500 }, () => readiness.obstacle()));
  expect(new Set(answers)).toEqual(new Set(['The database does not answer in time.']));
  expect(queries - before).toBe(1);
  release();
  await holding;
  expect(await readiness.obstacle()).toBeNull();
});
