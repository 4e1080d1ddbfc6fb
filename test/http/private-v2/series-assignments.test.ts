/** The booked seats of a whole series: every seat that a session holds or bought, as the read of its event shows it. */
import { sql } from 'slonik';
import { at, openTestSeries, seriesCalls, type TestSeries } from '../../support/series-calls.ts';
import { bookingOf, outcomeOf, type SessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

useService({ MAX_SEATS_PER_SESSION: '1000' });

interface Entry {
  readonly eventId: string;
  readonly start: string;
  readonly seat: { readonly id: number; readonly booking: { readonly reference: string; readonly properties: object } };
}

const entriesOf = async ({ calls, seriesId }: TestSeries, query = ''): Promise<Entry[]> =>
  succeeded(await calls.assignments(seriesId, query)).body;

async function confirmed(calls: SessionCalls, seats: readonly number[], body: unknown): Promise<string> {
  const id = await calls.open(seats);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, body));
  return id;
}

/** The seats that the reads of the single events show, as entries of the series read. */
async function shownByEvents({ calls, seriesId }: TestSeries, reference?: string) {
  const entries = [];
  for (const { id, name, start } of succeeded(await calls.events(seriesId)).body) {
    const query = reference === undefined ? '' : `?reference=${encodeURIComponent(reference)}`;
    const path = `/api/private/v2.0/event/${id}/prices/assignments/${query}`;
    for (const seat of succeeded(await calls.ask('GET', path)).body.seatsOnEvent) {
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
    const series = await openTestSeries(service);
    const { template } = series;
    const odd = { reference: 'R "1"\n\\ é', properties: { channel: 'web', odd: '\n" é' } };
    succeeded(
      await series.calls.ask('POST', `/api/private/v2.0/event/${template.eventId}/prices/assignments/`, {
        seats: [{ objectId: template.seats[1], assignmentId: template.prices[1], properties: { view: 'pillar' } }],
      }),
    );
    const late = await series.add('2027-05-03T19:30:00');
    const early = await series.add('2027-05-01T19:30:00');
    await series.add('2027-05-02T19:30:00');
    const { seats, areas } = template;
    const pick = (...indices: number[]) => indices.map((index) => seats[index] as number);
    await confirmed(late.calls, pick(1, 0), odd);
    const holding = await early.calls.open(pick(17, 3), [[areas[0], 2]]);
    await confirmed(early.calls, pick(5), {});
    succeeded(await early.calls.checkout(await early.calls.open(pick(7))));
    succeeded(await early.calls.book('lock', bookingOf(pick(9))));
    succeeded(await early.calls.book('directsale', bookingOf(pick(10))));
    succeeded(await early.calls.book('block', bookingOf(pick(11))));

    const entries = await entriesOf(series);
    const places = entries.map(({ start, seat }) => [start.slice(8, 10), seats.indexOf(seat.id)]);
    expect(places).toEqual([
      ['01', 3],
      ['01', 5],
      ['01', 7],
      ['01', 17],
      ['03', 0],
      ['03', 1],
    ]);
    expect(withoutProperties(entries)).toEqual(await shownByEvents(series));
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
    const series = await openTestSeries(service);
    const { show, calls } = await series.add('2028-05-01T19:30:00');
    const seat = (index: number) => show.seats[index] as number;
    const shown = async () => (await entriesOf(series)).map(({ seat: { id } }) => show.seats.indexOf(id));
    const [a, b] = [await calls.open([seat(0), seat(1)]), await calls.open([seat(2)])];
    const c = await confirmed(calls, [seat(3), seat(4)], {});
    await calls.open([seat(5)]);
    expect(await shown()).toEqual([0, 1, 2, 3, 4, 5]);
    succeeded(await calls.unlock(a, [seat(0)]));
    expect(await shown()).toEqual([1, 2, 3, 4, 5]);
    succeeded(await calls.cancel(b));
    succeeded(await calls.book('revertsale', bookingOf([seat(3)])));
    expect(await shown()).toEqual([1, 4, 5]);
    succeeded(await calls.book('directsale', bookingOf([seat(3)])));
    succeeded(await calls.release(c));
    expect(await shown()).toEqual([1, 5]);
    succeeded(await calls.lock(a, [seat(0)]));
    expect(await shown()).toEqual([0, 1, 5]);
    service.clock.advance(16 * 60_000);
    succeeded(await calls.get(a));
    expect(await shown()).toEqual([]);
  });

  test('show the current name of their price and the current properties of the seat', async () => {
    const series = await openTestSeries(service);
    const { show, calls } = await series.add('2027-05-01T19:30:00');
    await calls.open(show.seats.slice(0, 2));
    expect(await entriesOf(series)).toHaveLength(2);
    const path = `/api/private/v2.0/event/${show.eventId}/prices/`;
    succeeded(await series.calls.ask('PUT', path, [{ id: show.prices[0], name: '50 "new", {name}\\' }]));
    const properties = { wheelchair: true };
    const line = { objectId: show.seats[1], assignmentId: show.prices[0], properties };
    succeeded(await series.calls.ask('POST', `${path}assignments/`, { seats: [line] }));
    const entries = await entriesOf(series);
    expect(entries.map(({ seat }) => seat)).toMatchObject([
      { priceName: '50 "new", {name}\\', properties: {} },
      { priceName: '50 "new", {name}\\', properties },
    ]);
    expect(withoutProperties(entries)).toEqual(await shownByEvents(series));
  });

  test('by reference are those of the sessions with this reference, with their properties', async () => {
    const series = await openTestSeries(service);
    const [first, second] = [await series.add('2027-05-01T19:30:00'), await series.add('2027-05-02T19:30:00')];
    const pick = (...indices: number[]) => indices.map((index) => series.template.seats[index] as number);
    const other = await confirmed(second.calls, pick(4, 2), { reference: 'R', properties: { n: 2 } });
    const id = await confirmed(first.calls, pick(1, 0), { reference: 'R', properties: { n: 1 } });
    await confirmed(first.calls, pick(6), { reference: 'r' });
    await confirmed(first.calls, pick(7), {});
    const entries = await entriesOf(series, '?reference=R');
    expect(entries.map(({ seat }) => series.template.seats.indexOf(seat.id))).toEqual([0, 1, 2, 4]);
    expect(entries.map(({ seat }) => seat.booking.properties)).toEqual([{ n: 1 }, { n: 1 }, { n: 2 }, { n: 2 }]);
    expect(entries).toEqual(await shownByEvents(series, 'R'));
    succeeded(await first.calls.replaceProperties(id, { n: 3 }));
    expect((await entriesOf(series, '?reference=R'))[0]?.seat.booking.properties).toEqual({ n: 3 });
    succeeded(await first.calls.book('revertsale', bookingOf(pick(0))));
    succeeded(await second.calls.release(other));
    expect((await entriesOf(series, '?reference=R')).map(({ seat }) => series.template.seats.indexOf(seat.id))).toEqual(
      [1],
    );
    expect(await entriesOf(series, '?reference=none')).toEqual([]);
    expect(await entriesOf(series, '?reference=')).toEqual([]);
  });

  test('of an empty series are an empty list, and a reference that is too long is refused', async () => {
    const series = await openTestSeries(service);
    expect(await entriesOf(series)).toEqual([]);
    expect(await entriesOf(series, '?reference=R')).toEqual([]);
    await series.add('2027-05-01T19:30:00');
    expect(await entriesOf(series)).toEqual([]);
    const answer = await series.calls.assignments(series.seriesId, `?reference=${'x'.repeat(256)}`);
    expect(outcomeOf(answer)).toBe('400 VALIDATION_FAILED');
    const theirs = seriesCalls(service, { key: service.catalog.other.token });
    expect(outcomeOf(await theirs.assignments(series.seriesId))).toBe('404 ENTITY_NOT_FOUND');
  });

  test('are complete and in order for events larger and smaller than a page', async () => {
    const rows = Array.from({ length: 25 }, (_, row) => ({ name: `${row}`, seatCount: 100 }));
    const series = await openTestSeries(service, 'UTC', { name: 'Arena', sections: [{ name: 'S', rows }] });
    const { seats } = series.template;
    const taken = [2_500, 0, 700, 900, 600, 1, 2_000];
    const expected: [string, number][] = [];
    for (const [day, count] of taken.entries()) {
      const { show, calls } = await series.add(`2027-05-1${day}T19:30:00`);
      const wanted = seats.slice(seats.length - count);
      for (let from = 0; from < count; from += 1_000) await calls.open(wanted.slice(from, from + 1_000));
      expected.push(...wanted.map((id): [string, number] => [show.eventId, id]));
    }
    const entries = await entriesOf(series);
    expect(entries.length).toBe(expected.length);
    expect(entries.map(({ eventId, seat }) => [eventId, seat.id])).toEqual(expected);
  });
});

