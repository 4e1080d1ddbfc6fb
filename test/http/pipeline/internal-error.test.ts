/** Database faults during a request to the real service: the answer, and the recovery afterwards. */
import pg from 'pg';
import { sql } from 'slonik';
import { databaseUrl } from '../../support/postgres.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

test('a missing database table gives 500 INTERNAL_ERROR without internal details, until the table is back', async () => {
  const { pool, organization } = service.catalog;
  const read = () => service.call('GET', '/api/private/v2.0/venues/', { key: organization.token });
  await pool.query(sql.unsafe`alter table venue rename to venue_elsewhere`);
  const failed = await read();
  await pool.query(sql.unsafe`alter table venue_elsewhere rename to venue`);
  expect(failed).toMatchObject({ status: 500, body: { errorCode: 'INTERNAL_ERROR', title: 'Internal Server Error' } });
  expect(failed.body.requestId).toBe(failed.headers.get('x-request-id'));
  expect(JSON.stringify(failed.body)).not.toMatch(/relation|select|venue"|stack/);
  expect((await read()).status).toBe(200);
});

test('an unreachable database gives 503 until it is back', async () => {
  const { connectionString, organization } = service.catalog;
  const name = new URL(connectionString).pathname.slice(1);
  const operator = new pg.Client({ connectionString: databaseUrl('postgres') });
  await operator.connect();
  const allowConnections = (isAllowed: boolean) =>
    operator.query(`alter database ${name} allow_connections ${isAllowed}`);
  const read = () => service.call('GET', '/api/private/v2.0/venues/', { key: organization.token });
  const write = () =>
    service.call('POST', '/api/private/v2.0/venues/', { key: organization.token, body: { name: 'Hall' } });
  expect((await read()).status).toBe(200);
  await allowConnections(false);
  await operator.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  const [failedRead, failedWrite] = [await read(), await write()];
  await allowConnections(true);
  await operator.end();
  expect(failedRead).toMatchObject({ status: 503, body: { errorCode: 'UNAVAILABLE' } });
  expect(failedRead.headers.get('retry-after')).toBe('1');
  expect(failedWrite).toMatchObject({ status: 503, body: { errorCode: 'OUTCOME_UNKNOWN' } });
  expect((await read()).status).toBe(200);
});
