/** The booked seats of a whole series: every seat that a session holds or bought, as the read of its event shows it. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'slonik';
import { at, openRun, type Run, seriesCalls } from '../../support/series-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, fine, outcomeOf, type SessionCalls } from '../../support/session-calls.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ MAX_SEATS_PER_SESSION: '1000' });
});

afterAll(() => service.close());

interface Entry {
  readonly eventId: string;
  readonly start: string;
  readonly seat: { readonly id: number; readonly booking: { readonly reference: string; readonly properties: object } };
}

const entriesOf = async ({ calls, seriesId }: Run, query = ''): Promise<Entry[]> =>
  fine(await calls.assignments(seriesId, query)).body;

async function confirmed(calls: SessionCalls, seats: readonly number[], body: unknown): Promise<string> {
  const id = await calls.open(seats);
  fine(await calls.checkout(id));
  fine(await calls.confirm(id, body));
  return id;
}

/** The seats that the reads of the single events show, as entries of the series read. */
async function shownByEvents({ calls, seriesId }: Run, reference?: string) {
  const entries = [];
  for (const { id, name, start } of fine(await calls.events(seriesId)).body) {
    const query = reference === undefined ? '' : `?reference=${encodeURIComponent(reference)}`;
    const path = `/api/private/v2.0/event/${id}/prices/assignments/${query}`;
    for (const seat of fine(await calls.ask('GET', path)).body.seatsOnEvent) {
      if (seat.booking !== null) entries.push({ eventId: id, eventName: name, start, seat });
    }
  }
  return entries;
}

/** The entries as the read of an event without a reference shows them. */
const withoutProperties = (entries: readonly Entry[]) =>
  entries.map(({ seat, ...event }) => {
    const { properties: _, ...booking } = seat.booking;
    return { ...event, seat: { ...seat, booking } };
  });

