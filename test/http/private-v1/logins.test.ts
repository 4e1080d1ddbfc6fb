/** The legacy interface accepts the token of a login for its organization, until the login ends or expires. */
import { sql } from 'slonik';
import { legacyPrefix } from '../../support/legacy-calls.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

useService();

beforeAll(async () => {
  const body = {
    name: 'City Theatre',
    firstName: 'Ada',
    lastName: 'Admin',
    email: 'ada@example.org',
    password: 'open sesame',
  };
  const { key } = service.catalog.tenant;
  succeeded(await service.call('POST', '/api/private/management/v2.0/organizations/', { key, body }));
});

const logIn = async (): Promise<{ token: string; refreshToken: string }> =>
  succeeded(
    await service.call('POST', '/api/auth/login', { body: { username: 'ada@example.org', password: 'open sesame' } }),
  ).body;

const events = (key: string) => service.call('GET', `${legacyPrefix}/events/`, { key });

test('the legacy interface accepts the token of a login as X-API-Key, for the organization of the login', async () => {
  const { token, refreshToken } = await logIn();
  expect(succeeded(await events(token)).body).toEqual([]);
  expect(outcomeOf(await events(refreshToken))).toBe('403 ACCESS_DENIED');
  expect(outcomeOf(await events(`${token}x`))).toBe('403 ACCESS_DENIED');
});

test('the current private interface and the management refuse the token of a login', async () => {
  const { token: key } = await logIn();
  for (const path of ['/api/private/v2.0/events/', '/api/private/management/v2.0/organizations/']) {
    expect(outcomeOf(await service.call('GET', path, { key }))).toBe('403 ACCESS_DENIED');
  }
});

test('the legacy interface refuses the token of a login at once after a logout or a renewal', async () => {
  const first = await logIn();
  succeeded(await events(first.token));
  succeeded(await service.call('POST', '/api/auth/logout', { body: { token: first.token } }));
  expect(outcomeOf(await events(first.token))).toBe('403 ACCESS_DENIED');
  const second = await logIn();
  succeeded(await events(second.token));
  const renewed = await service.call('POST', '/api/auth/refresh', { body: { refreshToken: second.refreshToken } });
  succeeded(await events(succeeded(renewed).body.token));
  expect(outcomeOf(await events(second.token))).toBe('403 ACCESS_DENIED');
});

test('the legacy interface refuses an expired token of a login', async () => {
  const { token } = await logIn();
  await service.catalog.pool.query(sql.unsafe`update login set token_expires_at = now() - interval '1 second'`);
  expect(outcomeOf(await events(token))).toBe('403 ACCESS_DENIED');
});
