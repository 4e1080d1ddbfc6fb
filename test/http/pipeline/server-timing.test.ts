/** The header Server-Timing: durations in the answers of an event, if the operator has enabled it. */
import { failedLine, legacyCalls, seatLine } from '../../support/legacy-calls.ts';
import { type Answer, openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import {
  bookingOf,
  outcomeOf,
  rowsHall,
  type SessionCalls,
  sessionCalls,
  succeeded,
} from '../../support/session-calls.ts';

/** Milliseconds, with at most three decimals. */
const number = '(\\d+(?:\\.\\d{1,3})?)';

/** The durations of an answer in milliseconds, by their names. */
function timingOf({ headers }: Answer): Record<string, number> {
  const header = headers.get('server-timing') ?? '';
  const metrics = header.split(', ').map((metric) => new RegExp(`^(\\w+);dur=${number}$`).exec(metric));
  if (metrics.includes(null)) throw new Error(`not a timing: '${header}'`);
  return Object.fromEntries(metrics.map((metric) => [metric?.[1], Number(metric?.[2])]));
}

const changed = ['queue', 'decide', 'append', 'encode'];
const looked = ['queue', 'decide', 'verify', 'encode'];

describe('with SERVER_TIMING=1', () => {
  let service: TestService;
  let show: Show;
  let calls: SessionCalls;
  const seat = (index: number): number => show.seats[index] as number;

  beforeAll(async () => {
    service = await startTestService({ SERVER_TIMING: '1' });
    show = await openPricedShow(service, rowsHall);
    calls = sessionCalls(service, show);
  });

  afterAll(() => service.close());

  test('a hold has its times in the queue, for the decision, the append and the encoding', async () => {
    const id = await calls.open();
    const timing = timingOf(succeeded(await calls.lock(id, [seat(0)])));
    expect(Object.keys(timing)).toEqual(changed);
    expect(timing.append).toBeGreaterThan(0);
    expect(timing.queue).toBeGreaterThan(0);
    expect(Object.values(timing).every((ms) => ms < 10_000)).toBe(true);
  });

  test('a read has the time of its ownership check', async () => {
    const timing = timingOf(succeeded(await calls.get(await calls.open())));
    expect(Object.keys(timing)).toEqual(looked);
    expect(timing.verify).toBeGreaterThan(0);
  });

  test('a refusal by the event has its times too', async () => {
    const id = await calls.open([seat(1)]);
    const refused = await calls.lock(await calls.open(), [seat(1)]);
    expect(outcomeOf(refused)).toBe('409 SEAT_CONFLICT');
    expect(Object.keys(timingOf(refused))).toEqual(looked);
    const kept = await service.call('DELETE', `/api/private/v2.0/events/${show.eventId}`, {
      key: service.catalog.organization.token,
    });
    expect(outcomeOf(kept)).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect(Object.keys(timingOf(kept))).toEqual(looked);
    succeeded(await calls.cancel(id, {}));
  });

  test('a booking has its times, in both interfaces', async () => {
    const booked = await calls.book('lock', bookingOf([seat(2)]));
    expect([booked.body, Object.keys(timingOf(booked))]).toEqual([true, changed]);
    const line = seatLine('Stalls;;A;;3');
    const legacy = succeeded(await legacyCalls(service, show).book('sale', [line]));
    expect([legacy.body, Object.keys(timingOf(legacy))]).toEqual([[], changed]);
    const lost = succeeded(await legacyCalls(service, show).book('lock', [line]));
    expect([lost.body, Object.keys(timingOf(lost))]).toEqual([[failedLine(line)], looked]);
    const key = service.catalog.organization.privateKey;
    const price = await service.call('DELETE', `/api/private/v1.0/prices/?id=${show.prices[0]}`, { key });
    expect([price.body, Object.keys(timingOf(price))]).toEqual([false, looked]);
  });

  test('an answer in pieces has its times until the first piece, and a 304 has them too', async () => {
    const path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
    const key = service.catalog.organization.token;
    const whole = succeeded(await service.call('GET', path, { key }));
    expect(Object.keys(timingOf(whole))).toEqual(looked);
    const headers = { 'If-None-Match': whole.headers.get('etag') as string };
    const unchanged = await service.call('GET', path, { key, headers });
    expect([unchanged.status, Object.keys(timingOf(unchanged))]).toEqual([304, looked]);
  });

  test('scripts of other origins may read the header of public calls only', async () => {
    const id = await calls.open();
    const open = (await calls.get(id)).headers;
    expect(open.get('timing-allow-origin')).toBe('*');
    expect(open.get('access-control-expose-headers')).toMatch(/^ETag, .*, Server-Timing$/);
    const own = (await calls.read(id)).headers;
    expect(own.get('server-timing')).toMatch(/^queue;dur=/);
    expect([own.get('timing-allow-origin'), own.get('access-control-expose-headers')]).toEqual([null, null]);
  });

  test('a client whose Origin is the name of a header changes no header', async () => {
    const id = await calls.open();
    const headers = { Origin: 'Access-Control-Expose-Headers' };
    // HEAD is answered by Node, which refuses to write an invalid name.
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(`${service.url}/api/public/v2.0/session/${id}`, { method, headers });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
      expect(answer.headers.get('access-control-expose-headers')).toMatch(/^ETag, .*, Server-Timing$/);
      await answer.text();
    }
  });

  test('answers that did not involve an event have no Server-Timing', async () => {
    const key = service.catalog.organization.token;
    const strangers = [
      await service.call('GET', '/api/private/v2.0/events/', { key }),
      await service.call('GET', '/readyz'),
      await calls.get('no-session'),
      await calls.create('once', { eventId: show.eventId }),
    ];
    for (const { headers } of strangers) expect(headers.get('server-timing')).toBeNull();
    expect(strangers.map(({ status }) => status)).toEqual([200, 200, 404, 400]);
    expect(strangers[2]?.headers.get('access-control-expose-headers')).not.toContain('Server-Timing');
  });
});

test('without the setting SERVER_TIMING no answer has the header Server-Timing', async () => {
  const service = await startTestService();
  try {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const id = await calls.open([show.seats[0] as number]);
    const answers = [
      succeeded(await calls.get(id)),
      succeeded(await calls.checkout(id)),
      await calls.lock(id, [999_999]),
      await calls.book('lock', bookingOf([show.seats[1]])),
    ];
    for (const { headers } of answers) {
      expect([headers.get('server-timing'), headers.get('timing-allow-origin')]).toEqual([null, null]);
      expect(headers.get('access-control-expose-headers') ?? '').not.toContain('Server-Timing');
    }
  } finally {
    await service.close();
  }
});
