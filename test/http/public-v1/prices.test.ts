/** The public prices read over HTTP: its content and its delay, for events in every state. */
import { sql } from 'slonik';
import { z } from 'zod';
import { eventually } from '../../support/eventually.ts';
import { calls, service, show, useHall } from '../../support/hall.ts';
import { type MapReader, mapReads } from '../../support/map-calls.ts';
import { openTestSeries } from '../../support/series-calls.ts';
import { type Answer, openPricedShow, setStatus, startTestService } from '../../support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

let reads: MapReader;

useHall({ settings: { EVENT_IDLE_SECONDS: '2' } });

beforeEach(async () => {
  reads = mapReads(service, show.eventId);
});

const tagOf = ({ headers }: Answer): string => headers.get('etag') as string;
const seatsOf = ({ body }: Answer): number[] => body.seats.map(([id]: [number]) => id);

/** Reads the prices after every cached board has expired. */
async function later(): Promise<Answer> {
  service.clock.advance(250);
  return succeeded(await reads.prices());
}

test('GET /api/public/v1.0/event/prices/ lists the available seats and places, with their prices', async () => {
  const { publicKey } = service.catalog.organization;
  const url = `/api/public/v1.0/event/prices/?id=${show.eventId}&publicKey=${publicKey}`;
  const answer = succeeded(await service.call('GET', url));
  const [seatPrice, areaPrice] = show.prices;
  expect(answer.body).toEqual({
    seats: show.seats.map((id) => [id, seatPrice]),
    groupOfSeats: [
      [show.areas[0], areaPrice, 20],
      [show.areas[1], areaPrice, 4],
    ],
    prices: [
      { id: seatPrice, name: '45.00 EUR' },
      { id: areaPrice, name: '29.50 EUR' },
    ],
  });
  expect(answer.headers.get('cache-control')).toBe('public, max-age=1');
});

describe('a taken seat or place', () => {
  test('is not in the public prices, and is in them again after it was given back', async () => {
    const id = await calls.open([show.seats[3] as number], [[show.areas[1], 4]]);
    succeeded(await calls.book('directsale', bookingOf([show.seats[5]], [[show.areas[0], 3]])));
    const taken = await later();
    expect(seatsOf(taken)).toEqual(show.seats.filter((_, at) => at !== 3 && at !== 5));
    expect(taken.body.groupOfSeats).toEqual([
      [show.areas[0], show.prices[1], 17],
      [show.areas[1], show.prices[1], 0],
    ]);
    succeeded(await calls.cancel(id));
    const given = await later();
    expect(seatsOf(given)).toEqual(show.seats.filter((_, at) => at !== 5));
    expect(given.body.groupOfSeats).toHaveLength(2);
  });

  test('may still be in the public prices for at most 250 ms', async () => {
    expect(seatsOf(succeeded(await reads.prices()))).toHaveLength(18);
    await calls.open([show.seats[0] as number]);
    service.clock.advance(249);
    expect(seatsOf(succeeded(await reads.prices()))).toHaveLength(18);
    service.clock.advance(1);
    expect(seatsOf(succeeded(await reads.prices()))).toHaveLength(17);
  });
});

test('the entity tag of the public prices changes with every change of the event, and only then', async () => {
  const first = succeeded(await reads.prices());
  service.clock.advance(250);
  const again = await reads.prices(tagOf(first));
  expect([again.status, again.body, tagOf(again)]).toEqual([304, undefined, tagOf(first)]);
  await calls.open([show.seats[0] as number]);
  service.clock.advance(250);
  expect((await reads.prices(tagOf(first))).status).toBe(200);
});

test('the public prices have the event’s sequence number in a header, which scripts of other origins may read', async () => {
  const sequenceOf = ({ headers }: Answer) => Number(headers.get('x-event-sequence'));
  const first = succeeded(await reads.prices());
  expect(sequenceOf(first)).toBeGreaterThan(0);
  expect(first.headers.get('access-control-expose-headers')).toContain('X-Event-Sequence');
  await calls.open();
  await calls.open([show.seats[0] as number]);
  const seq = await service.catalog.pool.oneFirst(sql.type(z.object({ seq: z.int() }))`
    select head_seq as seq from event_owner join event on number = event_number where id = ${show.eventId}
  `);
  const changed = await later();
  expect([sequenceOf(changed), sequenceOf(await reads.prices(tagOf(changed)))]).toEqual([seq, seq]);
  expect(seq).toBeGreaterThan(sequenceOf(first));
});

