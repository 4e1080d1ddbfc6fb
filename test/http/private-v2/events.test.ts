/** Creating and reading events over HTTP. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { errorsOf } from '../../support/answers.ts';
import { smallHall } from '../../support/catalog.ts';
import { type Answer, startTestService, type TestService } from '../../support/service.ts';

const path = '/api/private/v2.0/events/';
const show = { name: 'Show', start: '2027-05-01T19:30', endDate: '2027-05-01T22:00:00.500' };

let service: TestService;
let schemaId: number;

beforeAll(async () => {
  service = await startTestService();
  schemaId = (await ask('POST', '/api/private/v2.0/schemas/', smallHall)).body.id;
});

afterAll(() => service.close());

/** As the catalog's own organization unless another key is given. */
function ask(method: string, path: string, body?: unknown, key = service.catalog.organization.token): Promise<Answer> {
  return service.call(method, path, { key, body });
}

describe('an event', () => {
  test('is made published, with canonical times, and can be read', async () => {
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

  test('may begin as a draft, and end when it begins', async () => {
    const made = await ask('POST', path, { ...show, endDate: show.start, schemaId, status: 'DRAFT', id: null });
    expect(made).toMatchObject({ status: 201, body: { status: 'DRAFT', endDate: '2027-05-01T19:30:00' } });
  });

  test.each([
    ['without a name', { name: undefined }, 'name NOT_NULL'],
    ['with an empty name', { name: '' }, 'name SIZE'],
    ['with 256 characters of name', { name: 'x'.repeat(256) }, 'name SIZE'],
    ['with an id', { id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001' }, 'id NULL'],
    ['on a day that does not exist', { start: '2027-02-30T10:00' }, 'start PATTERN'],
    ['with an offset', { start: '2027-02-20T10:00Z' }, 'start PATTERN'],
    ['that ends before it starts', { endDate: '2027-05-01T19:29:59.999999999' }, 'endDate MIN'],
    ['with a fraction of a schema', { schemaId: 1.5 }, 'schemaId TYPE'],
    ['with an unknown status', { status: 'GONE' }, 'status UNKNOWN_VALUE'],
  ])('%s is refused', async (_, change, error) => {
    const answer = await ask('POST', path, { ...show, schemaId, ...change });
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
    expect(errorsOf(answer)).toContain(error);
  });

  test('on the schema of another organization is refused as on none', async () => {
    const { token } = service.catalog.other;
    const foreign = await ask('POST', path, { ...show, schemaId }, token);
    const unknown = await ask('POST', path, { ...show, schemaId: 4711 });
    expect([foreign.status, foreign.body.errorCode]).toEqual([404, 'ENTITY_NOT_FOUND']);
    expect(foreign.body.detail).toBe(unknown.body.detail);
  });

  test('of another organization is unknown', async () => {
    const made = await ask('POST', path, { ...show, schemaId });
    const { token } = service.catalog.other;
    expect((await ask('GET', `${path}${made.body.id}`, undefined, token)).status).toBe(404);
    expect((await ask('GET', `${path}no-uuid`)).status).toBe(400);
  });
});
