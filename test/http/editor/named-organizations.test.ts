/** Editor tools send an organization with every call: the login's own organization is accepted, others are refused. */
import type { Route } from '#http/pipeline/route.ts';
import { bearer, logIn } from '../../support/editor-calls.ts';
import { callOf, unknownIds } from '../../support/route-calls.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf } from '../../support/session-calls.ts';

const denied = '403 ACCESS_DENIED';

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startTestService();
  token = (await logIn(service, service.catalog.organization.id)).token;
});

afterAll(() => service.close());

const nameOf = ({ method, path }: Route) => `${method} ${path}`;

/** The outcome of the route's example call on objects that do not exist. */
async function outcome(route: Route, named: { readonly query?: unknown; readonly body?: unknown }): Promise<string> {
  const { path, body } = callOf(route, unknownIds());
  const query = named.query === undefined ? '' : `${path.includes('?') ? '&' : '?'}orgId=${named.query}`;
  const sent = named.body === undefined ? body : { ...(body as object), orgId: named.body };
  return outcomeOf(await service.call(route.method, path + query, { ...bearer(token), body: sent }));
}

test('every editor call accepts the login’s own organization and refuses another one, in query and body', async () => {
  const { organization, other } = service.catalog;
  const routes = service.routes.filter(({ caller, path }) => caller === 'login' && !path.startsWith('/api/auth/'));
  expect(routes.length).toBeGreaterThanOrEqual(15);
  for (const route of routes) {
    for (const query of [other.id, 4_000_000_000, 'theirs', '']) {
      expect([nameOf(route), query, await outcome(route, { query })]).toEqual([nameOf(route), query, denied]);
    }
    expect([nameOf(route), await outcome(route, { query: organization.id })]).not.toEqual([nameOf(route), denied]);
    // Raw bodies such as drawings are parsed later, by the handler.
    if (route.body === undefined || route.rawBody === true) continue;
    expect([nameOf(route), await outcome(route, { body: other.id })]).toEqual([nameOf(route), denied]);
    expect([nameOf(route), await outcome(route, { body: organization.id })]).not.toEqual([nameOf(route), denied]);
  }
});
