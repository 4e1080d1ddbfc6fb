/**
 * The client's followers against the real service: a live map and the feed, with lost connections, full nodes, resets
 * and lost streams. The news of a follower, applied in their order, give the same as a new reader's prices.
 */
import { sql } from 'slonik';
import { trimFeed } from '#storage/feed/feed-trim.ts';
import {
  type ChangesOptions,
  type Client,
  createClient,
  dataOf,
  followChanges,
  followSeats,
  ProblemError,
  type SeatNews,
} from '../../src/client/index.ts';
import { HurriedClock } from '../support/client-clock.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyFront, problemFault } from '../support/faulty-front.ts';
import { feedSettled } from '../support/feed-calls.ts';
import { calls, floor, seat, service, show, useHall } from '../support/hall.ts';
import { bookingOf, succeeded } from '../support/session-calls.ts';

useHall();

let front: FaultyFront;
let clock: HurriedClock;
let client: Client;
let end: AbortController;
let states: string[];

beforeEach(async () => {
  front = await FaultyFront.open(service.url);
  clock = new HurriedClock();
  client = createClient({ baseUrl: front.url, clock, apiKey: service.catalog.organization.token });
  end = new AbortController();
  states = [];
});

afterEach(async () => {
  end.abort();
  await front[Symbol.asyncDispose]();
});

const pricesPath = '/event/prices/';
const publicKey = () => service.catalog.organization.publicKey;

/** A follower of the show, and the bookable seats and places that its news give. */
function follow() {
  const bookable = new Map<string, number>();
  const news = followSeats(client, {
    eventId: show.eventId,
    publicKey: publicKey(),
    signal: end.signal,
    onConnection: (state) => states.push(state),
  });
  const apply = (one: SeatNews): void => {
    if (one.kind === 'prices') {
      bookable.clear();
      for (const [id] of one.prices.seats) bookable.set(`seat ${id}`, 1);
      for (const [id, , places] of one.prices.groupOfSeats) bookable.set(`area ${id}`, places);
    } else if (one.kind === 'change') {
      for (const id of one.freed) bookable.set(`seat ${id}`, 1);
      for (const id of one.taken) bookable.delete(`seat ${id}`);
      for (const [id, places] of one.areas) bookable.set(`area ${id}`, places);
    }
  };
  const next = async (): Promise<SeatNews> => {
    const { value } = await news.next();
    if (value === undefined) throw new Error('the news have ended');
    apply(value);
    return value;
  };
  /** Until the seat can no longer be booked: a follower may be told again what it knows. */
  const untilTaken = async (index: number): Promise<void> => {
    while (bookable.has(`seat ${seat(index)}`)) await next();
  };
  return { bookable, next, untilTaken, ended: async () => (await news.next()).done };
}

/** What a new reader sees. */
async function readAgain(): Promise<Map<string, number>> {
  service.clock.advance(250);
  const other = follow();
  await other.next();
  return other.bookable;
}

