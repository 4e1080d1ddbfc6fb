/**
 * Calls whose effect and record commit together: when the record cannot be written, at the last moment before the
 * answer, nothing has changed; the repetition takes effect once. None needs a second connection beside its transaction.
 * For every route that promises it, from its declaration.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'slonik';
import { z } from 'zod';
import { idempotencyOf } from '#http/pipeline/keyed-call.ts';
import type { Route } from '#http/pipeline/route.ts';
import { bearer, type Editor, openEditor } from '../support/editor-calls.ts';
import { isReplay } from '../support/keyed-calls.ts';
import { hire } from '../support/people-calls.ts';
import { callOf, type ObjectIds, unknownIds } from '../support/route-calls.ts';
import {
  type Answer,
  type CallOptions,
  openPricedShow,
  startTestService,
  type TestService,
} from '../support/service.ts';
import { sessionCalls, succeeded } from '../support/session-calls.ts';
import { settingsFor } from '../support/sign-on-calls.ts';
import { type SignOnProvider, startSignOnProvider } from '../support/sign-on-provider.ts';
import { makeDelivery } from '../support/webhook-calls.ts';

/** Their effect is a fact of an event, which repeats it by the key, or a note beside it in the transaction. */
const repeatedByTheirEffect = [
  'DELETE /api/private/v1.0/assignments/',
  'DELETE /api/private/v1.0/prices/',
  'DELETE /api/private/v2.0/event/{eventId}/prices/assignments/',
  'DELETE /api/private/v2.0/event/{eventId}/prices/{id}',
  'DELETE /api/private/v2.0/events/{id}/allotments/{allotmentId}',
  'POST /api/private/v1.0/assignments/',
  'POST /api/private/v1.0/assignments/clean',
  'POST /api/private/v1.0/prices/',
  'POST /api/private/v2.0/event/{eventId}/prices/',
  'POST /api/private/v2.0/event/{eventId}/prices/assignments/',
  'POST /api/private/v2.0/events/{id}/allotments/',
  'POST /api/private/v2.0/events/{id}/status',
  'PUT /api/private/v1.0/prices/',
  'PUT /api/private/v2.0/event/{eventId}/prices/',
  'PUT /api/private/v2.0/events/{id}/admission',
  'PUT /api/private/v2.0/events/{id}/allotments/{allotmentId}',
  'PUT /api/private/v2.0/events/{id}/allotments/{allotmentId}/places',
  'PUT /api/private/v2.0/events/{id}/units/',
  'PUT /api/seatmap/{schemaId}/',
];
/** It sends a request to the receiver, which no transaction takes back. */
const sendsOut = ['POST /api/private/v2.0/webhooks/{id}/test'];

/**
 * Tables that may change without an effect: the records of keys, the counter of layout ids, an event's owner when its actor is loaded, what is
 * projected before it is removed, how far a webhook has read, when a node was alive, and the progress of an erasure.
 */
const volatile = [
  'idempotency_key',
  'layout_ids',
  'event_owner',
  'event_projection',
  'event_offer',
  'area_booking',
  'webhook_position',
  'cluster_node',
  'erasure',
];
const prefix = '/api/private/v2.0/';

let service: TestService;
let editor: Editor;
let shared: ObjectIds;
let provider: SignOnProvider;
const end = Promise.withResolvers<void>();

beforeAll(async () => {
  service = await startTestService({ DATABASE_CONNECTIONS: '2', SIGN_ON_ALLOW_PRIVATE: '1' });
  provider = await startSignOnProvider({ redirectUris: [`${service.url}/console/`] });
  // One connection is left: a call that needs a second one beside its transaction waits without end.
  await new Promise<void>((held) => {
    void service.parts.persistence.pool.connect(() => {
      held();
      return end.promise;
    });
  });
  editor = await openEditor(service);
  shared = await makeShared();
});

afterAll(async () => {
  end.resolve();
  await service.close();
  await provider[Symbol.asyncDispose]();
});

