/** Authentication by keys: which keys a route accepts, for which organization, and how it refuses others. */
import { z } from 'zod';
import { may } from '#http/pipeline/access.ts';
import { defineRoute, type Route } from '#http/pipeline/route.ts';
import { type SampleService, serveSample } from '../../support/sample-service.ts';

function whoAmI(caller: Route['caller'], path: string): Route {
  return defineRoute({
    method: 'GET',
    path,
    operationId: 'whoAmI',
    summary: 'Who calls',
    tag: 'Sample',
    caller,
    ...(caller === 'anonymous' || caller === 'tenant' ? {} : { access: may('VIEWER', 'shared') }),
    query: z.object({}),
    responses: { 200: { description: 'Ids' } },
    errors: [],
    handle: async ({ organizationId, tenantId }) => ({ status: 200, body: { organizationId, tenantId } }),
  });
}

const routes = [
  whoAmI('anonymous', '/api/public/v2.0/session/who'),
  whoAmI('organization', '/api/private/v2.0/who'),
  whoAmI('organization', '/api/private/management/v2.0/session-config/'),
  whoAmI('tenant', '/api/private/management/v2.0/organizations/'),
  whoAmI('legacy', '/api/private/v1.0/who'),
];

async function ask(service: SampleService, path: string, key?: string, organization?: string) {
  const headers = new Headers();
  if (key !== undefined) headers.set('X-API-Key', key);
  if (organization !== undefined) headers.set('X-Organization-ID', organization);
  const answer = await fetch(service.url + path, { headers });
  const body = (await answer.json()) as Record<string, unknown>;
  return { status: answer.status, body };
}

const organizationPaths = ['/api/private/v2.0/who', '/api/private/management/v2.0/session-config/'];
const tenantPath = '/api/private/management/v2.0/organizations/';
const tenantKey = 'TEN:mask:usher_ten_one';

describe('a legacy route', () => {
  test.each([
    ['a private key', 'private-key-of-eleven', undefined],
    ['an organization token', 'usher_org_eleven', undefined],
    ['the token of a login', 'usher_log_eleven', undefined],
    ['a tenant token with X-Organization-ID', 'usher_ten_one', '11'],
  ])('opens to %s', async (_, key, organization) => {
    await using service = await serveSample(routes);
    const { status, body } = await ask(service, '/api/private/v1.0/who', key, organization);
    expect([status, body]).toEqual([200, { organizationId: 11, tenantId: 1 }]);
  });

  test.each(['wrong', 'usher_log_nobody', 'usher_org_twelve'])('answers 403 to %s', async (key) => {
    await using service = await serveSample(routes);
    expect((await ask(service, '/api/private/v1.0/who', key)).status).toBe(403);
  });

  test('is the only kind of route that accepts the token of a login as X-API-Key', async () => {
    await using service = await serveSample(routes);
    for (const path of [...organizationPaths, tenantPath]) {
      expect((await ask(service, path, 'usher_log_eleven')).status).toBe(403);
    }
  });
});

describe('an organization route', () => {
  test.each([
    ['an organization token', 'usher_org_eleven', undefined],
    ['a private key', 'private-key-of-eleven', undefined],
    ['an organization token, whatever X-Organization-ID says', 'usher_org_eleven', '21'],
    ['a bare tenant token with X-Organization-ID', 'usher_ten_one', '11'],
    ['a whole tenant key with X-Organization-ID', tenantKey, '11'],
  ])('opens to %s', async (_, key, organization) => {
    await using service = await serveSample(routes);
    for (const path of organizationPaths) {
      const { status, body } = await ask(service, path, key, organization);
      expect([status, body]).toEqual([200, { organizationId: 11, tenantId: 1 }]);
    }
  });

  test('answers 400 to a tenant token without X-Organization-ID, or with one that is no id', async () => {
    await using service = await serveSample(routes);
    for (const [sent, code] of [
      [undefined, 'NOT_NULL'],
      ['', 'NOT_NULL'],
      ['x', 'TYPE'],
      ['1.5', 'TYPE'],
      ['9'.repeat(16), 'TYPE'],
    ]) {
      const { status, body } = await ask(service, '/api/private/v2.0/who', 'usher_ten_one', sent);
      expect(status).toBe(400);
      expect(body).toMatchObject({ errorCode: 'VALIDATION_FAILED', errors: [{ field: 'X-Organization-ID', code }] });
    }
  });

  test('answers 403 to a tenant token with an organization of another tenant, a deleted or an unknown one', async () => {
    await using service = await serveSample(routes);
    for (const organization of ['21', '12', '99']) {
      const { status, body } = await ask(service, '/api/private/v2.0/who', tenantKey, organization);
      expect([status, body.errorCode]).toEqual([403, 'ACCESS_DENIED']);
    }
  });
});

describe('a tenant route', () => {
  test('opens only to a complete tenant key', async () => {
    await using service = await serveSample(routes);
    expect(await ask(service, tenantPath, tenantKey)).toEqual({
      status: 200,
      body: { organizationId: 0, tenantId: 1 },
    });
    for (const key of [
      'usher_ten_one',
      'usher_org_eleven',
      'TEN:other:usher_ten_one',
      'TEN:mask:wrong',
      'TEN::',
      'TEN:a:b:c',
    ]) {
      expect((await ask(service, tenantPath, key)).status).toBe(403);
    }
  });
});

describe('a missing key, a wrong key and the key of a deleted organization', () => {
  test('get the same answer', async () => {
    await using service = await serveSample(routes);
    for (const path of [...organizationPaths, tenantPath]) {
      const answers = [];
      for (const key of [undefined, '', 'wrong', 'usher_org_twelve', 'x'.repeat(5000), 'TEN:mask:wrong']) {
        const { status, body } = await ask(service, path, key);
        const { timestamp, requestId, ...rest } = body;
        expect([typeof timestamp, typeof requestId]).toEqual(['string', 'string']);
        answers.push(JSON.stringify({ status, ...rest }));
      }
      expect(new Set(answers).size).toBe(1);
      expect(JSON.parse(answers[0] ?? '')).toMatchObject({ status: 403, errorCode: 'ACCESS_DENIED' });
    }
  });
});

describe('a public route', () => {
  test('needs no key', async () => {
    await using service = await serveSample(routes);
    expect((await ask(service, '/api/public/v2.0/session/who')).status).toBe(200);
    expect((await ask(service, '/api/public/v2.0/session/who', 'wrong')).status).toBe(200);
  });
});
