/** Legacy events: `killAfter` is the end, a refused deletion answers false, an event of a series keeps its start. */
import { service, show, useHall } from '../../support/hall.ts';
import { legacyPrefix } from '../../support/legacy-calls.ts';
import { openPricedShow } from '../../support/service.ts';
import { outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

const path = `${legacyPrefix}/events/`;
const nowhere = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';
const ours = () => service.catalog.organization.privateKey;
const theirs = () => service.catalog.other.privateKey;
const times = { start: '2027-05-01T19:30', killAfter: '2027-05-01T22:00:00.500' };

const list = (query = '', key = ours()) => service.call('GET', `${path}${query}`, { key });
const create = (body: unknown, key = ours()) => service.call('POST', path, { key, body });
const change = (body: unknown, key = ours()) => service.call('PUT', path, { key, body });
const remove = (id: string, key = ours()) => service.call('DELETE', `${path}${id}`, { key });
const bodyOf = (more: object = {}) => ({ name: 'Old show', ...times, schemaId: show.schemaId, ...more });

describe('POST /events/', () => {
  test('creates a published event and answers 200', async () => {
    const answer = await create(bodyOf({ id: null }));
    const stored = { ...bodyOf(), start: '2027-05-01T19:30:00', killAfter: '2027-05-01T22:00:00.5' };
    expect([answer.status, answer.body]).toEqual([200, { id: expect.any(String), ...stored }]);
    const key = service.catalog.organization.token;
    const same = succeeded(await service.call('GET', `/api/private/v2.0/events/${answer.body.id}`, { key })).body;
    expect(same).toMatchObject({ status: 'PUBLISHED', endDate: stored.killAfter });
  });

  test.each([
    ['without name', { name: undefined }],
    ['without killAfter', { killAfter: undefined }],
    ['that ends before it starts', { killAfter: '2027-05-01T19:29' }],
    ['on an unknown schema', { schemaId: 99_999_999 }],
    ['with an id', { id: nowhere }],
  ])('400 for an event %s', async (_, more) => {
    expect(outcomeOf(await create(bodyOf(more)))).toBe('400 VALIDATION_FAILED');
  });
});

describe('GET /events/', () => {
  test('lists the organization’s events by limit and offset', async () => {
    succeeded(await create(bodyOf()));
    const all = succeeded(await list('?limit=1000')).body;
    expect(all.length).toBeGreaterThan(1);
    expect(all.map(({ id }: { id: string }) => id)).toContain(show.eventId);
    expect(Object.keys(all[0]).toSorted()).toEqual(['id', 'killAfter', 'name', 'schemaId', 'start']);
    expect(succeeded(await list('?limit=1&offset=1')).body).toEqual([all[1]]);
    expect(succeeded(await list('?limit=0')).body).toEqual([]);
    expect(succeeded(await list('?limit=999999999')).body).toEqual(all);
    expect(succeeded(await list('', theirs())).body).toEqual([]);
  });

  test('lists 50 events by default', async () => {
    for (let count = 0; count < 51; count++) succeeded(await create(bodyOf()));
    expect(succeeded(await list()).body).toHaveLength(50);
  });

  test.each(['?limit=-1', '?offset=-1', '?limit=x', '?offset=99999999999'])('400 for %s', async (query) => {
    expect(outcomeOf(await list(query))).toBe('400 VALIDATION_FAILED');
  });
});

describe('PUT /events/', () => {
  test('changes name, times and, while nothing is assigned, the schema', async () => {
    const { id } = succeeded(await create(bodyOf())).body;
    const other = await openPricedShow(service, rowsHall);
    const body = bodyOf({ id, name: 'New', schemaId: other.schemaId });
    const answer = succeeded(await change(body));
    expect(answer.body).toMatchObject({ id, name: 'New', schemaId: other.schemaId });
  });

  test('400 for another schema once seats are assigned, an unknown schema and an unknown event', async () => {
    const other = await openPricedShow(service, rowsHall);
    const id = show.eventId;
    for (const more of [{ id, schemaId: other.schemaId }, { id, schemaId: 99_999_999 }, { id: nowhere }, {}]) {
      expect(outcomeOf(await change(bodyOf(more)))).toBe('400 VALIDATION_FAILED');
    }
  });

  test('409 EVENT_BOUND_TO_SERIES when an event of a series would move its start', async () => {
    const key = service.catalog.organization.token;
    const series = { name: 'S', templateEventId: show.eventId, timeZone: 'Europe/Vienna' };
    const { id } = succeeded(await service.call('POST', '/api/private/v2.0/series/', { key, body: series })).body;
    const start = { start: '2027-06-01T10:00:00', end: '2027-06-01T12:00:00' };
    const event = succeeded(
      await service.call('POST', `/api/private/v2.0/series/${id}/events/`, { key, body: start }),
    ).body;
    const same = { id: event.id, name: 'Renamed', start: start.start, killAfter: '2027-06-01T13:00:00' };
    const moved = { ...bodyOf(same), start: '2027-06-01T10:00:01' };
    expect(outcomeOf(await change(moved))).toBe('409 EVENT_BOUND_TO_SERIES');
    expect(succeeded(await change(bodyOf(same))).body).toMatchObject({ name: 'Renamed', start: start.start });
    expect(succeeded(await remove(show.eventId)).body).toBe(false);
    expect(succeeded(await remove(event.id)).body).toBe(true);
  });
});

describe('DELETE /events/{id}', () => {
  test('deletes an event, once', async () => {
    expect(succeeded(await remove(show.eventId)).body).toBe(true);
    expect(outcomeOf(await remove(show.eventId))).toBe('400 VALIDATION_FAILED');
  });

  test('answers false while a session is live on it', async () => {
    const calls = sessionCalls(service, show);
    const id = await calls.open();
    const answer = await remove(show.eventId);
    expect([answer.status, answer.body]).toEqual([200, false]);
    succeeded(await calls.withdraw(id));
    expect(succeeded(await remove(show.eventId)).body).toBe(true);
  });
});
