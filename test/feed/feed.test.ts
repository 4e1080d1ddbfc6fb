/** The feed on real Postgres: its readers while transactions commit late, in pieces, or out of order. */
import pg from 'pg';
import { sql } from 'slonik';
import { z } from 'zod';
import type { Ownership } from '#actors/ports.ts';
import { deleteFeed, trimFeed } from '#storage/feed/feed-trim.ts';
import { cancelled, FedEvents } from '../support/fed-events.ts';

let fed: FedEvents;
let events: FedEvents['events'];

beforeAll(async () => {
  fed = await FedEvents.open();
  events = fed.events;
});
afterAll(() => fed.close());
beforeEach(() => fed.empty());

describe('a reader', () => {
  test('sees the changes of a step with it, whole and in order', async () => {
    const ownership = await events.ownedEvent();
    const eventId = await fed.eventIdOf(ownership);
    const lines = { seats: [1, 2], areas: [[9, 3]] as const, holdType: 'a\tb\n"c"', label: null, deadline: null };
    await fed.projection.write(await fed.stepOf(ownership, 1, [{ type: 'booking.locked', lines }, cancelled]));
    const { changes, hasMore } = await fed.read();
    expect(hasMore).toBe(false);
    expect(changes.map(({ id }) => id)).toEqual([`${eventId}-2-0`, `${eventId}-2-1`]);
    const [locked, ended] = changes.map(({ data, ...heading }) => ({ ...heading, data: JSON.parse(data) }));
    expect(locked).toMatchObject({
      id: `${eventId}-2-0`,
      type: 'booking.locked',
      occurredAt: '2027-01-15T08:00:00.002Z',
      eventId,
      sequence: 2,
      data: {
        seats: [1, 2],
        groupOfSeats: [{ id: 9, capacity: 3 }],
        holdType: 'a\tb\n"c"',
        label: null,
        expiresAt: null,
      },
    });
    expect(ended).toMatchObject({ data: { state: 'CANCELLED', cart: { seats: [{}, {}] } } });
  });

  test('that begins now stands after a change, not at a transaction id: a crash may give that one again', async () => {
    const ownership = await events.ownedEvent();
    await fed.projection.write(await fed.stepOf(ownership, 1));
    const { next } = await fed.read({ after: null });
    // Such an id is in no record of the write-ahead log that a crash or a standby has to keep.
    await events.pool.query(sql.unsafe`select pg_current_xact_id()`);
    expect((await fed.read({ after: null })).next).toBe(next);
    await fed.projection.write(await fed.stepOf(ownership, 2));
    expect((await fed.follow(next, 10)).ids).toHaveLength(1);
  });

  test.each([1, 2, 3, 7, 100])(
    'gets every change once by pages of %d, also across rows and up to the end of one',
    async (limit) => {
      const ownership = await events.ownedEvent();
      for (const nth of [1, 2, 3]) {
        await fed.projection.write(
          await fed.stepOf(
            ownership,
            nth,
            Array.from({ length: nth * 3 }, () => cancelled),
          ),
        );
      }
      const { ids } = await fed.follow('start', limit);
      const due = [1, 2, 3].flatMap((nth) => Array.from({ length: nth * 3 }, (_, place) => `-${nth + 1}-${place}`));
      expect(ids.map((id) => id.slice(36))).toEqual(due);
    },
  );
});

test('rows that a node of the release before can read, and packed ones, are read in one page', async () => {
  const ownership = await events.ownedEvent();
  const lines = { seats: [7], areas: [], holdType: 'a\tb\n"c"\u2028é', label: null, deadline: null };
  const contents = [cancelled, { type: 'booking.locked', lines } as const];
  fed.clusterVersion.current = 1;
  await fed.projection.write(await fed.stepOf(ownership, 1, contents));
  fed.clusterVersion.current = 2;
  await fed.projection.write(await fed.stepOf(ownership, 2, contents));
  const stored = await events.pool.any(sql.type(
    z.object({ isText: z.boolean(), isPacked: z.boolean(), bytes: z.int() }),
  )`
    select changes is not null as "isText", packed is not null as "isPacked", bytes from feed_batch order by number
  `);
  expect(stored).toEqual([
    { isText: true, isPacked: false, bytes: expect.any(Number) },
    { isText: false, isPacked: true, bytes: stored[0]?.bytes },
  ]);
  const { changes } = await fed.read();
  const [first, second] = [changes.slice(0, 2), changes.slice(2)];
  expect(second.map(({ type, data }) => [type, data])).toEqual(first.map(({ type, data }) => [type, data]));
  expect(JSON.parse(String(second[1]?.data))).toMatchObject({ seats: [7], holdType: lines.holdType });
});