describe('the booked seats of a series', () => {
  test('are those that sessions hold or bought on any of its events, earliest event first', async () => {
    const run = await openRun(service);
    const { template } = run;
    const odd = { reference: 'R "1"\n\\ é', properties: { channel: 'web', odd: '\n" é' } };
    fine(
      await run.calls.ask('POST', `/api/private/v2.0/event/${template.eventId}/prices/assignments/`, {
        seats: [{ objectId: template.seats[1], assignmentId: template.prices[1], properties: { view: 'pillar' } }],
      }),
    );
    const late = await run.add('2027-05-03T19:30:00');
    const early = await run.add('2027-05-01T19:30:00');
    await run.add('2027-05-02T19:30:00');
    const { seats, areas } = template;
    const pick = (...indices: number[]) => indices.map((index) => seats[index] as number);
    await confirmed(late.calls, pick(1, 0), odd);
    const holding = await early.calls.open(pick(17, 3), [[areas[0], 2]]);
    await confirmed(early.calls, pick(5), {});
    fine(await early.calls.checkout(await early.calls.open(pick(7))));
    fine(await early.calls.book('lock', bookingOf(pick(9))));
    fine(await early.calls.book('directsale', bookingOf(pick(10))));
    fine(await early.calls.book('block', bookingOf(pick(11))));

    const entries = await entriesOf(run);
    const places = entries.map(({ start, seat }) => [start.slice(8, 10), seats.indexOf(seat.id)]);
    expect(places).toEqual([
      ['01', 3],
      ['01', 5],
      ['01', 7],
      ['01', 17],
      ['03', 0],
      ['03', 1],
    ]);
    expect(withoutProperties(entries)).toEqual(await shownByEvents(run));
    expect(entries[5]).toMatchObject({
      eventName: 'Run 2027-05-03T19:30:00',
      seat: { state: 'SOLD', holdType: 'CART', priceName: '29.50 EUR', properties: { view: 'pillar' }, booking: odd },
    });
    expect(entries[0]?.seat).toMatchObject({
      state: 'LOCKED',
      booking: { sessionId: holding, reference: null, properties: {} },
    });
  });

  test('are current: without seats that were given back, cancelled, released, expired or reverted', async () => {
    const run = await openRun(service);
    const { show, calls } = await run.add('2028-05-01T19:30:00');
    const seat = (index: number) => show.seats[index] as number;
    const shown = async () => (await entriesOf(run)).map(({ seat: { id } }) => show.seats.indexOf(id));
    const [a, b] = [await calls.open([seat(0), seat(1)]), await calls.open([seat(2)])];
    const c = await confirmed(calls, [seat(3), seat(4)], {});
    await calls.open([seat(5)]);
    expect(await shown()).toEqual([0, 1, 2, 3, 4, 5]);
    fine(await calls.unlock(a, [seat(0)]));
    expect(await shown()).toEqual([1, 2, 3, 4, 5]);
    fine(await calls.cancel(b));
    fine(await calls.book('revertsale', bookingOf([seat(3)])));
    expect(await shown()).toEqual([1, 4, 5]);
    fine(await calls.book('directsale', bookingOf([seat(3)])));
    fine(await calls.release(c));
    expect(await shown()).toEqual([1, 5]);
    fine(await calls.lock(a, [seat(0)]));
    expect(await shown()).toEqual([0, 1, 5]);
    service.clock.advance(16 * 60_000);
    fine(await calls.get(a));
    expect(await shown()).toEqual([]);
  });

  test('show the current name of their price and the current properties of the seat', async () => {
    const run = await openRun(service);
    const { show, calls } = await run.add('2027-05-01T19:30:00');
    await calls.open(show.seats.slice(0, 2));
    expect(await entriesOf(run)).toHaveLength(2);
    const path = `/api/private/v2.0/event/${show.eventId}/prices/`;
    fine(await run.calls.ask('PUT', path, [{ id: show.prices[0], name: '50 "new", {name}\\' }]));
    const properties = { wheelchair: true };
    const line = { objectId: show.seats[1], assignmentId: show.prices[0], properties };
    fine(await run.calls.ask('POST', `${path}assignments/`, { seats: [line] }));
    const entries = await entriesOf(run);
    expect(entries.map(({ seat }) => seat)).toMatchObject([
      { priceName: '50 "new", {name}\\', properties: {} },
      { priceName: '50 "new", {name}\\', properties },
    ]);
    expect(withoutProperties(entries)).toEqual(await shownByEvents(run));
  });

  test('by reference are those of the sessions with this reference, with their properties', async () => {
    const run = await openRun(service);
    const [first, second] = [await run.add('2027-05-01T19:30:00'), await run.add('2027-05-02T19:30:00')];
    const pick = (...indices: number[]) => indices.map((index) => run.template.seats[index] as number);
    const other = await confirmed(second.calls, pick(4, 2), { reference: 'R', properties: { n: 2 } });
    const id = await confirmed(first.calls, pick(1, 0), { reference: 'R', properties: { n: 1 } });
    await confirmed(first.calls, pick(6), { reference: 'r' });
    await confirmed(first.calls, pick(7), {});
    const entries = await entriesOf(run, '?reference=R');
    expect(entries.map(({ seat }) => run.template.seats.indexOf(seat.id))).toEqual([0, 1, 2, 4]);
    expect(entries.map(({ seat }) => seat.booking.properties)).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }, { n: 2 }]);
    expect(entries).toEqual(await shownByEvents(run, 'R'));
    fine(await first.calls.replaceProperties(id, { n: 3 }));
    expect((await entriesOf(run, '?reference=R'))[0]?.seat.booking.properties).toEqual({ n: 3 });
    fine(await first.calls.book('revertsale', bookingOf(pick(0))));
    fine(await second.calls.release(other));
    expect((await entriesOf(run, '?reference=R')).map(({ seat }) => run.template.seats.indexOf(seat.id))).toEqual([1]);
    expect(await entriesOf(run, '?reference=none')).toEqual([]);
    expect(await entriesOf(run, '?reference=')).toEqual([]);
  });

  test('of an empty series are an empty list, and a reference that is too long is refused', async () => {
    const run = await openRun(service);
    expect(await entriesOf(run)).toEqual([]);
    expect(await entriesOf(run, '?reference=R')).toEqual([]);
    await run.add('2027-05-01T19:30:00');
    expect(await entriesOf(run)).toEqual([]);
    const answer = await run.calls.assignments(run.seriesId, `?reference=${'x'.repeat(256)}`);
    expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
    const theirs = seriesCalls(service, { key: service.catalog.other.token });
    expect(outcomeOf(await theirs.assignments(run.seriesId))).toBe('404 ENTITY_NOT_FOUND');
  });

  test('are complete and in order for events larger and smaller than a page', async () => {
    const rows = Array.from({ length: 25 }, (_, row) => ({ name: `${row}`, seatCount: 100 }));
    const run = await openRun(service, 'UTC', { name: 'Arena', sections: [{ name: 'S', rows }] });
    const { seats } = run.template;
    const taken = [2_500, 0, 700, 900, 600, 1, 2_000];
    const expected: [string, number][] = [];
    for (const [day, count] of taken.entries()) {
      const { show, calls } = await run.add(`2027-05-1${day}T19:30:00`);
      const wanted = seats.slice(seats.length - count);
      for (let from = 0; from < count; from += 1_000) await calls.open(wanted.slice(from, from + 1_000));
      expected.push(...wanted.map((id): [string, number] => [show.eventId, id]));
    }
    const entries = await entriesOf(run);
    expect(entries.length).toBe(expected.length);
    expect(entries.map(({ eventId, seat }) => [eventId, seat.id])).toEqual(expected);
  });
});

