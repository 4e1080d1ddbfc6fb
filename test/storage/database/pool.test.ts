/** A database pool: types, checked rows, settings, timeouts and lost connections. */
import { inspect } from 'node:util';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { createPool, type PoolOptions } from '#storage/database/pool.ts';
import { eventually } from '../../support/eventually.ts';
import { recordingLog } from '../../support/logs.ts';
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts';

let database: FreshDatabase;
const pools: DatabasePool[] = [];

async function open(options: Partial<PoolOptions> = {}): Promise<DatabasePool> {
  const pool = await createPool(database.connectionString, { maximumPoolSize: 2, log: recordingLog(), ...options });
  pools.push(pool);
  return pool;
}

beforeAll(async () => {
  database = await freshDatabase({ empty: true });
});

afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.end()));
});

afterAll(() => database.drop());

describe('types of query results', () => {
  test('int8 is a number, alone and in arrays', async () => {
    const pool = await open();
    const row = await pool.one(sql.unsafe`select 9007199254740991::int8 as big, array[1, 2]::int8[] as list`);
    expect(row).toEqual({ big: 9007199254740991, list: [1, 2] });
  });

  test('int8 beyond the safe integers is refused, never rounded', async () => {
    const pool = await open();
    await expect(pool.one(sql.unsafe`select 9007199254740993::int8 as big`)).rejects.toThrow(/beyond what a number/);
  });

  test('numeric keeps every digit as text', async () => {
    const pool = await open();
    expect(await pool.oneFirst(sql.unsafe`select 12345678901234567890.10::numeric`)).toBe('12345678901234567890.10');
  });

  test('timestamptz is the same instant in any session time zone', async () => {
    const pool = await open({ settings: { timezone: 'Asia/Kolkata' } });
    const instant = await pool.oneFirst(sql.unsafe`select '2027-03-28T01:30:00.123Z'::timestamptz`);
    expect(instant).toEqual(new Date('2027-03-28T01:30:00.123Z'));
  });

  test('timestamptz infinity is refused', async () => {
    const pool = await open();
    await expect(pool.one(sql.unsafe`select 'infinity'::timestamptz as at`)).rejects.toThrow(/not an instant/);
  });

  test('a local timestamp and a date stay text, because they have no zone', async () => {
    const pool = await open();
    const row = await pool.one(sql.unsafe`select '2027-03-28 02:30'::timestamp as local, '2027-03-28'::date as day`);
    expect(row).toEqual({ local: '2027-03-28 02:30:00', day: '2027-03-28' });
  });

  test('bytea is a Buffer and jsonb is parsed', async () => {
    const pool = await open();
    const row = await pool.one(
      sql.unsafe`select ${sql.binary(Buffer.from([0, 255]))}::bytea as blob, ${sql.jsonb({ seats: [1] })} as document`,
    );
    expect(row).toEqual({ blob: Buffer.from([0, 255]), document: { seats: [1] } });
  });
});

describe('rows of query results', () => {
  const declared = z.object({ id: z.number(), name: z.string() });

  test('are returned as their query declares them', async () => {
    const pool = await open();
    expect(await pool.one(sql.type(declared)`select 7::int8 as id, 'Hall' as name, true as extra`)).toEqual({
      id: 7,
      name: 'Hall',
    });
  });

  test('that do not match the declaration reject with the name of the member and without its value', async () => {
    const pool = await open();
    const failed = await pool.one(sql.type(declared)`select ${'secret'} as id, 'Hall' as name`).catch((error) => error);
    expect(failed.message).toContain('id: ');
    expect(inspect(failed, { depth: 9, showHidden: true })).not.toContain("'secret'");
  });

  test('of an unsafe query are returned unchecked', async () => {
    const pool = await open();
    expect(await pool.one(sql.unsafe`select 'x' as id`)).toEqual({ id: 'x' });
  });

  test('are not checked by a pool with `rowsChecked: false`', async () => {
    const pool = await open({ rowsChecked: false });
    expect(await pool.one(sql.type(declared)`select 'x' as id`)).toEqual({ id: 'x' });
  });
});

describe('connections of a pool', () => {
  test('all have the settings of their pool', async () => {
    const pool = await open({
      settings: { synchronous_commit: 'on', lock_timeout: '250ms', application_name: 'the journal' },
    });
    const both = await Promise.all([1, 2].map(() => pool.one(settingsOfConnection)));
    const expected = { commit: 'on', lock: '250ms', name: 'the journal' };
    expect(both.map(({ pid: _, ...settings }) => settings)).toEqual([expected, expected]);
    expect(new Set(both.map(({ pid }) => pid)).size).toBe(2);
  });

  test('abort a statement that takes longer than the pool allows', async () => {
    const pool = await open({ statementTimeoutMs: 50 });
    await expect(pool.query(sql.unsafe`select pg_sleep(20)`)).rejects.toThrow(/statement_timeout/);
  });

  test('that the server closes while idle are replaced', async () => {
    const pool = await open({ maximumPoolSize: 1 });
    const other = await open();
    const pid = await pool.oneFirst(sql.unsafe`select pg_backend_pid()`);
    await other.query(sql.unsafe`select pg_terminate_backend(${pid as number}, 5000)`);
    const replaced = await eventually(() => pool.oneFirst(sql.unsafe`select pg_backend_pid()`));
    expect(replaced).not.toBe(pid);
  });

  test('of another pool can be used while a transaction is open', async () => {
    const [pool, other] = await Promise.all([open(), open()]);
    const seen = await pool.transaction(() => other.oneFirst(sql.unsafe`select 1`));
    expect(seen).toBe(1);
  });

  test('never run a transaction a second time', async () => {
    const pool = await open();
    let runs = 0;
    const outcome = pool.transaction(async (transaction) => {
      runs += 1;
      await transaction.query(sql.unsafe`do $$ begin raise exception using errcode = '40001'; end $$`);
    });
    await expect(outcome).rejects.toThrow();
    expect(runs).toBe(1);
  });
});

const settingsOfConnection = sql.type(
  z.object({ pid: z.number(), commit: z.string(), lock: z.string(), name: z.string() }),
)`select pg_backend_pid() as pid, current_setting('synchronous_commit') as commit,
  current_setting('lock_timeout') as lock, current_setting('application_name') as name from pg_sleep(0.05)`;
