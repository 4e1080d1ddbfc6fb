/** Every route with a key and an id in its path refuses a text that is no id, except where a credential or a name stands. */
import { bearer, logIn } from '../support/editor-calls.ts';
import { callOf, type ObjectIds, unknownIds } from '../support/route-calls.ts';
import { outcomeOf } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

useService();

/** Session ids and codes are credentials; keys for passes have names. */
const anyText = /session\/\{id\}|\{kid\}|\{code\}/;

test('every route with a key and an id in its path refuses one that is none', async () => {
  const malformed = Object.fromEntries(Object.keys(unknownIds()).map((kind) => [kind, 'x'])) as unknown as ObjectIds;
  const { organization, tenant } = service.catalog;
  const byKey = { key: organization.token };
  const login = bearer((await logIn(service, organization.id)).token);
  const options = { tenant: { key: tenant.key }, organization: byKey, legacy: byKey, login };
  const routes = service.routes.filter(({ path }) => path.includes('{') && !anyText.test(path));
  expect(routes.length).toBeGreaterThanOrEqual(50);
  for (const route of routes) {
    if (route.caller === 'anonymous') continue;
    const { path, body } = callOf(route, malformed);
    const answer = await service.call(route.method, path, { ...options[route.caller], body });
    expect([route.operationId, outcomeOf(answer)]).toEqual([route.operationId, '400 VALIDATION_FAILED']);
  }
});
