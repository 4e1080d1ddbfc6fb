/** A series has one event for each start, for any number of requests, and gets none while it is not active. */
import { at, openTestSeries } from '../../support/series-calls.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const events = '/api/private/v2.0/events/';
const pricesOf = (eventId: string) => `/api/private/v2.0/event/${eventId}/prices/`;

useService();

describe('a start of a series', () => {
  test('has one event: a repeated request gets it with 200, in any notation of the start and with any other members', async () => {
    const { seriesId, calls } = await openTestSeries(service);
    const first = await calls.add(seriesId, at('2027-05-01T19:30'));
    expect(first.status).toBe(201);
    for (const body of [
      at('2027-05-01T19:30'),
      at('2027-05-01T19:30:00'),
      at('2027-05-01T19:30:00.000000000'),
      { start: '2027-05-01T19:30:00.0', end: '2027-06-01T00:00:00', name: 'Another' },
    ]) {
      expect(await calls.add(seriesId, body)).toMatchObject({ status: 200, body: first.body });
    }
    const other = await calls.add(seriesId, at('2027-05-01T19:30:00.000000001'));
    expect([other.status, other.body.start]).toEqual([201, '2027-05-01T19:30:00.000000001']);
    expect((await calls.events(seriesId)).body).toHaveLength(2);
  });

  test('gives one 201 and otherwise 200 to concurrent requests', async () => {
    const { seriesId, calls, template } = await openTestSeries(service);
    for (let round = 1; round <= 3; round++) {
      const start = `2027-06-0${round}T19:30`;
      const spellings = [start, `${start}:00`, `${start}:00.0`];
      const asked = Array.from({ length: 24 }, (_, place) => calls.add(seriesId, at(spellings[place % 3] as string)));
      const answers = await Promise.all(asked);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(23).fill(200), 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      const [{ body }] = answers as [(typeof answers)[number]];
      expect((await calls.ask('GET', pricesOf(body.id))).body.totalElements).toBe(template.prices.length);
    }
    expect((await calls.events(seriesId)).body).toHaveLength(3);
  });

  test('is separate in each series, and can be used again after its event was deleted', async () => {
    const first = await openTestSeries(service);
    const body = { name: 'Second', templateEventId: first.template.eventId, timeZone: 'Europe/Berlin' };
    const second = succeeded(await first.calls.create(body)).body;
    const { show } = await first.add('2027-05-01T19:30:00');
    expect((await first.calls.add(second.id, at('2027-05-01T19:30:00'))).status).toBe(201);
    expect((await first.calls.ask('DELETE', `${events}${show.eventId}`)).status).toBe(204);
    expect((await first.calls.events(first.seriesId)).body).toEqual([]);
    const again = await first.calls.add(first.seriesId, at('2027-05-01T19:30:00'));
    expect([again.status, again.body.id === show.eventId]).toEqual([201, false]);
  });

  test('may be the start of the template, which does not count as an event of the series', async () => {
    const { seriesId, calls, template } = await openTestSeries(service);
    const { body } = await calls.ask('GET', `${events}${template.eventId}`);
    const made = await calls.add(seriesId, at(body.start));
    expect([made.status, made.body.id === template.eventId]).toEqual([201, false]);
  });
});

describe('a series that is not active', () => {
  test.each(['pause', 'archive'] as const)(
    'after %s gets no new events but answers requests for existing ones',
    async (verb) => {
      const { seriesId, calls } = await openTestSeries(service);
      const first = succeeded(await calls.add(seriesId, at('2027-05-01T19:30:00'))).body;
      succeeded(await calls.move(seriesId, verb));
      const refused = await calls.add(seriesId, at('2027-05-02T19:30:00'));
      expect(outcomeOf(refused)).toBe('409 SERIES_NOT_BOOKABLE');
      expect(await calls.add(seriesId, at('2027-05-01T19:30'))).toMatchObject({ status: 200, body: first });
      expect((await calls.events(seriesId)).body).toEqual([first]);
    },
  );

  test('gets new events again after it was resumed', async () => {
    const { seriesId, calls } = await openTestSeries(service);
    succeeded(await calls.move(seriesId, 'pause'));
    succeeded(await calls.move(seriesId, 'resume'));
    expect((await calls.add(seriesId, at('2027-05-02T19:30:00'))).status).toBe(201);
  });

  test('does not affect the sale of its events', async () => {
    const series = await openTestSeries(service);
    const { show, calls } = await series.add('2027-05-01T19:30:00');
    succeeded(await series.calls.move(series.seriesId, 'archive'));
    const id = await calls.open([show.seats[0] as number]);
    succeeded(await calls.checkout(id));
    expect(succeeded(await calls.confirm(id)).body.state).toBe('CONFIRMED');
  });

  test('has another error code than an active series with an archived template', async () => {
    const { seriesId, calls, template } = await openTestSeries(service);
    succeeded(await calls.ask('POST', `${events}${template.eventId}/status`, { status: 'ARCHIVED' }));
    expect(outcomeOf(await calls.add(seriesId, at('2027-05-02T19:30:00')))).toBe('400 INVALID_SERIES_TEMPLATE');
    expect((await calls.events(seriesId)).body).toEqual([]);
  });
});
