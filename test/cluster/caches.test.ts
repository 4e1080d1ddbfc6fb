/** A change at one node is in force at every other node by itself, even if its notification was lost. */
import { sql } from 'slonik';
import { startTestCluster, type TestCluster } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { setMode } from '../support/read-only.ts';
import { openPricedShow, type Show, type TestService } from '../support/service.ts';
import { outcomeOf, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';

const management = '/api/private/management/v2.0/';

let cluster: TestCluster;
let here: TestService;
let there: TestService;
let show: Show;

beforeAll(async () => {
  cluster = await startTestCluster(2);
  [here, there] = cluster.nodes as [TestService, TestService];
  show = await openPricedShow(here, rowsHall);
});

afterAll(() => cluster.close());

function switchPublicSessions(publicSessionsEnabled: boolean) {
  const { token: key } = here.catalog.organization;
  return here.call('PUT', `${management}session-config/`, { key, body: { publicSessionsEnabled } });
}

test('a change of an organization’s settings is in force at another node by itself', async () => {
  const calls = sessionCalls(there, show);
  succeeded(await calls.create());
  succeeded(await switchPublicSessions(false));
  await eventually(async () => outcomeOf(await calls.create()) === '403 NOT_ENABLED');
  succeeded(await switchPublicSessions(true));
  await eventually(async () => (await calls.create()).status === 201);
});

test('read-only mode is in force at every node and at one that starts in it, until it is ended', async () => {
  const create = (node: TestService) => sessionCalls(node, show).create();
  await setMode({ reason: 'Maintenance.', until: null }, here, there);
  const third = await cluster.join();
  const refused = await Promise.all([here, there, third].map(create));
  expect(refused.map(outcomeOf)).toEqual(Array.from({ length: 3 }, () => '503 READ_ONLY'));
  await setMode(null, here, there, third);
  expect((await Promise.all([here, there, third].map(create))).map(outcomeOf)).toEqual(['201', '201', '201']);
});

test('the key of a deleted organization is refused at another node by itself', async () => {
  const { tenant, other } = here.catalog;
  const list = () => there.call('GET', '/api/private/v2.0/venues/', { key: other.token });
  succeeded(await list());
  succeeded(await here.call('DELETE', `${management}organizations/${other.id}`, { key: tenant.key }));
  await eventually(async () => outcomeOf(await list()) === '403 ACCESS_DENIED');
});

test('a changed schema of an event, and its deletion, are in force at another node by itself', async () => {
  const { token: key } = here.catalog.organization;
  const event = succeeded(
    await here.call('POST', '/api/private/v2.0/events/', {
      key,
      body: { name: 'Moved', start: '2027-05-01T19:30:00', endDate: '2027-05-01T22:00:00', schemaId: show.schemaId },
    }),
  ).body;
  const path = `/api/private/v2.0/event/${event.id}/prices/assignments/`;
  const seats = async () => (await there.call('GET', path, { key })).body.seatsOnEvent?.length;
  expect(await seats()).toBe(show.seats.length);
  const former = (await there.call('GET', path, { key })).headers.get('etag') as string;
  const other = { name: 'Two', sections: [{ name: 'S', rows: [{ name: 'A', seatCount: 2 }] }] };
  const schema = succeeded(await here.call('POST', '/api/private/v2.0/schemas/', { key, body: other })).body;
  succeeded(await here.call('PUT', '/api/private/v2.0/events/', { key, body: { ...event, schemaId: schema.id } }));
  await eventually(async () => (await seats()) === 2);
  expect((await there.call('GET', path, { key, headers: { 'If-None-Match': former } })).status).toBe(200);
  succeeded(await here.call('DELETE', `/api/private/v2.0/events/${event.id}`, { key }));
  await eventually(async () => (await seats()) === undefined);
});

test('a change during a lost notification connection is in force at another node in the end', async () => {
  const calls = sessionCalls(there, show);
  succeeded(await calls.create());
  await here.catalog.pool.query(sql.unsafe`
    with gone as (
      select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'usher notifications' and datname = current_database()
    )
    update organization set public_sessions_enabled = false from gone where id = ${here.catalog.organization.id}
  `);
  await eventually(async () => outcomeOf(await calls.create()) === '403 NOT_ENABLED');
});