describe('transactions that commit in another order than they began', () => {
  test('delay the feed of the later ones, so that nothing is skipped', async () => {
    const [early, late] = (await events.ownedEvents(2)) as [Ownership, Ownership];
    const [earlyId, lateId] = [await fed.eventIdOf(early), await fed.eventIdOf(late)];
    const steps = [await fed.stepOf(early, 1), await fed.stepOf(late, 1)] as const;
    // The first transaction takes its id, then waits with its commit.
    const first = new pg.Client(events.connectionString);
    await first.connect();
    await first.query('begin');
    await first.query('select pg_current_xact_id()');
    expect(await fed.projection.write(steps[1])).toBe(2);
    const before = await fed.read();
    expect(before.changes).toEqual([]);
    await first.query(
      `insert into feed_batch (organization_id, era, event_id, types, count, bytes, changes)
       values ($1, 1, $2, 4, 1, 10, $3)`,
      [
        fed.organizationId,
        earlyId,
        `{"id":"${earlyId}-2-0","type":"session.cancelled","occurredAt":"2027-01-15T08:00:00.123Z","eventId":"${earlyId}","sequence":2,"data":{}}`,
      ],
    );
    const woken = new Promise<void>((resolve) => {
      const stop = fed.feed.onChanges((changed) => {
        if (changed !== fed.organizationId) return;
        stop();
        resolve();
      });
    });
    await first.query('commit');
    await first.end();
    await woken;
    const { ids } = await fed.follow(before.next, 1);
    expect(ids).toEqual([`${earlyId}-2-0`, `${lateId}-2-0`]);
  });
});

describe('old changes', () => {
  const age = (days: number) =>
    events.pool.query(sql.unsafe`update feed_batch set written_at = now() - make_interval(days => ${days})`);

  test('are deleted; a reader that has missed some is answered “expired”, and one that has not goes on', async () => {
    const ownership = await events.ownedEvent();
    await fed.projection.write(await fed.stepOf(ownership, 1));
    await fed.projection.write(await fed.stepOf(ownership, 2));
    const behind = await fed.read({ limit: 1 });
    const upToDate = await fed.read({});
    await age(15);
    expect(await trimFeed(events.pool, 16)).toBe(0);
    expect(await trimFeed(events.pool, 14)).toBe(2);
    expect(await fed.feed.read({ organizationId: fed.organizationId, after: behind.next, limit: 1 })).toBe('expired');
    expect((await fed.read({ after: upToDate.next })).changes).toEqual([]);
    const { next, changes } = await fed.read();
    expect(changes).toEqual([]);
    await fed.projection.write(await fed.stepOf(ownership, 3));
    for (const after of [next, upToDate.next, 'start']) expect((await fed.follow(after, 1)).ids).toHaveLength(1);
  });

  test('stay while they are young enough', async () => {
    const ownership = await events.ownedEvent();
    await fed.projection.write(await fed.stepOf(ownership, 1));
    await age(13);
    expect(await trimFeed(events.pool, 14)).toBe(0);
    expect((await fed.follow('start', 10)).ids).toHaveLength(1);
  });
});

test('the feed of a deleted organization is deleted with it, and no other', async () => {
  const ownership = await events.ownedEvent();
  await fed.projection.write(await fed.stepOf(ownership, 1));
  await deleteFeed(events.pool, fed.organizationId + 1);
  expect((await fed.follow('start', 10)).ids).toHaveLength(1);
  await deleteFeed(events.pool, fed.organizationId);
  expect((await fed.read()).changes).toEqual([]);
});

describe('a step of the projection', () => {
  test('that is sent again after an unknown outcome writes its changes once', async () => {
    const ownership = await events.ownedEvent();
    const step = await fed.stepOf(ownership, 1);
    expect(await fed.projection.write(step)).toBe(2);
    expect(await fed.projection.write(step)).toBe(2);
    expect((await fed.follow('start', 10)).ids).toHaveLength(1);
  });

  test('of a former owner whose records are not in the journal writes none', async () => {
    const ownership = await events.ownedEvent();
    const step = await fed.stepOf(ownership, 1);
    const forged = { ...step, ownership: { ...ownership, token: '00000000-0000-4000-8000-000000000000', headSeq: 1 } };
    expect(await fed.projection.write(forged)).toBeNull();
    expect((await fed.read()).changes).toEqual([]);
  });

  test('with very many changes is read page by page, none twice', async () => {
    const ownership = await events.ownedEvent();
    await fed.projection.write(
      await fed.stepOf(
        ownership,
        1,
        Array.from({ length: 1_203 }, () => cancelled),
      ),
    );
    const { ids } = await fed.follow('start', 1_000);
    expect([ids.length, new Set(ids).size]).toEqual([1_203, 1_203]);
  });
});

describe('a reader with a filter that lets few changes through', () => {
  test('advances over the rest without reading it again', async () => {
    const ownership = await events.ownedEvent();
    for (let nth = 1; nth <= 3; nth++) await fed.projection.write(await fed.stepOf(ownership, nth));
    const { changes, next } = await fed.read({ types: ['session.confirmed'] });
    expect(changes).toEqual([]);
    expect((await fed.read({ after: next })).changes).toEqual([]);
  });
});
