/** Defining and listing the prices of an event over HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { errorsOf } from '../../support/answers.ts';
import { openShow } from '../../support/catalog.ts';
import { type Answer, startTestService, type TestService } from '../../support/service.ts';

let service: TestService;
let eventId: string;
let path: string;

beforeAll(async () => {
  service = await startTestService();
});

beforeEach(async () => {
  eventId = (await openShow(service.catalog)).event.id;
  path = `/api/private/v2.0/event/${eventId}/prices/`;
});

afterAll(() => service.close());

/** As the catalog's own organization unless another key is given. */
function ask(method: string, path: string, body?: unknown, key = service.catalog.organization.token): Promise<Answer> {
  return service.call(method, path, { key, body });
}

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

  test('are listed in pages, sorted as asked', async () => {
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

  test('of none at all are fine', async () => {
    expect(await ask('POST', path, [])).toMatchObject({ status: 201, body: [] });
  });

  test('with a name that is taken are refused, all of them', async () => {
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

  test('of an event of another organization are unknown', async () => {
    const { token } = service.catalog.other;
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', [{ name: '1' }]],
    ] as const) {
      const answer = await ask(method, path, body, token);
      expect([answer.status, answer.body.errorCode]).toEqual([404, 'ENTITY_NOT_FOUND']);
    }
  });
});
