/** Actor time: Postgres' clock, continued locally, never going back and following jumps in small steps. */
import { sql } from 'slonik';
import { askDatabase, DatabaseClock } from '#storage/database/clock.ts';
import { createPool } from '#storage/database/pool.ts';
import { problemsOnly, recordingLog } from '../../support/logs.ts';
import { freshDatabase } from '../../support/postgres.ts';

const second = 1_000;
const hour = 3_600 * second;
const start = 1_800_000_000_000;

const clocks: DatabaseClock[] = [];

afterEach(() => {
  for (const clock of clocks.splice(0)) clock.stop();
});

/** An actor clock over two clocks that the test moves: the node's monotonic clock and Postgres' clock. */
async function open() {
  const world = {
    local: 0,
    database: start,
    questions: 0,
    log: recordingLog(),
    /** Advances both clocks. */
    pass: (ms: number) => {
      world.local += ms;
      world.database += ms;
    },
    /** Whether queries of the clock fail. */
    isDown: false,
  };
  const ask = async () => {
    world.questions += 1;
    if (world.isDown) throw new Error('no route');
    return world.database;
  };
  const clock = new DatabaseClock({ ask, monotonic: () => world.local, log: world.log });
  clocks.push(clock);
  await clock.start();
  return { clock, world };
}

describe('actor time', () => {
  test("is Postgres' clock in whole milliseconds", async () => {
    const database = await freshDatabase({ empty: true });
    const pool = await createPool(database.connectionString, { maximumPoolSize: 1, log: problemsOnly });
    const clock = new DatabaseClock({ ask: () => askDatabase(pool), log: problemsOnly });
    clocks.push(clock);
    await clock.start();
    const databaseMs = () => pool.oneFirst(sql.unsafe`select extract(epoch from clock_timestamp())::float8 * 1000`);
    const before = Number(await databaseMs());
    const now = clock.now();
    const after = Number(await databaseMs());
    await pool.end();
    await database.drop();
    expect(Number.isInteger(now)).toBe(true);
    expect(now).toBeGreaterThan(before - 50);
    expect(now).toBeLessThanOrEqual(after);
  });

  test('continues with the monotonic clock while Postgres does not answer', async () => {
    const { clock, world } = await open();
    world.isDown = true;
    world.pass(90 * second);
    await clock.refresh();
    expect(clock.now()).toBe(start + 90 * second);
    expect(world.log.lines).toMatchObject([{ level: 'warn', reason: 'no route' }]);
  });

  test('starts with the fastest of its first answers, because a slow answer is late', async () => {
    let local = 0;
    const delays = [900, 2, 400];
    const ask = async () => {
      const asked = start + local;
      local += delays.shift()!;
      return asked;
    };
    const clock = new DatabaseClock({ ask, monotonic: () => local, log: problemsOnly });
    clocks.push(clock);
    await clock.start();
    expect(start + local - clock.now()).toBe(2);
  });

  test('never goes back, even if answers do', async () => {
    const { clock, world } = await open();
    let last = clock.now();
    for (let turn = 0; turn < 2_000; turn++) {
      world.local += 7;
      world.database += ((turn * 7919) % 40) - 15;
      clock.observe(world.database);
      const now = clock.now();
      expect(now).toBeGreaterThanOrEqual(last);
      last = now;
    }
  });

  test("follows Postgres' clock forward at most a second per five seconds", async () => {
    const { clock, world } = await open();
    world.database += hour;
    clock.observe(world.database);
    clock.observe(world.database);
    expect(clock.now()).toBe(start + second);
    world.pass(5 * second);
    clock.observe(world.database);
    expect(clock.now()).toBe(start + 7 * second);
  });

  test('follows a Postgres clock that runs slower than the local one', async () => {
    const { clock, world } = await open();
    for (let turn = 0; turn < 1_000; turn++) {
      world.local += 1_010;
      world.database += 1_000;
      clock.observe(world.database);
    }
    expect(Math.abs(clock.now() - world.database)).toBeLessThan(200);
  });

  test('is not held back by single slow answers', async () => {
    const { clock, world } = await open();
    for (let turn = 0; turn < 40; turn++) {
      world.pass(second);
      clock.observe(world.database - (turn % 3 === 0 ? 0 : 800));
    }
    expect(clock.now()).toBe(world.database);
  });
});

describe("Postgres' clock", () => {
  test('is queried only if no other answer has shown it for five seconds', async () => {
    const { clock, world } = await open();
    const asked = world.questions;
    world.pass(second);
    clock.observe(world.database);
    await clock.refresh();
    expect(world.questions).toBe(asked);
    world.pass(5 * second);
    await clock.refresh();
    expect(world.questions).toBe(asked + 1);
  });
});

describe('a timer of the actor clock', () => {
  test('fires at its actor time', async () => {
    const { clock, world } = await open();
    const woken = new Promise<number>((resolve) => clock.wakeAt(start + hour, () => resolve(clock.now())));
    world.pass(hour);
    expect(await woken).toBe(start + hour);
  });
});
