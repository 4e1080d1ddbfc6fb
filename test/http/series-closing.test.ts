/** The start of an event of a series closes it for buyers; other calls and other events are not affected. */
import { openTestSeries, type TestSeries } from '../support/series-calls.ts';
import { applySettings, openPricedShow, type Show } from '../support/service.ts';
import {
  bookingOf,
  outcomeOf,
  type SessionCalls,
  selectionOf,
  sessionCalls,
  succeeded,
} from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

const untilStartMs = 5 * 60_000;
const closed = '409 BOOKING_CLOSED';

let series: TestSeries;
let show: Show;
let calls: SessionCalls;
let seat: (index: number) => number;

useService();

beforeEach(async () => {
  series = await openTestSeries(service);
  ({ show, calls } = await series.add(localIn('Europe/Berlin', service.clock.now() + untilStartMs)));
  seat = (index) => show.seats[index] as number;
});

/** The local time of a zone at an instant. */
function localIn(timeZone: string, instant: number): string {
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(instant);
  return shown.replace(' ', 'T');
}

async function frozen(index: number): Promise<string> {
  const id = await calls.open([seat(index)], [[show.areas[0], 1]]);
  succeeded(await calls.checkout(id));
  return id;
}

async function outcomes(...answers: ReturnType<SessionCalls['get']>[]): Promise<string[]> {
  return (await Promise.all(answers)).map(outcomeOf);
}

describe('an event of a series', () => {
  test('accepts sessions, locks and checkouts until its start in the time zone of the series, and none afterwards', async () => {
    const id = await calls.open([seat(0)]);
    service.clock.leap(untilStartMs - 1);
    expect(await outcomes(calls.create(), calls.lock(id, [seat(1)]))).toEqual(['201', '200']);
    const other = await calls.open([seat(2)]);
    expect(outcomeOf(await calls.checkout(other))).toBe('200');
    service.clock.advance(1);
    expect(await outcomes(calls.create(), calls.lock(id, [seat(3)]), calls.checkout(id))).toEqual([
      closed,
      closed,
      closed,
    ]);
    expect(await calls.cart(id)).toEqual({ seats: [seat(0), seat(1)], places: {} });
  });

  test('answers a repeated create or checkout after its start as before', async () => {
    const first = await calls.create('the-key');
    const paying = await frozen(0);
    const before = (await calls.get(paying)).body;
    service.clock.leap(untilStartMs);
    const again = await calls.create('the-key');
    expect([again.status, again.body.sessionId]).toEqual([200, first.body.sessionId]);
    const repeated = await calls.checkout(paying, selectionOf([seat(5)]));
    expect(repeated.status).toBe(200);
    const { serverTime: _, expiresInSeconds: __, ...rest } = before;
    expect(repeated.body).toMatchObject(rest);
    expect(outcomeOf(await calls.create('another-key'))).toBe(closed);
  });

  test('lets buyers read, unlock and cancel after its start', async () => {
    const [giving, leaving] = [await calls.open([seat(0), seat(1)]), await calls.open([seat(2)])];
    const paying = await frozen(3);
    service.clock.leap(untilStartMs);
    expect((await calls.get(giving)).body.cart.seats).toHaveLength(2);
    expect((await calls.unlock(giving, [seat(0)])).body.cart.seats).toHaveLength(1);
    expect((await calls.cancel(leaving)).body.state).toBe('CANCELLED');
    expect(outcomeOf(await calls.cancel(paying))).toBe('409 START_OVER_REQUIRED');
    expect((await calls.cancel(paying, { startOver: true })).body.state).toBe('CANCELLED');
  });

  test('accepts all private calls after its start', async () => {
    const [paying, other] = [await frozen(0), await calls.open([seat(1)])];
    service.clock.leap(untilStartMs);
    expect((await calls.confirm(paying, { reference: 'R' })).body.state).toBe('CONFIRMED');
    expect((await calls.replaceProperties(paying, { gate: 1 })).body.properties).toEqual({ gate: 1 });
    expect((await calls.release(paying)).body.state).toBe('CANCELLED');
    expect((await calls.withdraw(other)).body.state).toBe('CANCELLED');
    expect((await calls.read(paying)).status).toBe(200);
    expect((await calls.list()).body).toHaveLength(2);
    for (const verb of ['lock', 'sale', 'revertsale', 'directsale', 'revertsale', 'block', 'unblock'] as const) {
      expect([verb, (await calls.book(verb, bookingOf([seat(4)]))).body]).toEqual([verb, true]);
    }
  });

  test('is checked for its start after the session and the switch for public sessions, and before everything else', async () => {
    const [held, paying, gone] = [await calls.open([seat(0)]), await frozen(1), await calls.open()];
    succeeded(await calls.cancel(gone));
    service.clock.leap(untilStartMs);
    expect(await outcomes(calls.lock('x', []), calls.checkout('x'))).toEqual(Array(2).fill('404 ENTITY_NOT_FOUND'));
    const wrong = { seats: 'none' };
    expect(
      await outcomes(
        calls.lock(paying, [seat(2)]),
        calls.lock(gone, [seat(2)]),
        calls.checkout(gone),
        calls.callPublic(held, 'lock', wrong),
        calls.callPublic(held, 'lock', '{'),
        calls.callPublic(held, 'checkout', wrong),
        calls.lock(held, show.seats.slice(0, 18)),
        calls.lock(held, [999]),
        calls.lock(held, []),
      ),
    ).toEqual(Array(9).fill(closed));
    expect(outcomeOf(await calls.create('', {}))).toBe('400 VALIDATION_FAILED');
    const key = service.catalog.organization.token;
    const config = '/api/private/management/v2.0/session-config/';
    succeeded(await service.call('PUT', config, { key, body: { publicSessionsEnabled: false } }));
    expect(await outcomes(calls.create(), calls.lock(held, []), calls.checkout(held))).toEqual(
      Array(3).fill('403 NOT_ENABLED'),
    );
    await applySettings(service, {});
    const path = `/api/private/v2.0/events/${show.eventId}/status`;
    succeeded(await service.call('POST', path, { key, body: { status: 'ARCHIVED' } }));
    expect(outcomeOf(await calls.create())).toBe(closed);
  });

  test('is open or closed in the same way after a restart', async () => {
    const id = await calls.open([seat(0)]);
    const next = await service.restart();
    expect(outcomeOf(await sessionCalls(next, show).lock(id, [seat(1)]))).toBe('200');
    const later = await service.restart(untilStartMs);
    expect(outcomeOf(await sessionCalls(later, show).lock(id, [seat(2)]))).toBe(closed);
    expect((await sessionCalls(later, show).unlock(id, [seat(1)])).body.cart.seats).toHaveLength(1);
  });
});

