/** Events of a series over HTTP: one for each start, with the prices of the template, bound to its start. */
import { sql } from 'slonik';
import { errorsOf } from '../../support/answers.ts';
import { at, openTestSeries, seriesCalls, type TestSeries } from '../../support/series-calls.ts';
import { makeEvent, openPricedShow } from '../../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const events = '/api/private/v2.0/events/';

useService();

const pricesOf = (eventId: string) => `/api/private/v2.0/event/${eventId}/prices/`;

async function readEvent({ calls }: TestSeries, eventId: string) {
  const prices = succeeded(await calls.ask('GET', pricesOf(eventId))).body.content;
  const { seatsOnEvent, groupsOnEvent } = succeeded(await calls.ask('GET', `${pricesOf(eventId)}assignments/`)).body;
  return { prices, seats: seatsOnEvent, groups: groupsOnEvent };
}

describe('a new event of a series', () => {
  test('is published, on the schema of the series, and named after the series and the start as sent', async () => {
    const { seriesId, template, calls } = await openTestSeries(service);
    const answer = await calls.add(seriesId, at('2027-05-01T19:30', '2027-05-01T22:00:00.500'));
    expect(answer).toMatchObject({ status: 201 });
    expect(answer.body).toEqual({
      id: expect.any(String),
      createdDate: expect.any(String),
      name: 'Run 2027-05-01T19:30',
      start: '2027-05-01T19:30:00',
      endDate: '2027-05-01T22:00:00.5',
      schemaId: template.schemaId,
      status: 'PUBLISHED',
    });
    expect((await calls.ask('GET', `${events}${answer.body.id}`)).body).toEqual(answer.body);
    expect((await calls.events(seriesId)).body).toEqual([answer.body]);
    const named = await calls.add(seriesId, { ...at('2027-05-02T19:30:00'), name: 'Gala' });
    expect([named.status, named.body.name]).toEqual([201, 'Gala']);
    expect((await calls.add(seriesId, { ...at('2027-05-03T19:30:00'), name: null })).body.name).toBe(
      'Run 2027-05-03T19:30:00',
    );
  });

  test('has a name within the limit that ends with its complete start, even if the series has a long name', async () => {
    const { template, calls } = await openTestSeries(service);
    const start = '2027-05-01T19:30:00.123456789';
    for (const [name, shown] of [
      ['x'.repeat(255), 'x'.repeat(225)],
      [`${'x'.repeat(224)}😀${'y'.repeat(20)}`, 'x'.repeat(224)],
      ['x'.repeat(225), 'x'.repeat(225)],
    ] as const) {
      const made = succeeded(await calls.create({ name, templateEventId: template.eventId, timeZone: 'UTC' })).body;
      const { body } = succeeded(await calls.add(made.id, at(start)));
      expect(body.name).toBe(`${shown} ${start}`);
    }
  });

  test.each([
    [{ start: undefined }, ['start NOT_NULL']],
    [{ start: null }, ['start NOT_NULL']],
    [{ start: 'tomorrow' }, ['start PATTERN']],
    [{ start: '2027-05-01T19:30:00Z' }, ['start PATTERN']],
    [{ start: '2027-02-29T19:30:00' }, ['start PATTERN']],
    [{ start: 5 }, ['start TYPE']],
    [{ end: undefined }, ['end NOT_NULL']],
    [{ end: '2027-13-01T00:00:00' }, ['end PATTERN']],
    [{ end: '2027-05-01T19:29:59.999999999' }, ['end MIN']],
    [{ name: '' }, ['name SIZE']],
    [{ name: 'x'.repeat(256) }, ['name SIZE']],
    [{ name: 5 }, ['name TYPE']],
  ])('with %j is refused', async (members, errors) => {
    const { seriesId, calls } = await openTestSeries(service);
    const answer = await calls.add(seriesId, { ...at('2027-05-01T19:30:00'), ...members });
    expect([outcomeOf(answer), errorsOf(answer)]).toEqual(['400 VALIDATION_FAILED', errors]);
    expect((await calls.events(seriesId)).body).toEqual([]);
  });

  test('gets copies of prices with new ids, assignments, places on sale and seat properties, but no bookings', async () => {
    const series = await openTestSeries(service);
    const { template, calls, seriesId } = series;
    const { seats, areas, prices, eventId } = template;
    const assign = (body: object) => calls.ask('POST', `${pricesOf(eventId)}assignments/`, body);
    succeeded(await calls.ask('PUT', pricesOf(eventId), [{ id: prices[0], name: '45.00 EUR', externalId: 'EXT' }]));
    const [third] = succeeded(await calls.ask('POST', pricesOf(eventId), [{ name: '99 Box', eventId }])).body;
    const properties = { view: 'pillar', rows: [1, null] };
    succeeded(await assign({ seats: [{ objectId: seats[7], assignmentId: third.id, properties }] }));
    succeeded(await assign({ groupOfSeats: [{ objectId: areas[0], assignmentId: third.id, activeCount: 12 }] }));
    const unassigned = { seats: [{ objectId: seats[17], assignmentId: prices[0] }] };
    succeeded(await calls.ask('DELETE', `${pricesOf(eventId)}assignments/`, unassigned));
    const on = sessionCalls(service, template);
    await on.open([seats[0] as number], [[areas[0], 2]]);
    succeeded(await on.book('lock', bookingOf([seats[1]], [[areas[0], 1]])));
    succeeded(await on.book('directsale', bookingOf([seats[2]], [[areas[0], 3]])));
    succeeded(await on.book('block', bookingOf([seats[3]])));

    const { id } = succeeded(await calls.add(seriesId, at('2027-05-01T19:30:00'))).body;
    const [before, after] = [await readEvent(series, eventId), await readEvent(series, id)];
    const plain = ({ name, externalId }: { name: string; externalId: string | null }) => ({ name, externalId });
    expect(after.prices.map(plain)).toEqual(before.prices.map(plain));
    expect(after.prices.map((price: { eventId: string }) => price.eventId)).toEqual([id, id, id]);
    const idOf = new Map(
      before.prices.map((price: { id: number }, place: number) => [price.id, after.prices[place].id]),
    );
    expect(new Set([...idOf.keys(), ...idOf.values()]).size).toBe(6);
    expect(after.seats).toEqual(
      before.seats.map((seat: { priceId: number | null }) => ({
        ...seat,
        priceId: idOf.get(seat.priceId) ?? null,
        state: 'ACTIVE',
        holdType: null,
        booking: null,
      })),
    );
    expect(after.seats[7]).toMatchObject({ properties, priceName: '99 Box' });
    expect(
      after.groups.map(({ activeCount, held, sold }: Record<string, number>) => [activeCount, held, sold]),
    ).toEqual([
      [12, 0, 0],
      [4, 0, 0],
    ]);
    expect(after.groups.map(({ priceName }: { priceName: string }) => priceName)).toEqual(['99 Box', '29.50 EUR']);
  });

  test('is independent of its template: later changes of one do not change the other', async () => {
    const series = await openTestSeries(service);
    const { show } = await series.add('2027-05-01T19:30:00');
    const before = await readEvent(series, show.eventId);
    const { template, calls } = series;
    succeeded(await calls.ask('PUT', pricesOf(template.eventId), [{ id: template.prices[0], name: '46.00 EUR' }]));
    expect(await readEvent(series, show.eventId)).toEqual(before);
    succeeded(await calls.ask('PUT', pricesOf(show.eventId), [{ id: show.prices[0], name: '47.00 EUR' }]));
    expect((await readEvent(series, template.eventId)).prices[0].name).toBe('46.00 EUR');
  });

  test('is sold like any other event, also after a restart', async () => {
    const series = await openTestSeries(service);
    const { show, calls } = await series.add('2027-05-01T19:30:00');
    const id = await calls.open([show.seats[0] as number], [[show.areas[1], 4]]);
    expect((await calls.get(id)).body.total).toBe(45 + 4 * 29.5);
    expect(outcomeOf(await calls.lock(await calls.open(), [], [[show.areas[1], 1]]))).toBe('409 SEAT_CONFLICT');
    const again = sessionCalls(await service.restart(), show);
    expect(await again.cart(id)).toEqual({ seats: [show.seats[0]], places: { [show.areas[1] as number]: 4 } });
  });

  test('is created with a projection that matches its journal, and is not activated', async () => {
    const series = await openTestSeries(service);
    const { show } = await series.add('2027-05-01T19:30:00');
    const { pool } = service.catalog;
    const number = await pool.oneFirst(sql.unsafe`select number from event where id = ${show.eventId}`);
    const heads = sql.unsafe`
      select head_seq as head, projected_seq as projected, owner.node
      from event_owner as owner join event_projection using (event_number) where event_number = ${number as number}
    `;
    const areas = sql.unsafe`
      select area, available, held, locked, blocked, sold, price_id as price
      from area_booking where event_number = ${number as number} order by area
    `;
    expect(await pool.any(areas)).toEqual([
      { area: 0, available: 20, held: 0, locked: 0, blocked: 0, sold: 0, price: show.prices[1] },
      { area: 1, available: 4, held: 0, locked: 0, blocked: 0, sold: 0, price: show.prices[1] },
    ]);
    const fresh = succeeded(await series.calls.add(series.seriesId, at('2027-05-02T19:30:00'))).body;
    const freshNumber = await pool.oneFirst(sql.unsafe`select number from event where id = ${fresh.id}`);
    expect(
      await pool.one(sql.unsafe`
        select head_seq as head, projected_seq as projected, owner.node
        from event_owner as owner join event_projection using (event_number)
        where event_number = ${freshNumber as number}
      `),
    ).toEqual({ head: 1, projected: 1, node: null });
    expect(await pool.one(heads)).toMatchObject({ head: 1, projected: 1 });
  });

  test('can be created from a template without prices', async () => {
    const { template, calls } = await openTestSeries(service);
    const templateEventId = await makeEvent(service, template.schemaId);
    const { id } = succeeded(await calls.create({ name: 'S', templateEventId, timeZone: 'UTC' })).body;
    const made = succeeded(await calls.add(id, at('2027-05-01T19:30:00'))).body;
    const { seatsOnEvent } = succeeded(await calls.ask('GET', `${pricesOf(made.id)}assignments/`)).body;
    expect(seatsOnEvent).toHaveLength(template.seats.length);
    const { schemaId } = await openPricedShow(service);
    expect(outcomeOf(await calls.ask('PUT', events, { ...made, schemaId }))).toBe('409 DATA_INTEGRITY_VIOLATION');
  });
});