test('reading the booked seats of a series activates only the events that have changed', async () => {
  const run = await openRun(service);
  const shows = [];
  for (let day = 10; day < 20; day++) shows.push(await run.add(`2027-05-${day}T19:30:00`));
  await shows[3]?.calls.open(run.template.seats.slice(0, 2));
  const before = await entriesOf(run);
  expect(before).toHaveLength(2);
  await shows[7]?.calls.open(run.template.seats.slice(4, 5));
  const next = await service.restart();
  const alive = await next.metric('usher_live_events');
  const reader = seriesCalls(next);
  expect(fine(await reader.assignments(run.seriesId)).body).toHaveLength(3);
  expect(await next.metric('usher_live_events')).toBeLessThanOrEqual(alive + 1);
  expect((await reader.events(run.seriesId)).body).toHaveLength(10);
});

test('a series is deleted with its organization', async () => {
  const { tenant } = service.catalog;
  const path = '/api/private/management/v2.0/organizations/';
  const admin = { firstName: 'A', lastName: 'B', password: 'open sesame', email: 'series@example.org' };
  const made = fine(await service.call('POST', path, { key: tenant.key, body: { name: 'Gone', ...admin } })).body;
  const key = tenant.token;
  const headers = { 'X-Organization-ID': String(made.id) };
  const calls = seriesCalls(service, { key, headers });
  const layout = { name: 'H', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 2 }] }] };
  const schema = fine(await calls.ask('POST', '/api/private/v2.0/schemas/', layout)).body;
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
  const template = fine(
    await calls.ask('POST', '/api/private/v2.0/events/', { name: 'T', schemaId: schema.id, ...dates }),
  ).body;
  const { id } = fine(await calls.create({ name: 'S', templateEventId: template.id, timeZone: 'UTC' })).body;
  fine(await calls.add(id, at('2027-05-01T19:30:00')));
  expect((await service.call('DELETE', `${path}${made.id}`, { key: tenant.key })).status).toBe(204);
  expect(outcomeOf(await calls.read(id))).toBe('403 ACCESS_DENIED');
  expect(await service.catalog.pool.exists(sql.unsafe`select from series where organization_id = ${made.id}`)).toBe(
    false,
  );
});