const nameOf = ({ method, path }: Route): string => `${method} ${path}`;

function optionsOf({ caller }: Route): CallOptions {
  const { organization, tenant } = service.catalog;
  if (caller === 'login') return bearer(editor.login.token);
  return { key: caller === 'tenant' ? tenant.key : organization.token };
}

const post = async (path: string, body: unknown) =>
  succeeded(await service.call('POST', prefix + path, { key: service.catalog.organization.token, body })).body;

/** The objects of most calls. */
async function makeShared(): Promise<ObjectIds> {
  const show = await openPricedShow(service);
  const webhook = await post('webhooks/', { url: 'https://usher.invalid/', enabled: false });
  const organization = await service.call('POST', '/api/private/management/v2.0/organizations/', {
    key: service.catalog.tenant.key,
    body: { name: 'Old', firstName: 'A', lastName: 'B', email: 'old@example.org', password: 'correct horse battery' },
  });
  return {
    ...unknownIds(),
    event: show.eventId,
    schema: show.schemaId,
    venue: (await post('venues/', { name: 'Hall' })).id,
    price: show.prices[0] as number,
    zone: (await post(`schemas/${show.schemaId}/pricing_zones/`, [{ name: 'Zone', schemaId: show.schemaId }]))[0].id,
    organization: succeeded(organization).body.id,
    seat: show.seats[0] as number,
    area: show.areas[0] as number,
    webhook: webhook.id,
  };
}