describe('a follower of a live map', () => {
  test('reads the prices and is told every change after them', async () => {
    const { bookable, next } = follow();
    expect(await next()).toMatchObject({ kind: 'prices', seq: expect.any(Number) });
    expect(bookable.size).toBe(20);
    const id = await calls.open([seat(3)], [[floor, 4]]);
    expect(await next()).toMatchObject({
      kind: 'change',
      taken: [seat(3)],
      areas: expect.arrayContaining([[floor, 16]]),
    });
    succeeded(await calls.cancel(id));
    expect(await next()).toMatchObject({ kind: 'change', freed: [seat(3)], areas: [[floor, 20]] });
    expect(bookable).toEqual(await readAgain());
  });

  test('resumes after its last change when the stream is lost, and waits as long as a full node asks for', async () => {
    const { bookable, next, untilTaken } = follow();
    await next();
    await calls.open([seat(0)]);
    await next();
    const empty = { status: 200, headers: { 'Content-Length': '0' } };
    front.fail('/changes', { lost: 'request' }, problemFault(503, 'UNAVAILABLE', { 'Retry-After': '5' }), empty);
    front.cut();
    await calls.open([seat(7)]);
    await untilTaken(7);
    expect(states).toEqual(['live', 'waiting', 'waiting', 'waiting', 'live', 'waiting', 'live']);
    expect(clock.pauses).toEqual([375, 750, 6250, 3000]);
    expect(front.requests.filter(({ path }) => path.includes(pricesPath))).toHaveLength(1);
    expect(bookable).toEqual(await readAgain());
  });

  test('waits for five minutes at most, whatever an answer asks for', async () => {
    const { next, untilTaken } = follow();
    await next();
    const waits: number[] = [];
    const wait = clock.wait.bind(clock);
    clock.wait = async (ms, signal) => {
      waits.push(ms);
      if (ms < 300_000) await wait(ms, signal);
    };
    front.fail('/changes', problemFault(503, 'UNAVAILABLE', { 'Retry-After': '99999999999' }));
    await calls.open([seat(0)]);
    await untilTaken(0);
    expect(Math.max(...waits)).toBe(300_000);
  });

  test('leaves a stream that has been silent for too long', async () => {
    const { next, untilTaken } = follow();
    await next();
    const first = calls.open([seat(0)]);
    await next();
    await first;
    front.freeze();
    const pending = next();
    await calls.open([seat(7)]);
    await eventually(() => {
      clock.endSilence();
      return states.includes('waiting');
    });
    await pending;
    await untilTaken(7);
    expect(states.at(-1)).toBe('live');
  });

  test('reads the prices again after a reset, and after a stream that was lost before they were read', async () => {
    const { bookable, next, untilTaken } = follow();
    await next();
    await calls.open([seat(0)]);
    await next();
    const key = service.catalog.organization.token;
    const path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
    const body = { seats: [{ objectId: seat(9), assignmentId: show.prices[1] }], groupOfSeats: [] };
    front.fail(pricesPath, ...Array.from({ length: 5 }, () => ({ lost: 'request' as const })));
    succeeded(await service.call('POST', path, { key, body }));
    service.clock.advance(250);
    let again = await next();
    while (again.kind !== 'prices') again = await next();
    expect(again.prices.seats).toContainEqual([seat(9), show.prices[1]]);
    await calls.open([seat(1)]);
    await untilTaken(1);
    expect(bookable).toEqual(await readAgain());
  });

  test('ends when the event is closed, when the caller aborts, and with a permanent problem', async () => {
    const closing = follow();
    await closing.next();
    const key = service.catalog.organization.token;
    const archive = { key, body: { status: 'ARCHIVED' } };
    succeeded(await service.call('POST', `/api/private/v2.0/events/${show.eventId}/status`, archive));
    expect(await closing.next()).toEqual({ kind: 'closed', errorCode: 'EVENT_ARCHIVED' });
    expect(await closing.ended()).toBe(true);
    const aborted = follow();
    await aborted.next();
    end.abort();
    expect(await aborted.ended()).toBe(true);
    const unknown = followSeats(client, { eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001', publicKey: publicKey() });
    await expect(unknown.next()).rejects.toThrow(/^ENTITY_NOT_FOUND/);
  });

  test('closes its connection when the reader stops', async () => {
    const news = followSeats(client, { eventId: show.eventId, publicKey: publicKey() });
    await news.next();
    await calls.open([seat(0)]);
    for await (const one of news) if (one.kind === 'change') break;
    await eventually(() => front.open === 0);
  });
});

describe('a follower of the feed', () => {
  /** The next `count` changes after the cursor, and the cursor behind them. */
  async function read(count: number, options: ChangesOptions) {
    const changes: [string, unknown][] = [];
    for await (const news of followChanges(client, { signal: end.signal, ...options })) {
      changes.push(...news.changes.map(({ type, data }): [string, unknown] => [type, data]));
      if (changes.length >= count) return { changes, cursor: news.cursor };
    }
    throw new Error('the feed has ended');
  }

  async function cursorNow(): Promise<string> {
    await feedSettled(service);
    return dataOf(await client.GET('/api/private/v2.0/changes/')).next;
  }

  test.each(['pages', 'stream'] as const)(
    'by %s reads every change once, from the cursor that it stored',
    async (by) => {
      const after = await cursorNow();
      const cart = [...show.seats.slice(0, 3)];
      for (const id of cart) succeeded(await calls.book('block', bookingOf([id])));
      await feedSettled(service);
      const first = await read(2, { by, after, limit: 2 });
      front.fail('/changes', { lost: 'request' }, problemFault(503, 'UNAVAILABLE', { 'Retry-After': '1' }));
      const reading = read(2, { by, after: first.cursor, limit: 2 });
      succeeded(await calls.book('unblock', bookingOf([cart[0] as number])));
      await feedSettled(service);
      const second = await reading;
      const told = [...first.changes, ...second.changes].map(([type, data]) => [
        type,
        (data as { seats: unknown }).seats,
      ]);
      expect(told).toEqual([...cart.map((id) => ['booking.blocked', [id]]), ['booking.unblocked', [cart[0]]]]);
    },
  );

  test('resumes where its stream was lost, and moves past changes that its filter leaves out', async () => {
    const after = await cursorNow();
    const news = followChanges(client, { after, types: ['booking.blocked'], signal: end.signal });
    const cursors: string[] = [];
    const blocked = async () => {
      for (;;) {
        const { value } = await news.next();
        cursors.push(value?.cursor ?? '');
        if (value !== undefined && value.changes.length > 0) return value.changes.map(({ type }) => type);
      }
    };
    succeeded(await calls.book('directsale', bookingOf([seat(0)])));
    succeeded(await calls.book('block', bookingOf([seat(1)])));
    await feedSettled(service);
    expect(await blocked()).toEqual(['booking.blocked']);
    front.cut();
    succeeded(await calls.book('block', bookingOf([seat(2)])));
    await feedSettled(service);
    expect(await blocked()).toEqual(['booking.blocked']);
    expect(new Set(cursors).size).toBe(cursors.length);
  });

  test.each(['pages', 'stream'] as const)(
    'by %s throws when changes after its cursor are no longer kept',
    async (by) => {
      const after = await cursorNow();
      for (const place of [0, 1]) succeeded(await calls.book('block', bookingOf([seat(place)])));
      await feedSettled(service);
      const { pool } = service.catalog;
      await pool.query(sql.unsafe`update feed_batch set written_at = now() - interval '15 days'`);
      expect(await trimFeed(pool, 14)).toBeGreaterThan(0);
      const expired = followChanges(client, { by, after });
      const error = await expired.next().catch((thrown: unknown) => thrown);
      if (!(error instanceof ProblemError)) throw new Error('the changes are no longer kept');
      expect(error.problem.errorCode).toBe('CURSOR_EXPIRED');
    },
  );
});
