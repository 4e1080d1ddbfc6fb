/**
 * Authorization of every declared route with every kind of key, generated from the declarations so that no route is
 * missed. Another organization's objects are answered exactly like objects that do not exist.
 */
import { errorCodesOf } from '#http/openapi/document.ts';
import type { Route } from '#http/pipeline/route.ts';
import { createOrganization } from '#storage/catalog/organizations.ts';
import { createTenant } from '#storage/catalog/tenants.ts';
import { sealer } from '../support/catalog.ts';
import { bearer, logIn } from '../support/editor-calls.ts';
import { objectsNamed } from '../support/objects-of-organization.ts';
import { callOf, type ObjectIds, unknownIds } from '../support/route-calls.ts';
import type { Answer, CallOptions } from '../support/service.ts';
import { outcomeOf, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

/** Only for these routes the contract prescribes 403 instead of 404 for another organization's objects. */
const forbidsForeign = [
  'POST /api/private/v2.0/schemas/clone/{id}',
  'GET /api/private/v2.0/schemas/clone/result/{uuid}',
];
const mark = 'Only ours';

let ours: ObjectIds;
let stranger: {
  readonly key: string;
  readonly token: string;
  readonly organizationId: number;
  readonly organizationToken: string;
};

useService();

beforeAll(async () => {
  const tenant = await createTenant(service.catalog.pool, 'Stranger');
  const theirs = await createOrganization(service.catalog.pool, sealer, { tenantId: tenant.id, name: 'Strange' });
  stranger = { ...tenant, organizationId: theirs.id, organizationToken: theirs.token };
  ours = await objectsNamed(mark);
});

function ask(route: Route, ids: ObjectIds, options: CallOptions): Promise<Answer> {
  const { path, body } = callOf(route, ids);
  return service.call(route.method, path, body === undefined ? options : { ...options, body });
}

const nameOf = ({ method, path }: Route) => `${method} ${path}`;
const routesFor = (caller: Route['caller']) => service.routes.filter((route) => route.caller === caller);

/** The parts of an answer that do not differ with every call. */
function learned({ status, headers, body }: Answer) {
  const { timestamp: _, requestId: __, path, instance, ...rest } = body ?? {};
  return JSON.stringify({ status, type: headers.get('content-type'), isOwnPath: path === instance, rest });
}

/** The refusal of an unknown caller: routes of logins answer 401, at which clients renew their login. */
const refusalOf = ({ caller }: Route): string => (caller === 'login' ? '401 UNAUTHENTICATED' : denied);

/** The routes with an unexpected outcome, each with that outcome. */
async function surprises(
  routes: readonly Route[],
  options: CallOptions,
  expected: string | typeof refusalOf,
): Promise<string[]> {
  const found: string[] = [];
  for (const route of routes) {
    const outcome = outcomeOf(await ask(route, ours, options));
    const isExpected = outcome === (typeof expected === 'string' ? expected : expected(route));
    if (!isExpected) found.push(`${nameOf(route)}: ${outcome}`);
  }
  return found;
}

const denied = '403 ACCESS_DENIED';
function asOrganization(key: string, id: string | number): CallOptions {
  return { key, headers: { 'X-Organization-ID': String(id) } };
}

describe('every route with a key', () => {
  test('refuses callers without a key and with a wrong key', async () => {
    const routes = service.routes.filter(({ caller }) => caller !== 'anonymous');
    expect(routes.length).toBeGreaterThanOrEqual(50);
    const { organization, tenant } = service.catalog;
    for (const key of [
      undefined,
      '',
      organization.publicKey,
      'wrong',
      'usher_org_wrong',
      'usher_ten_wrong',
      'TEN:mask:usher_ten_wrong',
    ]) {
      expect(await surprises(routes, key === undefined ? {} : { key }, refusalOf)).toEqual([]);
    }
    const changed = organization.token.slice(0, -1) + (organization.token.endsWith('A') ? 'B' : 'A');
    expect(await surprises(routes, { key: changed }, refusalOf)).toEqual([]);
    const login = bearer('usher_log_wrong');
    expect(await surprises(routesFor('organization'), login, '401 UNAUTHENTICATED')).toEqual([]);
    const otherMask = `TEN:other:${tenant.token}`;
    expect(await surprises(routes, asOrganization(otherMask, organization.id), refusalOf)).toEqual([]);
  });

  test('documents this refusal', () => {
    for (const route of service.routes) {
      if (route.caller !== 'anonymous')
        expect([nameOf(route), errorCodesOf(route)]).toEqual([
          nameOf(route),
          expect.arrayContaining([refusalOf(route).slice(4)]),
        ]);
    }
  });
});

describe('every route of an organization', () => {
  test('needs X-Organization-ID with a tenant key, and refuses another tenant’s, unknown and invalid ones', async () => {
    const routes = routesFor('organization');
    const { organization, tenant } = service.catalog;
    for (const key of [tenant.key, tenant.token]) {
      expect(await surprises(routes, { key }, '400 VALIDATION_FAILED')).toEqual([]);
      expect(await surprises(routes, asOrganization(key, 'x'), '400 VALIDATION_FAILED')).toEqual([]);
      expect(await surprises(routes, asOrganization(key, stranger.organizationId), denied)).toEqual([]);
      expect(await surprises(routes, asOrganization(key, 4_000_000_000), denied)).toEqual([]);
    }
    expect(await surprises(routes, asOrganization(stranger.key, organization.id), denied)).toEqual([]);
    expect(await surprises(routes, asOrganization(stranger.token, organization.id), denied)).toEqual([]);
  });

  test('answers another organization’s objects like unknown ones, with every kind of key', async () => {
    const { other, tenant } = service.catalog;
    const addressed = routesFor('organization').filter((route) => callOf(route, ours).isAddressed);
    expect(addressed.length).toBeGreaterThanOrEqual(40);
    for (const options of [
      { key: other.token },
      { key: other.privateKey },
      asOrganization(tenant.key, other.id),
      { key: stranger.organizationToken },
      asOrganization(stranger.token, stranger.organizationId),
      bearer((await logIn(service, other.id)).token),
    ]) {
      for (const route of addressed) {
        const foreign = await ask(route, ours, options);
        if (forbidsForeign.includes(nameOf(route))) {
          expect([nameOf(route), outcomeOf(foreign)]).toEqual([nameOf(route), denied]);
          continue;
        }
        expect([nameOf(route), outcomeOf(foreign)]).toEqual([nameOf(route), '404 ENTITY_NOT_FOUND']);
        const unknown = await ask(route, unknownIds(), options);
        expect([nameOf(route), learned(foreign)]).toEqual([nameOf(route), learned(unknown)]);
      }
    }
  });

  test('neither lists nor counts another organization’s objects', async () => {
    const { other } = service.catalog;
    const lists = routesFor('organization').filter(
      (route) => route.method === 'GET' && !callOf(route, ours).isAddressed,
    );
    expect(lists.length).toBeGreaterThanOrEqual(5);
    for (const route of lists) {
      for (const key of [other.token, stranger.organizationToken]) {
        const { body } = succeeded(await ask(route, ours, { key }));
        expect([nameOf(route), body.totalElements ?? 0, body.content ?? []]).toEqual([nameOf(route), 0, []]);
        expect(JSON.stringify(body)).not.toContain(mark);
      }
    }
  });
});

describe('every route of a login', () => {
  test('answers another organization’s objects like unknown ones, and does not count them', async () => {
    const { organization, other } = service.catalog;
    const logins = await Promise.all([other.id, stranger.organizationId].map((id) => logIn(service, id)));
    const routes = routesFor('login');
    expect(routes.length).toBeGreaterThanOrEqual(15);
    for (const { token } of logins) {
      // An additional key of our organization does not change that.
      const options = { key: organization.token, ...bearer(token) };
      for (const route of routes) {
        const foreign = await ask(route, ours, options);
        if (callOf(route, ours).isAddressed) {
          expect([nameOf(route), outcomeOf(foreign)]).toEqual([nameOf(route), '404 ENTITY_NOT_FOUND']);
          const unknown = await ask(route, unknownIds(), options);
          expect([nameOf(route), learned(foreign)]).toEqual([nameOf(route), learned(unknown)]);
        } else if (route.method === 'GET') {
          const { totalElements = 0, content = [] } = succeeded(foreign).body;
          expect([nameOf(route), totalElements, content]).toEqual([nameOf(route), 0, []]);
          expect(JSON.stringify(foreign.body)).not.toContain(mark);
        }
      }
    }
  });

  test('accepts the organization’s own login for its objects', async () => {
    const { token } = await logIn(service, service.catalog.organization.id);
    for (const route of routesFor('login').filter(({ method }) => method === 'GET')) {
      expect([nameOf(route), outcomeOf(await ask(route, ours, bearer(token)))]).toEqual([nameOf(route), '200']);
    }
  });
});

describe('every route of a tenant', () => {
  test('accepts only the complete tenant key', async () => {
    const routes = routesFor('tenant');
    const { organization, tenant } = service.catalog;
    expect(routes.length).toBeGreaterThanOrEqual(5);
    for (const key of [organization.token, organization.privateKey, tenant.token]) {
      expect(await surprises(routes, asOrganization(key, organization.id), denied)).toEqual([]);
    }
  });

  test('answers another tenant’s organizations like unknown ones, and does not count them', async () => {
    for (const route of routesFor('tenant')) {
      const options = asOrganization(stranger.key, service.catalog.organization.id);
      if (callOf(route, ours).isAddressed) {
        const [foreign, unknown] = [await ask(route, ours, options), await ask(route, unknownIds(), options)];
        expect([nameOf(route), outcomeOf(foreign)]).toEqual([nameOf(route), '404 ENTITY_NOT_FOUND']);
        expect(learned(foreign)).toEqual(learned(unknown));
      } else if (route.method === 'GET') {
        const { body } = succeeded(await ask(route, ours, options));
        expect(body.content.map(({ id }: { id: number }) => id)).toEqual([stranger.organizationId]);
        expect(body.totalElements).toBe(1);
      }
    }
  });
});

describe('the objects of an organization', () => {
  /** Objects that belong to another object are deleted before it. */
  const deletesLast = (a: Route, b: Route) =>
    Number(a.method === 'DELETE') - Number(b.method === 'DELETE') ||
    b.path.split('/').length - a.path.split('/').length;

  test('are read alike with the token, the private key and the tenant’s keys', async () => {
    const { organization, tenant } = service.catalog;
    for (const route of routesFor('organization').filter(({ method }) => method === 'GET')) {
      const { status } = await ask(route, ours, { key: organization.token });
      expect([nameOf(route), status]).toEqual([nameOf(route), 200]);
      for (const options of [
        { key: organization.privateKey },
        asOrganization(tenant.key, organization.id),
        asOrganization(tenant.token, organization.id),
      ]) {
        expect([nameOf(route), outcomeOf(await ask(route, ours, options))]).toEqual([nameOf(route), '200']);
      }
    }
  });

  test('are unchanged by refused calls, and all refused calls are allowed for their owner', async () => {
    const { organization, tenant } = service.catalog;
    const ordered = (caller: Route['caller']) => routesFor(caller).toSorted(deletesLast);
    for (const route of [...ordered('organization'), ...ordered('tenant')]) {
      const key = route.caller === 'tenant' ? tenant.key : organization.token;
      const { status, body } = await ask(route, ours, { key });
      expect([nameOf(route), status, [400, 403, 404].includes(status) && body]).toEqual([nameOf(route), status, false]);
      expect(status).toBeLessThan(500);
    }
  });
});