describe('the events of a series', () => {
  test('are listed completely, earliest first', async () => {
    const { seriesId, calls } = await openTestSeries(service);
    const starts = [
      '2027-05-10T19:30:00',
      '2027-05-02T19:30:00.5',
      '2027-05-02T19:30:00',
      '0999-12-31T23:59:59',
      '2027-05-02T19:30:00.000000001',
      '9999-12-31T23:59:59',
    ];
    for (const start of starts) succeeded(await calls.add(seriesId, at(start)));
    for (let day = 10; day < 32; day++) succeeded(await calls.add(seriesId, at(`2027-07-${day}T10:00:00`)));
    const { status, body } = await calls.events(seriesId);
    expect([status, body.length]).toEqual([200, 28]);
    const listed = body.map(({ start }: { start: string }) => start);
    expect(listed.slice(0, 5)).toEqual([starts[3], starts[2], starts[4], starts[1], starts[0]]);
    expect(listed.at(-1)).toBe('9999-12-31T23:59:59');
  });

  test('cannot change their start and schema, and may change name and end', async () => {
    const series = await openTestSeries(service);
    const { calls, seriesId } = series;
    const event = succeeded(await calls.add(seriesId, at('2027-05-01T19:30:00', '2027-05-01T22:00:00'))).body;
    for (const start of ['2027-05-01T19:30:00.001', '2027-05-01T18:30:00', '2028-05-01T19:30']) {
      const refused = await calls.ask('PUT', events, { ...event, name: 'New', start, endDate: '2029-01-01T00:00:00' });
      expect(outcomeOf(refused)).toBe('409 EVENT_BOUND_TO_SERIES');
    }
    const { schemaId } = await openPricedShow(service, rowsHall);
    expect(outcomeOf(await calls.ask('PUT', events, { ...event, schemaId }))).toBe('409 DATA_INTEGRITY_VIOLATION');
    expect((await calls.ask('GET', `${events}${event.id}`)).body).toEqual(event);
    const changed = { ...event, name: 'New', endDate: '2027-05-02T01:00:00' };
    const sent = { ...changed, start: '2027-05-01T19:30:00.000' };
    expect(await calls.ask('PUT', events, sent)).toMatchObject({ status: 200, body: changed });
    expect((await calls.events(seriesId)).body).toEqual([changed]);
  });

  test('are not visible to other organizations', async () => {
    const series = await openTestSeries(service);
    await series.add('2027-05-01T19:30:00');
    const theirs = seriesCalls(service, { key: service.catalog.other.token });
    expect(outcomeOf(await theirs.events(series.seriesId))).toBe('404 ENTITY_NOT_FOUND');
    expect(outcomeOf(await theirs.add(series.seriesId, at('2027-05-01T19:30:00')))).toBe('404 ENTITY_NOT_FOUND');
  });
});

test('the start of an event outside of a series may change, also of a template', async () => {
  const { calls, template } = await openTestSeries(service);
  const event = succeeded(await calls.ask('GET', `${events}${template.eventId}`)).body;
  const moved = { ...event, start: '2027-04-01T10:00:00' };
  expect(await calls.ask('PUT', events, moved)).toMatchObject({ status: 200, body: moved });
});
