/**
 * Tenancy of the legacy interface, for every declared route: objects of another organization are 403, unknown objects
 * are 400, and lists show neither.
 */
import type { Route } from '#http/pipeline/route.ts';
import { logIn } from '../../support/editor-calls.ts';
import { callOf, type ObjectIds, unknownIds } from '../../support/route-calls.ts';
import { type Answer, openPricedShow } from '../../support/service.ts';
import { outcomeOf, rowsHall, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const mark = 'Only ours';

let ours: ObjectIds;

useService();

beforeAll(async () => {
  const show = await openPricedShow(service, { ...rowsHall, name: mark });
  const { eventId: event, schemaId: schema, seats, areas, prices } = show;
  ours = { ...unknownIds(), event, schema, seat: seats[5]!, area: areas[0]!, price: prices[0]! };
});

const routes = () => service.routes.filter(({ caller }) => caller === 'legacy');
const addressed = () => routes().filter((route) => callOf(route, ours).isAddressed);
const nameOf = ({ method, path }: Route) => `${method} ${path}`;

function ask(route: Route, ids: ObjectIds, key?: string, headers: Record<string, string> = {}): Promise<Answer> {
  const { path, body } = callOf(route, ids);
  return service.call(route.method, path, {
    headers,
    ...(key === undefined ? {} : { key }),
    ...(body === undefined ? {} : { body }),
  });
}

async function outcomes(of: readonly Route[], call: (route: Route) => Promise<Answer>): Promise<string[]> {
  const found: string[] = [];
  for (const route of of) found.push(`${nameOf(route)}: ${outcomeOf(await call(route))}`);
  return found;
}

const all = (of: readonly Route[], outcome: string) => of.map((route) => `${nameOf(route)}: ${outcome}`);

test('the legacy interface has 17 routes, of which 15 name an object', () => {
  expect(routes().map(({ path }) => path.startsWith('/api/private/v1.0/'))).toEqual(Array(17).fill(true));
  expect(service.routes.filter(({ path }) => path.startsWith('/api/private/v1.0/'))).toHaveLength(17);
  expect(addressed()).toHaveLength(15);
});

test('legacy routes answer 403 for objects of another organization, with any key', async () => {
  const { other, tenant } = service.catalog;
  for (const key of [other.privateKey, other.token, (await logIn(service, other.id)).token]) {
    expect(await outcomes(addressed(), (route) => ask(route, ours, key))).toEqual(
      all(addressed(), '403 ACCESS_DENIED'),
    );
  }
  const headers = { 'X-Organization-ID': String(other.id) };
  expect(await outcomes(addressed(), (route) => ask(route, ours, tenant.token, headers))).toEqual(
    all(addressed(), '403 ACCESS_DENIED'),
  );
});

test('legacy routes answer 400 for unknown objects', async () => {
  const key = service.catalog.organization.privateKey;
  expect(await outcomes(addressed(), (route) => ask(route, unknownIds(), key))).toEqual(
    all(addressed(), '400 VALIDATION_FAILED'),
  );
});

test('legacy lists do not show objects of another organization', async () => {
  const lists = routes().filter((route) => route.method === 'GET' && !callOf(route, ours).isAddressed);
  expect(lists).toHaveLength(2);
  for (const route of lists) {
    expect(succeeded(await ask(route, ours, service.catalog.other.privateKey)).body).toEqual([]);
    expect(JSON.stringify(succeeded(await ask(route, ours, service.catalog.organization.privateKey)).body)).not.toBe(
      '[]',
    );
  }
});

test('legacy routes accept the same calls from the owner of the objects, with each kind of key', async () => {
  const { organization, tenant } = service.catalog;
  const { token } = await logIn(service, organization.id);
  const reads = routes().filter(({ method }) => method === 'GET');
  for (const key of [organization.privateKey, organization.token, token]) {
    expect(await outcomes(reads, (route) => ask(route, ours, key))).toEqual(all(reads, '200'));
  }
  const headers = { 'X-Organization-ID': String(organization.id) };
  expect(await outcomes(reads, (route) => ask(route, ours, tenant.key, headers))).toEqual(all(reads, '200'));
  const deletesLast = (a: Route, b: Route) =>
    Number(a.method === 'DELETE') - Number(b.method === 'DELETE') ||
    Number(a.path.includes('events')) - Number(b.path.includes('events'));
  const changes = routes()
    .filter(({ method }) => method !== 'GET')
    .toSorted(deletesLast);
  expect(await outcomes(changes, (route) => ask(route, ours, organization.privateKey))).toEqual(all(changes, '200'));
});
