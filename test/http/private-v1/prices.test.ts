/** Legacy prices: one in each call, with the event in the body; a deletion names only the price. */
import { service, show, useHall } from '../../support/hall.ts';
import { legacyPrefix } from '../../support/legacy-calls.ts';
import { openPricedShow } from '../../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

const path = `${legacyPrefix}/prices/`;
const ours = () => service.catalog.organization.privateKey;

const list = (id: string | undefined = show.eventId, key = ours()) => service.call('GET', `${path}?id=${id}`, { key });
const define = (body: unknown, key = ours()) => service.call('POST', path, { key, body });
const change = (body: unknown, key = ours()) => service.call('PUT', path, { key, body });
const remove = (id: unknown, key = ours()) => service.call('DELETE', `${path}?id=${id}`, { key });

describe('GET /prices/', () => {
  test('lists the prices of an event', async () => {
    const { eventId, prices } = show;
    expect(succeeded(await list()).body).toEqual([
      { id: prices[0], name: '45.00 EUR', eventId, externalId: null },
      { id: prices[1], name: '29.50 EUR', eventId, externalId: null },
    ]);
  });
});

describe('POST /prices/', () => {
  test('defines a price and shows it', async () => {
    const answer = await define({ id: null, name: '12', eventId: show.eventId, externalId: 'X' });
    expect([answer.status, answer.body]).toEqual([
      200,
      { id: expect.any(Number), name: '12', eventId: show.eventId, externalId: 'X' },
    ]);
    expect(succeeded(await list()).body).toContainEqual(answer.body);
  });

  test('400 for a name that is taken, no name, no event and an id', async () => {
    const { eventId } = show;
    const bodies = [{ name: '45.00 EUR', eventId }, { eventId }, { name: 'A' }, { id: 4, name: 'A', eventId }];
    for (const body of bodies) expect(outcomeOf(await define(body))).toBe('400 VALIDATION_FAILED');
  });
});

describe('PUT /prices/', () => {
  test('changes the name and keeps an external id that is absent', async () => {
    const { eventId } = show;
    const { id } = succeeded(await define({ name: '12', eventId, externalId: 'X' })).body;
    const answer = await change({ id, name: '13', eventId });
    expect([answer.status, answer.body]).toEqual([200, { id, name: '13', eventId, externalId: 'X' }]);
  });

  test('400 for a name that is taken, an unknown price and a price of another event', async () => {
    const { eventId, prices } = show;
    const [id] = prices;
    const other = await openPricedShow(service, rowsHall);
    const bodies = [
      { id, name: '29.50 EUR', eventId },
      { id: 99_999_999, name: 'A', eventId },
      { id: other.prices[0], name: 'A', eventId },
    ];
    for (const body of bodies) expect(outcomeOf(await change(body))).toBe('400 VALIDATION_FAILED');
  });
});

describe('DELETE /prices/', () => {
  test('deletes a price with its assignments, once', async () => {
    const [id] = show.prices;
    expect(succeeded(await remove(id)).body).toBe(true);
    expect((await sessionCalls(service, show).assignments()).seatsOnEvent[0].priceId).toBeNull();
    expect(outcomeOf(await remove(id))).toBe('400 VALIDATION_FAILED');
  });

  test('answers false while a seat with it is sold', async () => {
    succeeded(await sessionCalls(service, show).book('directsale', bookingOf([show.seats[0]])));
    const answer = await remove(show.prices[0]);
    expect([answer.status, answer.body]).toEqual([200, false]);
    expect(succeeded(await list()).body).toHaveLength(2);
  });

  test('deletes prices that amounts have created, and prices of events of a series', async () => {
    const { body: failed } = succeeded(
      await service.call('POST', `${legacyPrefix}/assignments/?id=${show.eventId}`, {
        key: ours(),
        body: [{ compositeKey: 'Stalls;;A;;1', price: 5.5 }],
      }),
    );
    expect(failed).toEqual([]);
    const made = succeeded(await list()).body.find(({ name }: { name: string }) => name === '5.5');
    const key = service.catalog.organization.token;
    const series = { name: 'S', templateEventId: show.eventId, timeZone: 'UTC' };
    const { id } = succeeded(await service.call('POST', '/api/private/v2.0/series/', { key, body: series })).body;
    const start = { start: '2027-06-01T10:00:00', end: '2027-06-01T12:00:00' };
    const event = succeeded(
      await service.call('POST', `/api/private/v2.0/series/${id}/events/`, { key, body: start }),
    ).body;
    const copies = succeeded(await list(event.id)).body;
    expect(copies).toHaveLength(3);
    expect(succeeded(await remove(copies[2].id)).body).toBe(true);
    expect(succeeded(await list(event.id)).body).toEqual(copies.slice(0, 2));
    expect(succeeded(await remove(made.id)).body).toBe(true);
  });

  test.each(['', 'x', '-1'])('400 for the id "%s"', async (id) => {
    expect(outcomeOf(await remove(id))).toBe('400 VALIDATION_FAILED');
  });
});