describe('the same local start', () => {
  test('is earlier in an eastern time zone than in a western one', async () => {
    const start = localIn('Asia/Tokyo', service.clock.now() + 5_000);
    const [east, west] = [
      await openTestSeries(service, 'Asia/Tokyo'),
      await openTestSeries(service, 'America/New_York'),
    ];
    const [there, here] = [await east.add(start), await west.add(start)];
    service.clock.advance(6_000);
    expect(await outcomes(there.calls.create(), here.calls.create())).toEqual([closed, '201']);
    service.clock.advance(14 * 3_600_000);
    expect(outcomeOf(await here.calls.create())).toBe(closed);
  });

  test('does not close an event outside of a series, nor the template', async () => {
    const start = localIn('Europe/Berlin', service.clock.now() + 1_000);
    const key = service.catalog.organization.token;
    const path = '/api/private/v2.0/events/';
    for (const eventId of [series.template.eventId, (await openPricedShow(service)).eventId]) {
      const event = succeeded(await service.call('GET', `${path}${eventId}`, { key })).body;
      succeeded(await service.call('PUT', path, { key, body: { ...event, start, endDate: start } }));
    }
    service.clock.advance(48 * 3_600_000);
    const on = sessionCalls(service, series.template);
    const id = await on.open([series.template.seats[0] as number]);
    expect(await outcomes(on.checkout(id))).toEqual(['200']);
  });
});

test('an event of a series that is created after its start is closed from the beginning', async () => {
  const past = await series.add(localIn('Europe/Berlin', service.clock.now() - 1_000));
  expect(await outcomes(past.calls.create(), past.calls.book('directsale', bookingOf([seat(0)])))).toEqual([
    closed,
    '200',
  ]);
});
