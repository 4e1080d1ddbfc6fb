/** Creating, reading, listing and changing events over HTTP. */
import { errorsOf } from '../../support/answers.ts';
import { smallHall } from '../../support/catalog.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/events/';
const show = { name: 'Show', start: '2027-05-01T19:30', endDate: '2027-05-01T22:00:00.500' };

let schemaId: number;

useService();

beforeAll(async () => {
  schemaId = (await ask('POST', '/api/private/v2.0/schemas/', smallHall)).body.id;
});

describe('an event', () => {
  test('is created as published, with canonical times, and can be read', async () => {
    const made = await ask('POST', path, { ...show, schemaId });
    expect(made.status).toBe(201);
    expect(made.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}$/),
      name: 'Show',
      start: '2027-05-01T19:30:00',
      endDate: '2027-05-01T22:00:00.5',
      schemaId,
      status: 'PUBLISHED',
    });
    expect(await ask('GET', `${path}${made.body.id}`)).toMatchObject({ status: 200, body: made.body });
  });

  test('may be created as a draft, and may end at its start', async () => {
    const made = await ask('POST', path, { ...show, endDate: show.start, schemaId, status: 'DRAFT', id: null });
    expect(made).toMatchObject({ status: 201, body: { status: 'DRAFT', endDate: '2027-05-01T19:30:00' } });
  });

  test.each([
    ['without a name', { name: undefined }, 'name NOT_NULL'],
    ['with an empty name', { name: '' }, 'name SIZE'],
    ['with a name of 256 characters', { name: 'x'.repeat(256) }, 'name SIZE'],
    ['with an id', { id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001' }, 'id NULL'],
    ['on a day that does not exist', { start: '2027-02-30T10:00' }, 'start PATTERN'],
    ['with an offset in its time', { start: '2027-02-20T10:00Z' }, 'start PATTERN'],
    ['that ends before it starts', { endDate: '2027-05-01T19:29:59.999999999' }, 'endDate MIN'],
    ['with a fractional schema id', { schemaId: 1.5 }, 'schemaId TYPE'],
    ['with an unknown status', { status: 'GONE' }, 'status UNKNOWN_VALUE'],
  ])('%s is refused', async (_, change, error) => {
    const answer = await ask('POST', path, { ...show, schemaId, ...change });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(errorsOf(answer)).toContain(error);
  });
});

describe('the list of events', () => {
  let venueId: number;
  const listed = async (query: string, key?: string) => {
    const { status, body } = await ask('GET', `${path}${query}`, undefined, key);
    return [status, body.content?.map(({ name }: { name: string }) => name), body.totalElements];
  };

  beforeAll(async () => {
    venueId = (await ask('POST', '/api/private/v2.0/venues/', { name: 'Opera' })).body.id;
    const schema = (await ask('POST', '/api/private/v2.0/schemas/', { ...smallHall, venueId })).body.id;
    const make = (name: string, start: string, status: string) =>
      ask('POST', path, { name, start, endDate: '2029-01-01T00:00', schemaId: schema, status });
    await make('Tosca', '2028-03-01T19:30:00.5', 'PUBLISHED');
    await make('TOSCA (gala)', '2028-03-01T19:30', 'DRAFT');
    await make('100%_', '2028-02-01T19:30', 'PUBLISHED');
  });

  test('can be filtered by venue, status, part of the name and end', async () => {
    const venue = `?venueId=${venueId}&sort=name`;
    expect(await listed(venue)).toEqual([200, expect.any(Array), 3]);
    expect(await listed(`${venue}&status=DRAFT`)).toEqual([200, ['TOSCA (gala)'], 1]);
    expect((await listed(`${venue}&name=tosca`))[2]).toBe(2);
    expect(await listed(`${venue}&name=${encodeURIComponent('%_')}`)).toEqual([200, ['100%_'], 1]);
    expect((await listed(`${venue}&endsFrom=2029-01-01T00:00`))[2]).toBe(3);
    expect((await listed(`${venue}&endsFrom=2029-01-01T00:00:00.1`))[2]).toBe(0);
    expect(await listed(`${venue}&name=none`)).toEqual([200, [], 0]);
    expect(await listed('?venueId=987654')).toEqual([200, [], 0]);
  });

  test('is sorted and paged as requested', async () => {
    const venue = `?venueId=${venueId}`;
    expect((await listed(`${venue}&sort=start`))[1]).toEqual(['100%_', 'TOSCA (gala)', 'Tosca']);
    expect((await listed(`${venue}&sort=status,desc&sort=start,desc`))[1]).toEqual(['Tosca', '100%_', 'TOSCA (gala)']);
    const { body } = await ask('GET', `${path}${venue}&sort=start&size=2&page=1`);
    expect(body).toMatchObject({
      content: [{ name: 'Tosca', start: '2028-03-01T19:30:00.5', status: 'PUBLISHED' }],
      totalElements: 3,
      totalPages: 2,
      number: 1,
      last: true,
      sort: { sorted: true },
    });
    const ids = (await ask('GET', `${path}${venue}`)).body.content.map(({ id }: { id: string }) => id);
    expect(ids).toEqual(ids.toSorted());
  });

  test.each(['?venueId=x', '?status=GONE', '?size=101', '?sort=venueId', '?page=-1'])(
    '%s is refused',
    async (query) => {
      expect((await listed(query))[0]).toBe(400);
    },
  );
});

describe('changing an event', () => {
  const made = async (more: object = {}) => (await ask('POST', path, { ...show, schemaId, ...more })).body;

  test('replaces name and times', async () => {
    const event = await made();
    const changed = { ...event, name: 'Other', start: '2027-06-01T10:00', endDate: '2027-06-01T11:00:00.250' };
    const expected = { ...changed, start: '2027-06-01T10:00:00', endDate: '2027-06-01T11:00:00.25' };
    expect(await ask('PUT', path, changed)).toMatchObject({ status: 200, body: expected });
    expect((await ask('GET', `${path}${event.id}`)).body).toEqual(expected);
  });

  test.each([
    ['without an id', { id: undefined }, 'id NOT_NULL'],
    ['without a schema', { schemaId: null }, 'schemaId NOT_NULL'],
    ['to end before it starts', { endDate: '2027-05-01T19:29:59' }, 'endDate MIN'],
    ['to have no name', { name: '' }, 'name SIZE'],
  ])('%s is refused', async (_, change, error) => {
    const event = await made();
    const answer = await ask('PUT', path, { ...event, ...change });
    expect([answer.status, ...errorsOf(answer)]).toEqual([400, error]);
    expect((await ask('GET', `${path}${event.id}`)).body).toEqual(event);
  });

  test('to another status is refused, because there is a separate call for it', async () => {
    const event = await made();
    const answer = await ask('PUT', path, { ...event, status: 'DRAFT' });
    expect([answer.status, answer.body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
  });

  test('to another organization’s schema is answered like one to an unknown schema', async () => {
    const { token } = service.catalog.other;
    const event = await made();
    const theirs = (await ask('POST', '/api/private/v2.0/schemas/', smallHall, token)).body.id;
    const [foreignSchema, noSchema] = [
      await ask('PUT', path, { ...event, schemaId: theirs }),
      await ask('PUT', path, { ...event, schemaId: 987_654 }),
    ];
    expect([foreignSchema.status, foreignSchema.body.detail]).toEqual([404, noSchema.body.detail]);
  });
});