test('reading the booked seats of a series activates only the events that have changed', async () => {
  const series = await openTestSeries(service);
  const shows = [];
  for (let day = 10; day < 20; day++) shows.push(await series.add(`2027-05-${day}T19:30:00`));
  await shows[3]?.calls.open(series.template.seats.slice(0, 2));
  const before = await entriesOf(series);
  expect(before).toHaveLength(2);
  await shows[7]?.calls.open(series.template.seats.slice(4, 5));
  const next = await service.restart();
  const alive = await next.metric('usher_live_events');
  const reader = seriesCalls(next);
  expect(succeeded(await reader.assignments(series.seriesId)).body).toHaveLength(3);
  expect(await next.metric('usher_live_events')).toBeLessThanOrEqual(alive + 1);
  expect((await reader.events(series.seriesId)).body).toHaveLength(10);
});

test('a series is deleted with its organization', async () => {
  const { tenant } = service.catalog;
  const path = '/api/private/management/v2.0/organizations/';
  const admin = { firstName: 'A', lastName: 'B', password: 'open sesame', email: 'series@example.org' };
  const made = succeeded(await service.call('POST', path, { key: tenant.key, body: { name: 'Gone', ...admin } })).body;
  const key = tenant.token;
  const headers = { 'X-Organization-ID': String(made.id) };
  const calls = seriesCalls(service, { key, headers });
  const layout = { name: 'H', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 2 }] }] };
  const schema = succeeded(await calls.ask('POST', '/api/private/v2.0/schemas/', layout)).body;
  const dates = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
  const template = succeeded(
    await calls.ask('POST', '/api/private/v2.0/events/', { name: 'T', schemaId: schema.id, ...dates }),
  ).body;
  const { id } = succeeded(await calls.create({ name: 'S', templateEventId: template.id, timeZone: 'UTC' })).body;
  succeeded(await calls.add(id, at('2027-05-01T19:30:00')));
  expect((await service.call('DELETE', `${path}${made.id}`, { key: tenant.key })).status).toBe(204);
  expect(outcomeOf(await calls.read(id))).toBe('403 ACCESS_DENIED');
  expect(await service.catalog.pool.exists(sql.unsafe`select from series where organization_id = ${made.id}`)).toBe(
    false,
  );
});
