/** Defining, listing, changing and deleting the prices of an event over HTTP. */
import { errorsOf } from '../../support/answers.ts';
import { openShow } from '../../support/catalog.ts';
import { openPricedShow } from '../../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

let eventId: string;
let path: string;

useService();

beforeEach(async () => {
  eventId = (await openShow(service.catalog)).event.id;
  path = `/api/private/v2.0/event/${eventId}/prices/`;
});

describe('prices', () => {
  test('are answered in the order sent, with ids', async () => {
    const sent = [
      { name: '50', eventId: eventId.toUpperCase() },
      { id: null, name: '40 EUR', externalId: 'X-1' },
    ];
    const { status, body } = await ask('POST', path, sent);
    expect(status).toBe(201);
    expect(body).toEqual([
      { id: expect.any(Number), name: '50', eventId, externalId: null },
      { id: body[0].id + 1, name: '40 EUR', eventId, externalId: 'X-1' },
    ]);
  });

  test('are answered with a warning when the amount that was read is probably not the one that was meant', async () => {
    const { body } = await ask('POST', path, [{ name: '1.234,50' }, { name: '45.00 EUR' }]);
    const [first, second] = body;
    expect(first.warnings).toEqual([expect.stringMatching(/^The amount of this price is read as 1\.234\. /)]);
    expect(second).not.toHaveProperty('warnings');
    const renamed = await ask('PUT', path, [
      { id: first.id, name: '1234.50' },
      { id: second.id, name: '.5' },
    ]);
    expect(renamed.body[0]).not.toHaveProperty('warnings');
    expect(renamed.body[1].warnings).toEqual([expect.stringContaining('is read as 0.')]);
    const { content } = (await ask('GET', path)).body;
    expect(content.some((price: object) => 'warnings' in price)).toBe(false);
  });

  test('are answered with a warning when the name says another amount than the price has', async () => {
    let made = 0;
    const warned = async (name: string, amount: number, currency = 'EUR'): Promise<readonly string[]> => {
      const { body } = await ask('POST', path, [{ name, amount, currency }]);
      made = body[0].id;
      return body[0].warnings ?? [];
    };
    const saying = (amount: string) => [`The name of this price says another amount than the price has: ${amount}.`];
    expect(await warned('45.00 EUR, gold', 5_000)).toEqual(saying('50.00 EUR'));
    expect(await warned('45.00 EUR, silver', 4_500, 'USD')).toEqual(saying('45.00 USD'));
    expect(await warned('45', 4_550)).toEqual(saying('45.50 EUR'));
    expect(await warned('45.50 Stalls', 4_500)).toEqual(saying('45.00 EUR'));
    expect(await warned('4500 JPY', 45, 'JPY')).toEqual(saying('45 JPY'));
    const fitting = ['045.00 EUR', '45 EUR', '45.0 Stalls', '2 for 1', '1. Balcony', 'Stalls 30'];
    for (const name of fitting) expect(await warned(name, 4_500)).toEqual([]);
    const renamed = await ask('PUT', path, [{ id: made, name: '46' }]);
    expect(renamed.body[0].warnings).toEqual(saying('45.00 EUR'));
  });

  test('are listed in pages, sorted as requested', async () => {
    await ask('POST', path, [{ name: 'b' }, { name: 'c' }, { name: 'a' }]);
    const listed = async (query: string) => {
      const { body } = await ask('GET', `${path}${query}`);
      return [body.content.map(({ name }: { name: string }) => name), body.totalElements, body.last];
    };
    expect(await listed('')).toEqual([['b', 'c', 'a'], 3, true]);
    expect(await listed('?sort=name,desc&size=2')).toEqual([['c', 'b'], 3, false]);
    expect(await listed('?sort=name&size=2&page=1')).toEqual([['c'], 3, true]);
    expect((await ask('GET', `${path}?sort=amount`)).status).toBe(400);
  });

  test('may be an empty list', async () => {
    expect(await ask('POST', path, [])).toMatchObject({ status: 201, body: [] });
  });

  test('are all refused if one name is taken', async () => {
    await ask('POST', path, [{ name: '50' }]);
    for (const names of [
      ['60', '50'],
      ['70', '70'],
    ]) {
      const { status, body } = await ask(
        'POST',
        path,
        names.map((name) => ({ name })),
      );
      expect([status, body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
    }
    expect((await ask('GET', path)).body.totalElements).toBe(1);
  });

  test.each([
    ['without a name', [{ name: '1' }, {}], '[1].name NOT_NULL'],
    [
      'for another event',
      [{ name: '1', eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001' }],
      '[0].eventId UNKNOWN_VALUE',
    ],
    ['with an id', [{ id: 5, name: '1' }], '[0].id NULL'],
  ])('%s are refused', async (_, sent, error) => {
    const answer = await ask('POST', path, sent);
    expect([answer.status, ...errorsOf(answer)]).toEqual([400, error]);
  });
});

describe('changing prices', () => {
  test('gives them other names and external ids, in the order sent', async () => {
    const [a, b] = (await ask('POST', path, [{ name: '10' }, { name: '20', externalId: 'X' }])).body;
    const { status, body } = await ask('PUT', path, [
      { ...b, name: '10' },
      { id: a.id, name: '20', eventId, externalId: 'Y' },
    ]);
    expect([status, body]).toEqual([
      200,
      [
        { ...b, name: '10' },
        { ...a, name: '20', externalId: 'Y' },
      ],
    ]);
    expect((await ask('GET', path)).body.content).toEqual([body[1], body[0]]);
    expect((await ask('PUT', path, [{ id: b.id, name: '11' }])).body).toEqual([{ ...b, name: '11' }]);
    expect((await ask('PUT', path, [{ id: b.id, name: '11', externalId: null }])).body[0].externalId).toBeNull();
    expect(await ask('PUT', path, [])).toMatchObject({ status: 200, body: [] });
  });

  test('changes none of them if a name is taken or a price is unknown', async () => {
    const made = (await ask('POST', path, [{ name: '10' }, { name: '20' }])).body;
    const [a, b] = made;
    const outcomes = [
      await ask('PUT', path, [{ ...a, name: '20' }]),
      await ask('PUT', path, [
        { ...a, name: '30' },
        { ...b, name: '30' },
      ]),
      await ask('PUT', path, [
        { ...a, name: '30' },
        { ...b, id: 987_654 },
      ]),
      await ask('PUT', path, [a, a]),
    ].map(outcomeOf);
    const taken = '409 DATA_INTEGRITY_VIOLATION';
    expect(outcomes).toEqual([taken, taken, '404 ENTITY_NOT_FOUND', '400 VALIDATION_FAILED']);
    expect((await ask('GET', path)).body.content).toEqual(made);
  });

  test.each([
    ['without an id', { id: undefined }, '[0].id NOT_NULL'],
    ['with a text as id', { id: '5' }, '[0].id TYPE'],
    ['without a name', { name: null }, '[0].name NOT_NULL'],
    ['for another event', { eventId: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001' }, '[0].eventId UNKNOWN_VALUE'],
  ])('%s is refused', async (_, change, error) => {
    const [made] = (await ask('POST', path, [{ name: '10' }])).body;
    const answer = await ask('PUT', path, [{ ...made, ...change }]);
    expect([answer.status, ...errorsOf(answer)]).toEqual([400, error]);
  });

  test('does not change the prices in carts', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const id = await calls.open(show.seats.slice(0, 1));
    const showPath = `/api/private/v2.0/event/${show.eventId}/prices/`;
    succeeded(await ask('PUT', showPath, [{ id: show.prices[0], name: '50.00 EUR' }]));
    succeeded(await calls.lock(id, show.seats.slice(1, 2)));
    const { cart, total } = succeeded(await calls.get(id)).body;
    expect(cart.seats.map(({ priceName }: { priceName: string }) => priceName)).toEqual(['45.00 EUR', '50.00 EUR']);
    expect(total).toBe(95);
    const { seatsOnEvent } = await calls.assignments();
    expect(seatsOnEvent[5]).toMatchObject({ priceId: show.prices[0], priceName: '50.00 EUR' });
  });
});

describe('deleting a price', () => {
  test('removes it from all its seats and areas', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const showPath = `/api/private/v2.0/event/${show.eventId}/prices/`;
    for (const id of show.prices) {
      expect(await ask('DELETE', `${showPath}${id}`)).toMatchObject({ status: 204, body: undefined });
    }
    expect((await ask('GET', showPath)).body.content).toEqual([]);
    const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
    const priced = [...seatsOnEvent, ...groupsOnEvent].filter(
      (line) => line.priceId !== null || line.priceName !== null,
    );
    expect(priced).toEqual([]);
    expect(outcomeOf(await ask('DELETE', `${showPath}${show.prices[0]}`))).toBe('404 ENTITY_NOT_FOUND');
    succeeded(await ask('POST', showPath, [{ name: '45.00 EUR' }]));
  });

  test('is refused while one of its seats is not ACTIVE or a place of its areas is taken', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const remove = (price = 0) => ask('DELETE', `/api/private/v2.0/event/${show.eventId}/prices/${show.prices[price]}`);
    const id = await calls.open(show.seats.slice(0, 1), [[show.areas[0], 1]]);
    succeeded(await calls.book('directsale', bookingOf(show.seats.slice(2, 3))));
    const [forSeats, forAreas] = [await remove(0), await remove(1)];
    expect([forSeats, forAreas].map(outcomeOf)).toEqual(Array(2).fill('409 DATA_INTEGRITY_VIOLATION'));
    expect(forSeats.body.conflicts).toEqual({ seats: [show.seats[0], show.seats[2]], groupOfSeats: [] });
    expect(forAreas.body.conflicts).toEqual({ seats: [], groupOfSeats: [show.areas[0]] });
    succeeded(await calls.withdraw(id));
    expect((await remove(1)).status).toBe(204);
    expect((await remove(0)).status).toBe(409);
  });
});
