/** The live map over HTTP: what a viewer is told, from where it can resume, and how its stream ends. */
import { mapReads } from '../../support/map-calls.ts';
import { DrawnMap, MapViewer } from '../../support/map-viewer.ts';
import { openTestSeries } from '../../support/series-calls.ts';
import { type Answer, openPricedShow, type Show, setStatus } from '../../support/service.ts';
import { bookingOf, rowsHall, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

let show: Show;
let calls: SessionCalls;
let viewers: MapViewer[] = [];

useService({ STREAM_TICK_MS: '10', STREAM_VIEWERS_MAX: '20' });

beforeEach(async () => {
  show = await openPricedShow(service, rowsHall);
  calls = sessionCalls(service, show);
});

afterEach(() => {
  for (const viewer of viewers) viewer.close();
  viewers = [];
});

const changesOf = (eventId: string) => `/api/public/v2.0/event/${eventId}/changes`;
const pathOf = (more = '', eventId = show.eventId): string =>
  `${changesOf(eventId)}?publicKey=${service.catalog.organization.publicKey}${more}`;

function watch(more = '', headers: Record<string, string> = {}): MapViewer {
  const viewer = new MapViewer(`${service.url}${pathOf(more)}`, headers);
  viewers.push(viewer);
  return viewer;
}

/** A viewer that is being told changes. */
async function watching(more = '', headers: Record<string, string> = {}): Promise<MapViewer> {
  const viewer = watch(more, headers);
  await viewer.next('hello');
  return viewer;
}

async function readPrices(): Promise<Answer> {
  service.clock.advance(250);
  return succeeded(await mapReads(service, show.eventId).prices());
}

const sequenceOf = ({ headers }: Answer): number => Number(headers.get('x-event-sequence'));
const seat = (at: number): number => show.seats[at] as number;
const area = (at: number): number => show.areas[at] as number;

test('GET /api/public/v2.0/event/{eventId}/changes begins with hello and tells what is taken and freed', async () => {
  const viewer = await watching();
  const [hello] = viewer.events;
  expect(hello).toMatchObject({ name: 'hello', data: { tickMs: 10 } });
  expect(hello?.id).toBe(String(hello?.data.seq));
  const id = await calls.open([seat(3)], [[area(1), 4]]);
  const taken = await viewer.next('change');
  expect(taken.data).toMatchObject({ freed: [], taken: [seat(3)], areas: [[area(1), 0]] });
  expect(taken.id).toBe(String(taken.data.seq));
  const from = viewer.events.length;
  succeeded(await calls.cancel(id));
  expect((await viewer.next('change', from)).data).toMatchObject({
    freed: [seat(3)],
    taken: [],
    areas: [[area(1), 4]],
  });
});

test('a live map tells private locks, blocks and sales like holds, and nobody’s name', async () => {
  const viewer = await watching();
  succeeded(await calls.book('lock', bookingOf([seat(0)])));
  await viewer.until(() => viewer.text.includes(`"taken":[${seat(0)}]`));
  succeeded(await calls.book('directsale', bookingOf([seat(1)], [[area(0), 3]])));
  await viewer.until(() => viewer.text.includes(`"taken":[${seat(1)}],"areas":[[${area(0)},17]]`));
  const members = viewer.events.filter(({ name }) => name === 'change').map(({ data }) => Object.keys(data));
  for (const names of members) expect(names).toEqual(['seq', 'freed', 'taken', 'areas']);
});

test('the answer is an event stream that nothing compresses, buffers or stores, readable by every origin', async () => {
  const viewer = await watching('', { Origin: 'https://shop.example', 'Accept-Encoding': 'gzip, br' });
  expect(viewer.response?.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'access-control-allow-origin': 'https://shop.example',
    connection: 'close',
  });
  expect(viewer.response?.headers['content-encoding']).toBeUndefined();
});

