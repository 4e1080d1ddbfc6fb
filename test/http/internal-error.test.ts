/** A fault of the world inside a request, on the real service: what the caller sees, and that it passes. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sql } from 'slonik';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service.close();
});

test('a table that is gone is answered 500 INTERNAL_ERROR, tells nothing of the inside, and is forgotten when it is back', async () => {
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
