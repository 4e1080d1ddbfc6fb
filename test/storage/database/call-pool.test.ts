/** The transaction of a call: what joins it, when it opens, and what happens after it. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import {
  apartFromCall,
  attempted,
  callPool,
  inCallTransaction,
  isInCallTransaction,
  whenCommitted,
} from '#storage/database/call-pool.ts';
import { createPool } from '#storage/database/pool.ts';
import { isOutage } from '#storage/database/sql-errors.ts';
import { recordingLog } from '../../support/logs.ts';
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts';
import { StatementProxy } from '../../support/statement-proxy.ts';

let database: FreshDatabase;
let pool: DatabasePool;
let calls: DatabasePool;

beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  pool = await createPool(database.connectionString, { maximumPoolSize: 3, log: recordingLog() });
  calls = callPool(pool);
  await pool.query(sql.unsafe`create table note (text text primary key)`);
});

beforeEach(() => pool.query(sql.unsafe`delete from note`));

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const write = (text: string, to = calls) => to.query(sql.unsafe`insert into note values (${text})`);
const read = (from = pool) =>
  from.anyFirst(sql.type(z.object({ text: z.string() }))`select text from note order by text`);
const failure = new Error('the call fails');

test('the changes of a call are committed together, and nobody sees them before', async () => {
  const seen = await inCallTransaction(pool, async () => {
    await write('a');
    await calls.transaction(async (transaction) => {
      await transaction.query(sql.unsafe`insert into note values ('b')`);
    });
    return { inside: await read(calls), outside: await read() };
  });
  expect(seen).toEqual({ inside: ['a', 'b'], outside: [] });
  expect(await read()).toEqual(['a', 'b']);
});

test('a call that rejects has changed nothing', async () => {
  const call = inCallTransaction(pool, async () => {
    await write('a');
    throw failure;
  });
  await expect(call).rejects.toBe(failure);
  expect(await read()).toEqual([]);
});

test('a statement that fails is undone alone', async () => {
  await inCallTransaction(pool, async () => {
    await write('a');
    await expect(write('a')).rejects.toThrow();
    await write('b');
  });
  expect(await read()).toEqual(['a', 'b']);
});

test('a call holds no transaction before its first change, whatever it reads', async () => {
  const states: boolean[] = [];
  await inCallTransaction(pool, async () => {
    await read(calls);
    states.push(isInCallTransaction());
    await write('a');
    states.push(isInCallTransaction());
  });
  expect([...states, isInCallTransaction()]).toEqual([false, true, false]);
});

test('an attempt without a result leaves neither changes nor locks nor a transaction', async () => {
  await inCallTransaction(pool, async () => {
    const first = await attempted(async () => {
      await write('first');
      await whenCommitted(() => Promise.reject(failure));
      return null;
    });
    expect([first, isInCallTransaction()]).toEqual([null, false]);
    // This write would block without end if the first attempt still held its row.
    await write('first', pool);
    expect(await attempted(async () => write('second'))).not.toBeNull();
  });
  expect(await read()).toEqual(['first', 'second']);
});

test('an attempt without a result keeps what the call has changed before', async () => {
  await inCallTransaction(pool, async () => {
    await write('before');
    await attempted(async () => null);
  });
  expect(await read()).toEqual(['before']);
});

test('a step that follows the commit sees it from outside, and is not taken after a rollback', async () => {
  const taken: unknown[] = [];
  const call = (ending: () => Promise<unknown>) =>
    inCallTransaction(pool, async () => {
      await write('a');
      await whenCommitted(async () => {
        taken.push([isInCallTransaction(), await read()]);
      });
      await ending();
    });
  await expect(call(() => Promise.reject(failure))).rejects.toBe(failure);
  expect(taken).toEqual([]);
  await call(async () => {});
  expect(taken).toEqual([[false, ['a']]]);
});

test('a step without a call is taken at once', async () => {
  const taken: string[] = [];
  await whenCommitted(async () => void taken.push('now'));
  expect(taken).toEqual(['now']);
});

test('work apart from the call is committed by itself', async () => {
  const call = inCallTransaction(pool, async () => {
    await write('inside');
    await apartFromCall(() => write('apart'));
    throw failure;
  });
  await expect(call).rejects.toBe(failure);
  expect(await read()).toEqual(['apart']);
});

test('work that outlives its call uses the pool again', async () => {
  let late: () => Promise<unknown> = async () => {};
  await inCallTransaction(pool, async () => {
    await write('in time');
    late = AsyncLocalStorage.bind(() => write('late'));
  });
  await late();
  expect(await read()).toEqual(['in time', 'late']);
});

test('a lost connection rejects the call, whose repetition then works', async () => {
  const lost = inCallTransaction(pool, async () => {
    await write('a');
    await pool.query(sql.unsafe`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'
    `);
    await write('b');
  });
  await expect(lost).rejects.toThrow();
  await inCallTransaction(pool, () => write('a'));
  expect(await read()).toEqual(['a']);
});

test('a connection that is lost after the last statement rejects the call at its commit', async () => {
  const lost = inCallTransaction(pool, async () => {
    await write('a');
    await pool.query(sql.unsafe`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle in transaction'
    `);
  });
  await expect(lost).rejects.toThrow();
  expect(await read()).toEqual([]);
});

describe('a call whose connection is lost', () => {
  const pidRow = z.object({ pid: z.int() });
  const end = (pid: number) => pool.query(sql.unsafe`select pg_terminate_backend(${pid}, 5000)`);

  /** What a call rejects with that has changed something and then does this. */
  async function rejection(next: (pid: number) => Promise<unknown>): Promise<unknown> {
    const call = inCallTransaction(pool, async () => {
      await write('a');
      await next(await calls.oneFirst(sql.type(pidRow)`select pg_backend_pid() as pid`));
    });
    return await call.then(
      () => 'nothing',
      (error: unknown) => error,
    );
  }

  test.each<[string, (pid: number) => Promise<unknown>]>([
    [
      'between two changes',
      async (pid) => {
        await apartFromCall(() => end(pid));
        await write('b');
      },
    ],
    [
      'during a change',
      (pid) => {
        const running = calls.query(sql.unsafe`insert into note select 'b' from pg_sleep(20)`);
        return Promise.all([running, apartFromCall(() => end(pid))]);
      },
    ],
    ['before the commit', (pid) => apartFromCall(() => end(pid))],
  ])('%s rejects with an outage, and has changed nothing', async (_, next) => {
    const error = await rejection(next);
    expect({ error, isOutage: isOutage(error) }).toEqual({ error, isOutage: true });
    expect(await read()).toEqual([]);
  });

  describe.each(['lose-statement', 'reset-statement'] as const)('by %s', (fault) => {
    let proxy: StatementProxy;
    let proxied: DatabasePool;

    beforeEach(async () => {
      proxy = await StatementProxy.open(database.connectionString);
      proxied = await createPool(proxy.connectionString, { maximumPoolSize: 1, log: recordingLog() });
      proxy.next('insert', fault);
    });

    afterEach(async () => {
      await proxied.end();
      await proxy.close();
    });

    test.each<[string, () => Promise<unknown>]>([
      ['in a transaction of the call', () => inCallTransaction(proxied, () => write('a', callPool(proxied)))],
      ['without a transaction', () => write('a', proxied)],
    ])('%s rejects with an outage', async (_, change) => {
      const error = await change().catch((reason: unknown) => reason);
      expect({ error, isOutage: isOutage(error) }).toEqual({ error, isOutage: true });
    });
  });
});
