/** Amounts, currencies and ticket types of prices over HTTP: what is taken, what is refused, and where they are shown. */
import { errorsOf } from '../../support/answers.ts';
import { openShow } from '../../support/catalog.ts';
import { openPricedShow } from '../../support/service.ts';
import { rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

let eventId: string;
let path: string;

useService();

beforeEach(async () => {
  eventId = (await openShow(service.catalog)).event.id;
  path = `/api/private/v2.0/event/${eventId}/prices/`;
});

describe('amounts and ticket types', () => {
  const child = { id: 'child', name: 'Child', amount: 2_000 };
  const money = { amount: 4_500, currency: 'EUR' };

  test('are shown with the price, and absent from a price without them', async () => {
    const ticketTypes = [{ ...child, maxPerSession: 2, eventMax: 100, requiresPass: true }];
    const { body } = await ask('POST', path, [{ name: 'Stalls', ...money, ticketTypes }, { name: '20' }]);
    const full = { id: expect.any(Number), name: 'Stalls', eventId, externalId: null, ...money, ticketTypes };
    expect(body).toEqual([full, { id: expect.any(Number), name: '20', eventId, externalId: null }]);
    expect((await ask('GET', path)).body.content).toEqual(body);
  });

  test('stay when a change does not name them, and go with null', async () => {
    const [made] = (await ask('POST', path, [{ name: 'Stalls', ...money, ticketTypes: [child] }])).body;
    const change = async (terms: object) =>
      (await ask('PUT', path, [{ id: made.id, name: 'Stalls', ...terms }])).body[0];
    expect(await change({})).toEqual(made);
    expect(await change({ amount: 5_000 })).toEqual({ ...made, amount: 5_000 });
    expect(await change({ ticketTypes: [] })).toEqual({ ...(await change({})), ...money, amount: 5_000 });
    const { amount: _, currency: __, ticketTypes: ___, ...bare } = made;
    expect(await change({ amount: null, currency: null })).toEqual(bare);
  });

  test.each<readonly [string, object, string]>([
    ['below zero', { ...money, amount: -1 }, '[0].amount MIN'],
    ['in fractions', { ...money, amount: 45.5 }, '[0].amount TYPE'],
    ['as text', { ...money, amount: '4500' }, '[0].amount TYPE'],
    ['too large', { ...money, amount: 10_000_000_001 }, '[0].amount MAX'],
    ['in an unknown currency', { ...money, currency: 'XXX' }, '[0].currency UNKNOWN_VALUE'],
    ['in a currency in lower case', { ...money, currency: 'eur' }, '[0].currency UNKNOWN_VALUE'],
    ['in no currency', { amount: 1 }, '[0].currency NOT_NULL'],
    [
      'of two ticket types with one id',
      { ...money, ticketTypes: [child, { ...child, name: 'B' }] },
      '[0].ticketTypes[1].id DUPLICATE',
    ],
    [
      'of two ticket types with one name',
      { ...money, ticketTypes: [child, { ...child, id: 'b' }] },
      '[0].ticketTypes[1].name DUPLICATE',
    ],
    [
      'of a ticket type without an id',
      { ...money, ticketTypes: [{ name: 'A', amount: 1 }] },
      '[0].ticketTypes[0].id NOT_NULL',
    ],
    [
      'of a ticket type with an odd id',
      { ...money, ticketTypes: [{ ...child, id: 'a b' }] },
      '[0].ticketTypes[0].id PATTERN',
    ],
    [
      'of a ticket type without an amount',
      { ...money, ticketTypes: [{ id: 'a', name: 'A' }] },
      '[0].ticketTypes[0].amount NOT_NULL',
    ],
    [
      'of a ticket type for no session',
      { ...money, ticketTypes: [{ ...child, maxPerSession: 0 }] },
      '[0].ticketTypes[0].maxPerSession MIN',
    ],
    [
      'of 31 ticket types',
      { ...money, ticketTypes: Array.from({ length: 31 }, (_, at) => ({ ...child, id: `${at}`, name: `${at}` })) },
      '[0].ticketTypes SIZE',
    ],
    ['of ticket types that are no list', { ...money, ticketTypes: {} }, '[0].ticketTypes TYPE'],
  ])('%s are refused', async (_, terms, error) => {
    const answer = await ask('POST', path, [{ name: '1', ...terms }]);
    expect([answer.status, ...errorsOf(answer)]).toEqual([400, error]);
    expect((await ask('GET', path)).body.totalElements).toBe(0);
  });

  test('are in carts, in their total, in lists and in the prices that buyers read; not in the legacy interface', async () => {
    const show = await openPricedShow(service, rowsHall);
    const calls = sessionCalls(service, show);
    const [stalls, floor] = show.prices;
    const prices = `/api/private/v2.0/event/${show.eventId}/prices/`;
    const ticketTypes = [{ ...child, eventMax: 5 }];
    succeeded(await ask('PUT', prices, [{ id: stalls, name: 'Stalls', ...money, ticketTypes }]));
    const id = await calls.open(show.seats.slice(0, 2));
    const line = { priceId: stalls, priceName: 'Stalls', ...money };
    const total = { total: 0, amount: 9_000, currency: 'EUR' };
    expect(succeeded(await calls.get(id)).body).toMatchObject({ ...total, cart: { seats: [line, line] } });
    expect(succeeded(await calls.read(id)).body).toMatchObject(total);
    expect(succeeded(await calls.list()).body).toMatchObject([total]);
    const mixed = succeeded(await calls.lock(id, [], [[show.areas[0], 1]])).body;
    expect(mixed.total).toBe(29.5);
    expect(mixed).not.toHaveProperty('amount');
    const { publicKey } = service.catalog.organization;
    const offer = await ask('GET', `/api/public/v1.0/event/prices/?id=${show.eventId}&publicKey=${publicKey}`);
    expect(succeeded(offer).body.prices).toEqual([
      { id: stalls, name: 'Stalls', ...money, ticketTypes: [child] },
      { id: floor, name: '29.50 EUR' },
    ]);
    const legacyKey = service.catalog.organization.privateKey;
    const legacy = await service.call('GET', `/api/private/v1.0/prices/?id=${show.eventId}`, { key: legacyKey });
    const { eventId } = show;
    expect(succeeded(legacy).body[0]).toEqual({ id: stalls, name: 'Stalls', eventId, externalId: null });
    const renamed = await service.call('PUT', '/api/private/v1.0/prices/', {
      key: legacyKey,
      body: { id: stalls, name: 'Parquet', eventId },
    });
    expect(renamed.status).toBe(200);
    expect((await ask('GET', prices)).body.content[0]).toMatchObject({ name: 'Parquet', ...money, ticketTypes });
  });
});