describe('a viewer that names a record', () => {
  test('is told what the prices it read did not show yet', async () => {
    const prices = await readPrices();
    await calls.open([seat(2)]);
    await calls.open([seat(7)], [[area(0), 5]]);
    const viewer = watch(`&after=${sequenceOf(prices)}`);
    const hello = await viewer.next('hello');
    expect(hello).toMatchObject({ id: String(sequenceOf(prices)), data: { seq: sequenceOf(prices) } });
    const { data } = await viewer.next('change');
    expect(data).toMatchObject({ freed: [], areas: expect.arrayContaining([[area(0), 15]]) });
    expect([...data.taken].sort()).toEqual([seat(2), seat(7)].sort());
  });

  test('by Last-Event-ID is not told what came before it, whatever `after` says', async () => {
    const prices = await readPrices();
    const viewer = await watching(`&after=${sequenceOf(prices)}`);
    await calls.open([seat(2)]);
    const { id } = await viewer.next('change');
    await calls.open([seat(4)]);
    const back = await watching(`&after=${sequenceOf(prices)}`, { 'Last-Event-ID': id as string });
    const { data } = await back.next('change');
    expect(data.taken).toEqual([seat(4)]);
  });

  test('that is ahead of the event, or is not a number of ours, is told to read again', async () => {
    const ahead = await watching('&after=9007199254740991');
    expect((await ahead.next('reset')).data).toEqual({ seq: expect.any(Number) });
    const [hello] = ahead.events;
    expect(hello?.id).toBeNull();
    const garbled = await watching('', { 'Last-Event-ID': 'x-1' });
    await garbled.next('reset');
  });

  test('from before a change of prices is told to read again', async () => {
    const prices = await readPrices();
    const viewer = await watching(`&after=${sequenceOf(prices)}`);
    const key = service.catalog.organization.token;
    const path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
    const body = { seats: [{ objectId: seat(0), assignmentId: show.prices[1] }], groupOfSeats: [] };
    succeeded(await service.call('POST', path, { key, body }));
    const reset = await viewer.next('reset');
    const again = await readPrices();
    expect(sequenceOf(again)).toBeGreaterThanOrEqual(reset.data.seq);
    await (await watching(`&after=${sequenceOf(prices)}`)).next('reset');
  });

  test('and every value of `after` that is no such number is a bad request', async () => {
    for (const after of ['-1', '1.5', 'abc', '', '9007199254740992', '1e3', '1&after=2']) {
      const { status } = await service.call('GET', pathOf(`&after=${after}`));
      expect([after, status]).toEqual([after, 400]);
    }
  });
});

test('after a crash of the owner a resumed viewer has the same map as one that reads it again', async () => {
  const drawn = new DrawnMap((await readPrices()).body);
  const viewer = await watching();
  await calls.open([seat(1), seat(2)]);
  drawn.apply(await viewer.next('change'));
  const { id } = viewer.events.at(-1) as { id: string };
  const next = await service.restart();
  await sessionCalls(next, show).open([seat(9)], [[area(0), 2]]);
  const back = new MapViewer(`${next.url}${pathOf()}`, { 'Last-Event-ID': id });
  viewers.push(back);
  await back.until(() => back.events.some(({ name }) => name === 'change' || name === 'reset'));
  for (const event of back.events.filter(({ name }) => name === 'change')) drawn.apply(event);
  const read = new DrawnMap(succeeded(await mapReads(next, show.eventId).prices()).body);
  expect(drawn).toEqual(read);
  // The viewer of the node that lost the event follows its new owner.
  await viewer.until(() => viewer.text.includes(String(seat(9))));
  await next.stop();
});

