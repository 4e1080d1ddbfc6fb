/** The token of a login: which routes accept it, and when it ends. */
import { sql } from 'slonik';
import { bearer, logIn } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { type Answer, startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';

const unauthenticated = '401 UNAUTHENTICATED';
const denied = '403 ACCESS_DENIED';
const user = '/api/auth/user/';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(() => service.close());

const ask = (token: string, path = user): Promise<Answer> => service.call('GET', path, bearer(token));
const open = () => logIn(service, service.catalog.organization.id);

describe('the token of a login', () => {
  test('shows its user, in the same form as the login', async () => {
    const login = await open();
    const answer = await ask(login.token);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ success: true, user: login.user });
    const { Authorization } = bearer(login.token).headers as { Authorization: string };
    const lowerCase = { headers: { authorization: Authorization.replace('Bearer', 'bearer') } };
    expect((await service.call('GET', '/api/auth/user', lowerCase)).status).toBe(200);
  });

  test('is the only credential that the editor interface accepts', async () => {
    const { token, refreshToken } = await open();
    const { organization, tenant } = service.catalog;
    const said = new Set<string>();
    for (const options of [
      {},
      { key: token },
      { key: organization.token },
      bearer(organization.token),
      bearer(organization.privateKey),
      bearer(tenant.key),
      bearer(refreshToken),
      bearer(''),
      bearer(`${token} ${token}`),
      bearer('x'.repeat(2_000)),
      { headers: { Authorization: token } },
      { headers: { Authorization: `Basic ${token}` } },
    ]) {
      for (const path of [user, '/api/venues/', '/api/events']) {
        const answer = await service.call('GET', path, options);
        expect([options, outcomeOf(answer)]).toEqual([options, unauthenticated]);
        expect(answer.headers.get('www-authenticate')).toBe('Bearer');
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
        said.add(answer.body.detail);
      }
    }
    expect(said.size).toBe(1);
    expect((await ask(token, '/api/venues/')).status).toBe(200);
  });

  test('opens the private interface of its organization, and nothing of the tenant', async () => {
    const { token } = await open();
    expect(outcomeOf(await ask(token, '/api/private/v2.0/venues/'))).toBe('200');
    expect(outcomeOf(await ask(token, '/api/private/management/v2.0/organizations/'))).toBe(denied);
  });

  test('is refused before the body is read', async () => {
    const path = '/api/venues/';
    const options = { ...bearer('wrong'), body: '{' };
    expect(outcomeOf(await service.call('POST', path, options))).toBe(unauthenticated);
    const { token } = await open();
    expect(outcomeOf(await service.call('POST', path, { ...bearer(token), body: '{' }))).toBe('400 MALFORMED_REQUEST');
  });

  test('ends at its expiry', async () => {
    const { token } = await open();
    await service.catalog.pool.query(sql.unsafe`
      update login set token_expires_at = now() where id = (select max(id) from login)
    `);
    expect(outcomeOf(await ask(token))).toBe(unauthenticated);
  });
});

describe('a logout', () => {
  test.each(['token', 'refreshToken'] as const)(
    'by %s ends the token at once, and at other nodes by itself',
    async (name) => {
      const elsewhere = await service.restart();
      const login = await open();
      expect((await ask(login.token)).status).toBe(200);
      expect((await elsewhere.call('GET', user, bearer(login.token))).status).toBe(200);
      succeeded(await service.call('POST', '/api/auth/logout', { body: { [name]: login[name] } }));
      expect(outcomeOf(await ask(login.token))).toBe(unauthenticated);
      await eventually(
        async () => outcomeOf(await elsewhere.call('GET', user, bearer(login.token))) === unauthenticated,
      );
    },
  );

  test('does not end other logins of the same user', async () => {
    const [one, other] = [await open(), await open()];
    succeeded(await service.call('POST', '/api/auth/logout', { body: { token: one.token } }));
    expect((await ask(other.token)).status).toBe(200);
  });
});

test('a renewal of a login ends the earlier token at once and gives a new one; a refresh token works once', async () => {
  const login = await open();
  expect((await ask(login.token)).status).toBe(200);
  const body = { refreshToken: login.refreshToken };
  const renewed = succeeded(await service.call('POST', '/api/auth/refresh', { body })).body;
  expect(outcomeOf(await ask(login.token))).toBe(unauthenticated);
  expect((await ask(renewed.token)).body).toEqual({ success: true, user: login.user });
  expect(outcomeOf(await service.call('POST', '/api/auth/refresh', { body }))).toBe(denied);
});

test('the token of a login of a deleted organization is refused', async () => {
  const key = service.catalog.tenant.key;
  const path = '/api/private/management/v2.0/organizations/';
  const person = { firstName: 'Ada', lastName: 'Admin', email: 'gone@example.org', password: 'open sesame' };
  const { id } = succeeded(await service.call('POST', path, { key, body: { name: 'Gone', ...person } })).body;
  const { token } = await logIn(service, id);
  expect((await ask(token)).status).toBe(200);
  succeeded(await service.call('DELETE', `${path}${id}`, { key }));
  expect(outcomeOf(await ask(token))).toBe(unauthenticated);
});