test('a restart changes neither the entity tag nor the content of the public prices', async () => {
  await calls.open([show.seats[0] as number]);
  const before = await later();
  const next = await service.restart();
  const after = mapReads(next, show.eventId);
  expect((await after.prices(tagOf(before))).status).toBe(304);
  expect(succeeded(await after.prices()).body).toEqual(before.body);
});

describe('the public prices of an event', () => {
  test('have no available seats until it is published', async () => {
    succeeded(await reads.prices());
    succeeded(await setStatus(service, show.eventId, 'ARCHIVED'));
    const archived = await later();
    expect(archived.body).toMatchObject({ seats: [], groupOfSeats: [] });
    expect(archived.body.prices).toHaveLength(2);
    succeeded(await setStatus(service, show.eventId, 'DRAFT'));
    expect(seatsOf(await later())).toEqual([]);
    succeeded(await setStatus(service, show.eventId, 'PUBLISHED'));
    expect(seatsOf(await later())).toEqual(show.seats);
  });

  test('can be read even if public sessions are disabled', async () => {
    const { other } = service.catalog;
    const path = '/api/private/management/v2.0/session-config/';
    await service.call('PUT', path, { key: other.token, body: { publicSessionsEnabled: false } });
    const key = service.catalog.organization.token;
    succeeded(await service.call('PUT', path, { key, body: { publicSessionsEnabled: false } }));
    expect(seatsOf(await later())).toEqual(show.seats);
    expect((await reads.event()).status).toBe(200);
    succeeded(await service.call('PUT', path, { key, body: { publicSessionsEnabled: true } }));
  });
});

test('the public prices of an event of a series have no available seats from its start on', async () => {
  const untilStartMs = 60_000;
  const run = await openTestSeries(service, 'UTC');
  const its = await run.add(new Date(service.clock.now() + untilStartMs).toISOString().slice(0, -1));
  const reader = mapReads(service, its.show.eventId);
  service.clock.leap(untilStartMs - 10);
  const open = succeeded(await reader.prices());
  expect(seatsOf(open)).toHaveLength(18);
  service.clock.advance(10);
  const closed = succeeded(await reader.prices(tagOf(open)));
  expect([seatsOf(closed), closed.body.groupOfSeats]).toEqual([[], []]);
});

test('the public reads of a deleted event are 404', async () => {
  succeeded(await reads.prices());
  const key = service.catalog.organization.token;
  succeeded(await service.call('DELETE', `/api/private/v2.0/events/${show.eventId}`, { key }));
  expect((await reads.prices()).status).toBe(404);
  expect((await reads.event()).status).toBe(404);
});

test('repeated reads of the public prices do not keep an event in memory, and see all of its changes', async () => {
  const lone = await startTestService({ EVENT_IDLE_SECONDS: '2' });
  try {
    const its = await openPricedShow(lone, rowsHall);
    const reader = mapReads(lone, its.eventId);
    const first = succeeded(await reader.prices());
    await eventually(async () => {
      lone.clock.advance(250);
      expect((await reader.prices(tagOf(first))).status).toBe(304);
      return (await lone.metric('usher_live_events')) === 0;
    });
    for (let look = 0; look < 5; look++) {
      lone.clock.advance(250);
      expect((await reader.prices(tagOf(first))).status).toBe(304);
    }
    expect(await lone.metric('usher_live_events')).toBe(0);
    await sessionCalls(lone, its).open([its.seats[0] as number]);
    lone.clock.advance(250);
    expect(seatsOf(succeeded(await reader.prices(tagOf(first))))).toEqual(its.seats.slice(1));
  } finally {
    await lone.close();
  }
});
