/** Eras of the feed on real Postgres: what a restored or promoted database tells its readers and its writers. */
import { sql } from 'slonik';
import { z } from 'zod';
import { known } from '#domain/cluster-version.ts';
import { formatAt } from '#domain/formats.ts';
import { EraWatch } from '#feed/era-watch.ts';
import { writeSteps } from '#storage/projection/projection-statement.ts';
import { eventually } from '../support/eventually.ts';
import { FedEvents } from '../support/fed-events.ts';
import { recordingLog } from '../support/logs.ts';

let fed: FedEvents;
let events: FedEvents['events'];

beforeAll(async () => {
  fed = await FedEvents.open();
  events = fed.events;
});
afterAll(() => fed.close());
beforeEach(() => fed.empty());

/** Looks as a node that starts; why it has begun an era. */
async function noticed(): Promise<unknown[]> {
  const log = recordingLog();
  const watch = new EraWatch(events.pool, { on: () => {} }, log);
  await watch.start();
  await watch.close();
  return log.lines.map(({ reason }) => reason);
}
const present = () => events.pool.oneFirst(sql.type(z.object({ era: z.int() }))`select era from feed_era`);
const endings = (ids: readonly string[]): string[] => ids.map((id) => id.slice(36));

test('a new era does not begin on a server that goes on where it was', async () => {
  expect(await noticed()).toEqual([]);
  expect(await noticed()).toEqual([]);
});

test('a new era begins for a dump that was restored on another server: old changes come before the new ones', async () => {
  const ownership = await events.ownedEvent();
  await fed.projection.write(await fed.stepOf(ownership, 1));
  // The former server had given far higher transaction ids.
  await events.pool.query(sql.unsafe`update feed_batch set xid = '9000000000000'::xid8`);
  expect((await fed.read()).changes).toEqual([]);
  const before = await present();
  expect(await noticed()).toEqual(['the feed has transactions that the server has not begun yet']);
  expect(await noticed()).toEqual([]);
  await fed.projection.write(await fed.stepOf(ownership, 2));
  const { ids } = await fed.follow('start', 1);
  const suffix = before < 1_000 ? '' : `-${before}`;
  expect(endings(ids)).toEqual([`-2-0${suffix}`, `-3-0-${await present()}`]);
});

test('a new era after a promotion that lost nothing keeps all cursors, and gives no id of the old era again', async () => {
  const ownership = await events.ownedEvent();
  const fromNow = (await fed.read({ after: null })).next;
  await fed.projection.write(await fed.stepOf(ownership, 1));
  const { ids, next: atEnd } = await fed.follow('start', 10);
  await events.pool.query(sql.unsafe`update feed_era set timeline = timeline - 1`);
  const step = await fed.stepOf(ownership, 2);
  // Until the era has begun nothing is written: readers would take the change for one of the old era.
  await expect(writeSteps(events.pool, [step], formatAt('feed row', known.newest))).rejects.toThrow();
  expect(await noticed()).toEqual(['the server is on another timeline']);
  await fed.projection.write(step);
  const added = `-3-0-${await present()}`;
  expect(endings((await fed.follow(atEnd, 10)).ids)).toEqual([added]);
  expect(endings((await fed.follow(fromNow, 10)).ids)).toEqual([...endings(ids), added]);
});

test('a new era begins when a node that runs on finds that the newest change it knew is gone', async () => {
  const ownership = await events.ownedEvent();
  await fed.projection.write(await fed.stepOf(ownership, 1));
  await fed.projection.write(await fed.stepOf(ownership, 2));
  const log = recordingLog();
  let look: (() => void) | undefined;
  const watch = new EraWatch(
    events.pool,
    {
      on: (_, { reset }) => {
        look = reset;
      },
    },
    log,
  );
  await watch.start();
  const reasons = () => log.lines.map(({ reason }) => reason);
  await events.pool.query(sql.unsafe`delete from feed_batch where number = (select max(number) from feed_batch)`);
  // The connection comes back from a gap.
  look?.();
  await eventually(() => reasons().length > 0);
  await watch.close();
  expect(reasons()).toEqual(['changes that this node has seen are gone']);
});

test.each(['with', 'without'])(
  'a new era tells a reader of what is undone, %s a later change in its place',
  async (how) => {
    const ownership = await events.ownedEvent();
    await fed.projection.write(await fed.stepOf(ownership, 1));
    const kept = (await fed.read()).next;
    await fed.projection.write(await fed.stepOf(ownership, 2));
    const lost = (await fed.read()).next;
    await events.pool.query(sql.unsafe`
    delete from feed_batch where number = (select max(number) from feed_batch)
  `);
    await events.pool.query(sql.unsafe`update feed_era set timeline = timeline - 1`);
    await noticed();
    if (how === 'with') await fed.projection.write(await fed.stepOf(ownership, 3));
    expect(await fed.feed.read({ organizationId: fed.organizationId, after: lost, limit: 1 })).toBe('lost');
    expect(await fed.feed.read({ organizationId: fed.organizationId, after: kept, limit: 1 })).toMatchObject({
      hasMore: false,
    });
  },
);
