/** Complete reads of events and layouts: exact entity tags, 304, and consistent answers while the event changes. */
import { type Answer, openPricedShow, type Show } from '../../support/service.ts';
import { bookingOf, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const seatCount = 10_000;

let show: Show;
let calls: SessionCalls;
let path: string;

useService();

beforeAll(async () => {
  const rows = Array.from({ length: seatCount / 100 }, (_, row) => ({ name: `${row}`, seatCount: 100 }));
  const sections = [
    { name: 'Stand', rows },
    { name: 'Floor', ga: true, capacity: 500 },
  ];
  show = await openPricedShow(service, { name: 'Stadium', sections });
  calls = sessionCalls(service, show);
  path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
});

function read(url: string, condition?: string): Promise<Answer> {
  const { token } = service.catalog.organization;
  return service.call('GET', url, {
    key: token,
    ...(condition === undefined ? {} : { headers: { 'If-None-Match': condition } }),
  });
}

const tagOf = ({ headers }: Answer): string => headers.get('etag') as string;

describe('the assignments read', () => {
  test('has an entity tag that stays while nothing changes, and answers 304 to it', async () => {
    const first = succeeded(await read(path));
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const again = await read(path, tagOf(first));
    expect([again.status, again.body, tagOf(again)]).toEqual([304, undefined, tagOf(first)]);
    expect(again.headers.get('content-length')).toBeNull();
    expect((await read(path, `"other", W/${tagOf(first)}`)).status).toBe(304);
    expect(succeeded(await read(path, '"other"')).body).toEqual(first.body);
  });

  test('has another entity tag after a change', async () => {
    const before = tagOf(succeeded(await read(path)));
    succeeded(await calls.book('lock', bookingOf([show.seats[0]])));
    const after = succeeded(await read(path, before));
    expect(tagOf(after)).not.toBe(before);
    expect(after.body.seatsOnEvent[0].state).toBe('LOCKED');
  });

  test('by reference has an entity tag too, which changes with the session’s properties', async () => {
    const id = await calls.open([show.seats[200] as number]);
    succeeded(await calls.checkout(id));
    succeeded(await calls.confirm(id, { reference: 'R', properties: { gate: 1 } }));
    const first = succeeded(await read(`${path}?reference=R`));
    expect(first.body.seatsOnEvent).toHaveLength(1);
    expect((await read(`${path}?reference=R`, tagOf(first))).status).toBe(304);
    succeeded(await calls.replaceProperties(id, { gate: 2 }));
    const second = succeeded(await read(`${path}?reference=R`, tagOf(first)));
    expect(second.body.seatsOnEvent[0].booking.properties).toEqual({ gate: 2 });
  });

  test('is consistent: answers with the same entity tag are identical, even under concurrent changes', async () => {
    const bodies = new Map<string, string>();
    let isOver = false;
    const traffic = async (lane: number): Promise<void> => {
      for (let at = 0; !isOver; at++) {
        // Both seats of a pair, many pages apart, are locked together or not at all.
        const pair = [show.seats[300 + lane], show.seats[seatCount - 1 - lane]];
        succeeded(await calls.book(at % 2 === 0 ? 'lock' : 'unlock', bookingOf(pair, [[show.areas[0], 1]])));
      }
    };
    const reader = async (): Promise<void> => {
      for (let look = 0; look < 8; look++) {
        const answer = succeeded(await read(path));
        const { seatsOnEvent: seats, groupsOnEvent } = answer.body;
        for (let lane = 0; lane < 4; lane++) {
          expect(seats[seatCount - 1 - lane].state).toBe(seats[300 + lane].state);
        }
        const taken = [0, 1, 2, 3].filter((lane) => seats[300 + lane].state === 'LOCKED').length;
        expect(groupsOnEvent[0].locked).toBe(taken);
        const text = JSON.stringify(answer.body);
        expect(bodies.get(tagOf(answer)) ?? text).toBe(text);
        bodies.set(tagOf(answer), text);
      }
    };
    const busy = [0, 1, 2, 3].map(traffic);
    await Promise.all([reader(), reader(), reader()]);
    isOver = true;
    await Promise.all(busy);
    expect(bodies.size).toBeGreaterThan(3);
  });

  test('of another organization’s event is 404, also for a guessed entity tag', async () => {
    const { other } = service.catalog;
    const answer = await service.call('GET', path, { key: other.token, headers: { 'If-None-Match': '*' } });
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'ENTITY_NOT_FOUND']);
  });
});

test('each layout has its own entity tag, which does not change', async () => {
  const url = `/api/private/v2.0/schemas/${show.schemaId}/layout/`;
  const first = succeeded(await read(url));
  expect((await read(url, tagOf(first))).status).toBe(304);
  const twin = await openPricedShow(service);
  expect((await read(`/api/private/v2.0/schemas/${twin.schemaId}/layout/`, tagOf(first))).status).toBe(200);
  const { other } = service.catalog;
  const foreign = await service.call('GET', url, { key: other.token, headers: { 'If-None-Match': '*' } });
  expect(foreign.status).toBe(404);
});

test('a restart does not change entity tags', async () => {
  const before = tagOf(succeeded(await read(path)));
  const next = await service.restart();
  const headers = { 'If-None-Match': before };
  expect((await next.call('GET', path, { key: service.catalog.organization.token, headers })).status).toBe(304);
});