describe('a stream ends with the reason', () => {
  test('when the event is archived, for those who watch and those who come later', async () => {
    const viewer = await watching();
    succeeded(await setStatus(service, show.eventId, 'ARCHIVED'));
    expect((await viewer.next('closed')).data).toEqual({ errorCode: 'EVENT_ARCHIVED' });
    await viewer.until(() => viewer.hasEnded);
    const late = watch();
    expect((await late.next('closed')).data).toEqual({ errorCode: 'EVENT_ARCHIVED' });
    expect(late.events.map(({ name }) => name)).toEqual(['hello', 'closed']);
    succeeded(await setStatus(service, show.eventId, 'DRAFT'));
    expect((await watch().next('closed')).data).toEqual({ errorCode: 'EVENT_NOT_PUBLISHED' });
  });

  test('when the event is deleted while it is on sale; afterwards it is unknown', async () => {
    const viewer = await watching();
    const key = service.catalog.organization.token;
    succeeded(await service.call('DELETE', `/api/private/v2.0/events/${show.eventId}`, { key }));
    expect((await viewer.next('closed')).data).toEqual({ errorCode: 'EVENT_DELETED' });
    await viewer.until(() => viewer.hasEnded);
    expect((await service.call('GET', pathOf())).status).toBe(404);
  });

  test('when booking closes, at the start of an event of a series', async () => {
    const series = await openTestSeries(service, 'UTC');
    const startsAt = Math.ceil(service.clock.now() / 60_000 + 1) * 60_000;
    ({ show } = await series.add(new Date(startsAt).toISOString().slice(0, 19)));
    const viewer = await watching();
    service.clock.leap(startsAt - service.clock.now() - 1);
    await sessionCalls(service, show).open([seat(3)]);
    expect((await viewer.next('change')).data.taken).toEqual([seat(3)]);
    service.clock.advance(1);
    expect((await viewer.next('closed')).data).toEqual({ errorCode: 'BOOKING_CLOSED' });
    await viewer.until(() => viewer.hasEnded);
    expect((await watch().next('closed')).data).toEqual({ errorCode: 'BOOKING_CLOSED' });
  });

  test('politely when the node stops: with the time after which to come back', async () => {
    const next = await service.restart();
    const viewer = new MapViewer(`${next.url}${pathOf()}`);
    viewers.push(viewer);
    await viewer.next('hello');
    await next.stop();
    await viewer.until(() => viewer.hasEnded);
    expect(viewer.text).toMatch(/retry: \d{3,4}\n\n$/);
  });
});

describe('a request for a live map', () => {
  test('with an unknown event or another organization’s key is 404', async () => {
    const { publicKey } = service.catalog.other;
    expect((await service.call('GET', `${changesOf(show.eventId)}?publicKey=${publicKey}`)).status).toBe(404);
    const unknown = pathOf('', '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001');
    expect((await service.call('GET', unknown)).status).toBe(404);
  });

  test('by HEAD gets the head alone, by OPTIONS the methods', async () => {
    const head = await service.call('HEAD', pathOf());
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    const options = await service.call('OPTIONS', pathOf());
    expect([options.status, options.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD']);
  });

  test('above the most viewers of a node is 503 with a time to come back', async () => {
    const many = await Promise.all(Array.from({ length: 20 }, () => watching()));
    const refused = await service.call('GET', pathOf());
    expect([refused.status, refused.body.errorCode]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await service.metric('usher_stream_viewers')).toBe(20);
    for (const viewer of many) viewer.close();
  });
});

test('a viewer that knows a seat as it was within a tick is told how it is now', async () => {
  const watcher = await watching();
  await watcher.until(() => watcher.events.length > 0);
  const id = await calls.open([seat(6)]);
  const between = new DrawnMap((await readPrices()).body);
  const after = sequenceOf(await readPrices());
  succeeded(await calls.cancel(id));
  const viewer = watch(`&after=${after}`);
  await viewer.until(() => viewer.events.some(({ name }) => name === 'change'));
  for (const event of viewer.events.filter(({ name }) => name === 'change')) between.apply(event);
  expect(between).toEqual(new DrawnMap((await readPrices()).body));
});
