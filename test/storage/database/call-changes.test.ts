/** The changes of a call: what is one transaction, when it opens, and what happens after it. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { type Database, inOneTransaction, separateChanges } from '#storage/database/call-changes.ts';
import { createPool } from '#storage/database/pool.ts';
import { isOutage } from '#storage/database/sql-errors.ts';
import { recordingLog } from '../../support/logs.ts';
import { type FreshDatabase, freshDatabase } from '../../support/postgres.ts';
import { StatementProxy } from '../../support/statement-proxy.ts';

let database: FreshDatabase;
let pool: DatabasePool;

beforeAll(async () => {
  database = await freshDatabase({ empty: true });
  pool = await createPool(database.connectionString, { maximumPoolSize: 3, log: recordingLog() });
  await pool.query(sql.unsafe`create table note (text text primary key)`);
});

beforeEach(() => pool.query(sql.unsafe`delete from note`));

afterAll(async () => {
  await pool.end();
  await database.drop();
});

const write = (to: Database, text: string) => to.query(sql.unsafe`insert into note values (${text})`);
const read = async (from: Database = pool): Promise<readonly string[]> => {
  const { rows } = await from.query(sql.type(z.object({ text: z.string() }))`select text from note order by text`);
  return rows.map(({ text }) => text);
};
const connectionsInUse = (): number => pool.state().acquiredConnections;
const failure = new Error('the call fails');

describe('with a key', () => {
  test('the changes of a call are committed together, and nobody sees them before', async () => {
    const seen = await inOneTransaction(pool, async (changes) => {
      await write(changes, 'a');
      await changes.transaction((transaction) => write(transaction, 'b'));
      return { inside: await read(changes), outside: await read() };
    });
    expect(seen).toEqual({ inside: ['a', 'b'], outside: [] });
    expect(await read()).toEqual(['a', 'b']);
  });

  test('every way to change something takes part', async () => {
    const text = z.object({ text: z.string() });
    const call = inOneTransaction(pool, async (changes) => {
      await changes.oneFirst(sql.type(text)`insert into note values ('a') returning text`);
      await changes.maybeOne(sql.type(text)`insert into note values ('b') returning text`);
      await changes.one(sql.type(text)`insert into note values ('c') returning text`);
      expect(await read(changes)).toEqual(['a', 'b', 'c']);
      throw failure;
    });
    await expect(call).rejects.toBe(failure);
    expect(await read()).toEqual([]);
  });

  test('changes at the same time are made one after the other', async () => {
    await inOneTransaction(pool, (changes) => Promise.all(['a', 'b', 'c'].map((text) => write(changes, text))));
    expect(await read()).toEqual(['a', 'b', 'c']);
  });

  test('a call that rejects has changed nothing', async () => {
    const call = inOneTransaction(pool, async (changes) => {
      await write(changes, 'a');
      throw failure;
    });
    await expect(call).rejects.toBe(failure);
    expect([await read(), connectionsInUse()]).toEqual([[], 0]);
  });

  test('a change that fails is undone alone', async () => {
    await inOneTransaction(pool, async (changes) => {
      await write(changes, 'a');
      await expect(write(changes, 'a')).rejects.toThrow();
      const both = changes.transaction(async (transaction) => {
        await write(transaction, 'c');
        await write(transaction, 'a');
      });
      await expect(both).rejects.toThrow();
      await write(changes, 'b');
    });
    expect(await read()).toEqual(['a', 'b']);
  });

  test('a call holds no connection before its first change', async () => {
    const held: number[] = [];
    await inOneTransaction(pool, async (changes) => {
      held.push(connectionsInUse());
      await write(changes, 'a');
      held.push(connectionsInUse());
    });
    expect([...held, connectionsInUse()]).toEqual([0, 1, 0]);
  });

  test('an undone attempt leaves neither changes nor locks nor a connection, and the next one begins anew', async () => {
    await inOneTransaction(pool, async (changes) => {
      await write(changes, 'first');
      await changes.afterCommit(() => Promise.reject(failure));
      await changes.undo();
      expect(connectionsInUse()).toBe(0);
      // This write would block without end if the first attempt still held its row.
      await write(pool, 'first');
      await write(changes, 'second');
    });
    expect(await read()).toEqual(['first', 'second']);
  });

  test('a step that follows the commit sees it from outside, and is not taken after a failure', async () => {
    const taken: unknown[] = [];
    const call = (ending: () => Promise<unknown>) =>
      inOneTransaction(pool, async (changes) => {
        await write(changes, 'a');
        await changes.afterCommit(async () => {
          taken.push([connectionsInUse(), await read()]);
        });
        await ending();
      });
    await expect(call(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(taken).toEqual([]);
    await call(async () => {});
    expect(taken).toEqual([[0, ['a']]]);
  });

  test('a change after the end of its call is refused', async () => {
    const ended = await inOneTransaction(pool, async (changes) => changes);
    await expect(write(ended, 'late')).rejects.toThrow('after its end');
    expect(await read()).toEqual([]);
  });
});

describe('without a key', () => {
  test('each change is committed by itself, and nothing undoes it', async () => {
    const changes = separateChanges(pool);
    await write(changes, 'a');
    expect(await read()).toEqual(['a']);
    const both = changes.transaction(async (transaction) => {
      await write(transaction, 'b');
      await write(transaction, 'a');
    });
    await expect(both).rejects.toThrow();
    await changes.undo();
    expect(await read()).toEqual(['a']);
  });

  test('a step that follows the commit is taken at once', async () => {
    const taken: string[] = [];
    await separateChanges(pool).afterCommit(async () => void taken.push('now'));
    expect(taken).toEqual(['now']);
  });
});

describe('a call whose connection is lost', () => {
  const pidRow = z.object({ pid: z.int() });
  const end = (pid: number) => pool.query(sql.unsafe`select pg_terminate_backend(${pid}, 5000)`);

  /** What a call rejects with that has changed something and then does this. */
  async function rejection(next: (changes: Database, pid: number) => Promise<unknown>): Promise<unknown> {
    const call = inOneTransaction(pool, async (changes) => {
      await write(changes, 'a');
      await next(changes, await changes.oneFirst(sql.type(pidRow)`select pg_backend_pid() as pid`));
    });
    return await call.then(
      () => 'nothing',
      (error: unknown) => error,
    );
  }

  test.each<[string, (changes: Database, pid: number) => Promise<unknown>]>([
    [
      'between two changes',
      async (changes, pid) => {
        await end(pid);
        await write(changes, 'b');
      },
    ],
    [
      'during a change',
      (changes, pid) => {
        const running = changes.query(sql.unsafe`insert into note select 'b' from pg_sleep(20)`);
        return Promise.all([running, end(pid)]);
      },
    ],
    ['before the commit', (_, pid) => end(pid)],
  ])('%s rejects with an outage, has changed nothing, and can be repeated', async (_, next) => {
    const error = await rejection(next);
    expect({ error, isOutage: isOutage(error) }).toEqual({ error, isOutage: true });
    expect(await read()).toEqual([]);
    await inOneTransaction(pool, (changes) => write(changes, 'a'));
    expect(await read()).toEqual(['a']);
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
      ['in a transaction of the call', () => inOneTransaction(proxied, (changes) => write(changes, 'a'))],
      ['without a transaction', () => write(proxied, 'a')],
    ])('%s rejects with an outage', async (_, change) => {
      const error = await change().catch((reason: unknown) => reason);
      expect({ error, isOutage: isOutage(error) }).toEqual({ error, isOutage: true });
    });
  });
});
