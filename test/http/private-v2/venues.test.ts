/** Venues over HTTP: created, listed, read, replaced, deleted, and visible only to their own organization. */
import { errorsOf } from '../../support/answers.ts';
import { smallHall } from '../../support/catalog.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const path = '/api/private/v2.0/venues/';
const hall = { name: 'City Hall', address: '1 Market Square', lat: 52.52, lng: 13.405 };

useService();

async function make(fields: object = {}): Promise<number> {
  const { status, body } = await ask('POST', path, { ...hall, ...fields });
  expect(status).toBe(201);
  return body.id;
}

test('a venue is created, read and replaced completely', async () => {
  const made = await ask('POST', path, hall);
  expect(made).toMatchObject({ status: 201, body: { id: expect.any(Number), ...hall } });
  expect(Object.keys(made.body).toSorted()).toEqual(['address', 'id', 'lat', 'lng', 'name']);
  const { id } = made.body;
  expect((await ask('GET', `${path}${id}`)).body).toEqual(made.body);
  const replaced = await ask('PUT', path, { id, name: 'Old Hall', lat: -33.9 });
  expect([replaced.status, replaced.body]).toEqual([
    200,
    { id, name: 'Old Hall', address: null, lat: -33.9, lng: null },
  ]);
  expect((await ask('GET', `${path}${id}`)).body).toEqual(replaced.body);
});

test('the list of venues is paged, sorted by several properties, and has no venue of another organization', async () => {
  const { token } = service.catalog.other;
  for (const [name, lat] of [
    ['B', 2],
    ['A', 1],
    ['B', 1],
    ['C', null],
  ] as const) {
    await ask('POST', path, { name, lat }, token);
  }
  await make();
  const read = async (query: string) => (await ask('GET', `${path}${query}`, undefined, token)).body;
  const page = await read('?size=3&page=0&sort=name,desc&sort=lat');
  const shown = page.content.map(({ name, lat }: { name: string; lat: number }) => [name, lat]);
  expect(shown).toEqual([
    ['C', null],
    ['B', 1],
    ['B', 2],
  ]);
  expect(page).toMatchObject({ totalElements: 4, totalPages: 2, first: true, last: false, numberOfElements: 3 });
  expect(page.sort).toEqual({ sorted: true, unsorted: false, empty: false });
  const rest = await read('?size=3&page=1&sort=name,desc&sort=lat');
  expect(rest).toMatchObject({ content: [{ name: 'A' }], last: true, number: 1 });
  const names = (await read('')).content.map(({ name }: { name: string }) => name);
  expect(names).toEqual(['B', 'A', 'B', 'C']);
});

describe('a venue', () => {
  test('can be deleted if no schema belongs to it', async () => {
    const id = await make();
    const deleted = await ask('DELETE', `${path}${id}`);
    expect([deleted.status, deleted.body]).toEqual([204, undefined]);
    expect((await ask('GET', `${path}${id}`)).status).toBe(404);
    expect((await ask('DELETE', `${path}${id}`)).status).toBe(404);
  });

  test('cannot be deleted while a schema belongs to it', async () => {
    const venueId = await make();
    const schema = await ask('POST', '/api/private/v2.0/schemas/', { ...smallHall, venueId });
    const refused = await ask('DELETE', `${path}${venueId}`);
    expect([refused.status, refused.body.errorCode]).toEqual([409, 'DATA_INTEGRITY_VIOLATION']);
    expect((await ask('GET', `${path}${venueId}`)).status).toBe(200);
    await ask('DELETE', `/api/private/v2.0/schemas/${schema.body.id}`);
    expect((await ask('DELETE', `${path}${venueId}`)).status).toBe(204);
  });
});

test.each([
  ['POST', {}, ['name NOT_NULL']],
  ['POST', { id: 5, name: '', lat: 91, lng: -181 }, ['id NULL', 'name SIZE', 'lat MAX', 'lng MIN']],
  ['POST', { name: 'a\u0000', address: 7, lat: '1' }, ['name PATTERN', 'address TYPE', 'lat TYPE']],
  ['PUT', hall, ['id NOT_NULL']],
])('%s of %j is refused field by field', async (method, body, errors) => {
  const answer = await ask(method, path, body);
  expect([answer.status, answer.body.errorCode]).toEqual([400, 'VALIDATION_FAILED']);
  expect(errorsOf(answer)).toEqual(errors);
});

test.each(['?sort=owner', '?size=101', '?page=-1', 'x'])('the list of venues refuses %s', async (rest) => {
  expect(await ask('GET', `${path}${rest}`)).toMatchObject({ status: 400, body: { errorCode: 'VALIDATION_FAILED' } });
});