/** The objects for a call that must succeed: new ones where an earlier call may have used them up. */
async function objectsFor({ method, path }: Route): Promise<ObjectIds> {
  if (path.includes('/venues/{venueId}')) {
    const { schemaId, venueId } = await editor.makeSchema();
    return { ...shared, schema: schemaId, venue: venueId };
  }
  if (path.includes('/series/')) {
    const fields = { name: 'Series', templateEventId: shared.event, timeZone: 'UTC' };
    return { ...shared, series: (await post('series/', fields)).id };
  }
  if (path.includes('/pricing_zones/') && !path.endsWith('/assignments/')) {
    const { schemaId } = await editor.makeSchema();
    const [zone] = await post(`schemas/${schemaId}/pricing_zones/`, [{ name: 'Old', schemaId }]);
    return { ...shared, schema: schemaId, zone: zone.id };
  }
  if (path === '/api/private/v2.0/schemas/{schemaId}/units/') {
    // The events of the layout adopt its new version later.
    const { schemaId, seats } = await openPricedShow(service);
    return { ...shared, schema: schemaId, seat: seats[0] as number };
  }
  if (path.includes('/people/{id}')) return { ...shared, person: (await hire(service, 'VIEWER')).id };
  if (path.includes('/checkout-codes/')) return { ...shared, code: await makeCode() };
  if (path.endsWith('/redeliver')) {
    const webhook = (await post('webhooks/', { url: 'https://usher.invalid/' })).id;
    return { ...shared, webhook, delivery: await makeDelivery(service, webhook) };
  }
  if (method !== 'DELETE') return shared;
  if (path.includes('/webhooks/')) {
    // Its removal disables it first.
    return { ...shared, webhook: (await post('webhooks/', { url: 'https://usher.invalid/', enabled: false })).id };
  }
  if (path.includes('/pass-keys/')) {
    const body = { kid: 'old', algorithm: 'HS256' };
    const key = service.catalog.organization.token;
    succeeded(await service.call('PUT', '/api/private/management/v2.0/pass-keys/', { key, body }));
    return { ...shared, passKey: 'old' };
  }
  if (path.includes('/events/')) {
    const times = { start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00' };
    return { ...shared, event: (await post('events/', { name: 'Old', ...times, schemaId: shared.schema })).id };
  }
  if (path.includes('/venues/')) return { ...shared, venue: (await post('venues/', { name: 'Old' })).id };
  if (path.endsWith('/schemas/{id}')) return { ...shared, schema: (await editor.makeSchema()).schemaId };
  return shared;
}

/** The code of a checkout. */
async function makeCode(): Promise<string> {
  const show = await openPricedShow(service);
  const calls = sessionCalls(service, show);
  const id = await calls.open(show.seats.slice(0, 1));
  succeeded(await calls.callPublic(id, 'checkout', {}));
  const { code } = succeeded(await calls.callPublic(id, 'checkout-code/')).body;
  // Waits for the projection: it must not be seen as an effect of a later call.
  succeeded(await calls.list());
  return code;
}

/** What is stored, by table. */
async function stored(): Promise<Record<string, string>> {
  const { pool } = service.catalog;
  const tables = await pool.anyFirst(sql.type(z.object({ name: z.string() }))`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${sql.array(volatile, 'text')})
  `);
  const contents = await Promise.all(
    tables.map(async (name) => [
      name,
      await pool.oneFirst(sql.type(z.object({ content: z.string() }))`
        select md5(coalesce(string_agg(t::text, ',' order by t::text), '')) as content
        from ${sql.identifier([name])} as t
      `),
    ]),
  );
  return Object.fromEntries(contents);
}

/** Breaks the connection's transaction where the answer is recorded. */
async function refuseRecords(): Promise<() => Promise<void>> {
  const { pool } = service.catalog;
  await pool.query(sql.unsafe`
    create function refuse_record() returns trigger language plpgsql as $$
    begin raise exception 'no record' using errcode = '53400'; end $$
  `);
  await pool.query(sql.unsafe`
    create trigger refuse_record before update on idempotency_key
    for each row when (new.status is not null) execute function refuse_record()
  `);
  return async () => {
    await pool.query(sql.unsafe`drop trigger refuse_record on idempotency_key`);
    await pool.query(sql.unsafe`drop function refuse_record()`);
  };
}

const shown = ({ status, body }: Answer): unknown => ({ status, body });

test('every call that changes something takes effect with its record, or repeats it by its effect', () => {
  const others = service.routes.filter((route) => idempotencyOf(route) === 'recorded').map(nameOf);
  expect(others.sort()).toEqual([...repeatedByTheirEffect, ...sendsOut].sort());
});

test('a call whose record cannot be written has changed nothing, and its repetition takes effect once', async () => {
  const surprises: unknown[] = [];
  // Deletions use up the objects of the others; what goes on after its answer would be seen in later calls.
  const goesOn = ['cloneSchema', 'redeliverWebhookDelivery'];
  const rank = ({ method, operationId }: Route): number =>
    Number(method === 'DELETE') + 2 * (goesOn.indexOf(operationId) + 1);
  const routes = service.routes
    .filter((route) => idempotencyOf(route) === 'transaction')
    .sort((a, b) => rank(a) - rank(b));
  for (const route of routes) {
    const { path, body: example } = callOf(route, await objectsFor(route));
    const body = route.operationId === 'putSignOn' ? settingsFor(provider) : example;
    const { headers: own, ...caller } = optionsOf(route);
    const headers = { ...own, 'Idempotency-Key': randomUUID() };
    const ask = () => service.call(route.method, path, { ...caller, headers, ...(body === undefined ? {} : { body }) });
    const before = await stored();
    const accept = await refuseRecords();
    const failed = await ask();
    await accept();
    const after = await stored();
    const first = await ask();
    const again = await ask();
    const isUndone = failed.status === 503 && JSON.stringify(after) === JSON.stringify(before);
    const isOnce = first.status < 300 && !isReplay(first) && isReplay(again);
    if (!isUndone || !isOnce || JSON.stringify(shown(again)) !== JSON.stringify(shown(first))) {
      const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
      surprises.push([nameOf(route), failed.status, changed, shown(first), shown(again)]);
    }
  }
  expect(surprises).toEqual([]);
  expect(routes.length).toBeGreaterThan(30);
});
