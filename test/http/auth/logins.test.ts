/** Logins over HTTP: successful and refused ones, renewal, logout, and pauses after wrong passwords. */
import { sql } from 'slonik';
import { errorsOf } from '../../support/answers.ts';
import type { Answer } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

const prefix = '/api/auth/';
const password = 'open sesame';

useService();

const ask = (verb: string, body: unknown): Promise<Answer> => service.call('POST', prefix + verb, { body });
const login = (username: string, secret = password) => ask('login', { username, password: secret });

/** An organization whose first user has this email. */
async function organizationOf(email: string): Promise<Answer['body']> {
  const body = { name: 'City Theatre', firstName: 'Ada', lastName: 'Admin', email, password };
  const answer = await service.call('POST', '/api/private/management/v2.0/organizations/', {
    key: service.catalog.tenant.key,
    body,
  });
  return succeeded(answer).body;
}

const denied = '403 ACCESS_DENIED';

/** The parts of a refusal in which two refusals could differ. */
function said({ status, body }: Answer) {
  const { timestamp: _, requestId: __, ...rest } = body;
  return { status, ...rest };
}

describe('a login', () => {
  test('answers tokens, their user, and a working token of the organization', async () => {
    const organization = await organizationOf('ada@example.org');
    const answer = await login('Ada@Example.org');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({
      success: true,
      token: expect.stringMatching(/^usher_log_[\w-]{43}$/),
      refreshToken: expect.stringMatching(/^usher_log_[\w-]{43}$/),
      user: {
        id: expect.any(Number),
        email: 'ada@example.org',
        name: 'Ada Admin',
        organizationId: organization.id,
        organizationToken: expect.stringMatching(/^usher_org_/),
        role: 'OWNER',
        events: null,
      },
    });
    const { organizationToken } = answer.body.user;
    const config = '/api/private/management/v2.0/session-config/';
    expect((await service.call('GET', config, { key: organizationToken })).status).toBe(200);
  });

  test('leaves neither password nor token in the database', async () => {
    await organizationOf('bea@example.org');
    const spent = succeeded(await login('bea@example.org')).body;
    const { token, refreshToken } = succeeded(await ask('refresh', { refreshToken: spent.refreshToken })).body;
    const { pool } = service.catalog;
    const rows = await pool.any(sql.unsafe`
      select row_to_json(account)::text as text from account
      union all select row_to_json(login)::text from login
      union all select row_to_json(login_failure)::text from login_failure
      union all select row_to_json(spent_refresh_token)::text from spent_refresh_token
    `);
    const text = JSON.stringify(rows);
    expect(text).toContain('scrypt$');
    for (const secret of [password, token, refreshToken, spent.refreshToken]) expect(text).not.toContain(secret);
  });

  test('of an unknown user is refused in the same words as one with a wrong password', async () => {
    await organizationOf('carl@example.org');
    const wrong = await login('carl@example.org', 'guess');
    const unknown = await login('nobody@example.org', 'guess');
    expect(outcomeOf(wrong)).toBe(denied);
    expect(said(unknown)).toEqual(said(wrong));
    expect(JSON.stringify(wrong.body)).not.toContain('guess');
  });

  test('needs a username and a password', async () => {
    expect(errorsOf(await ask('login', {})).toSorted()).toEqual(['password NOT_NULL', 'username NOT_NULL']);
    expect(errorsOf(await ask('login', { username: 'a', password: 7 }))).toEqual(['password TYPE']);
    const secret = await ask('login', { username: '', password: 'x'.repeat(300) });
    expect(JSON.stringify(secret.body)).not.toContain('xxx');
  });

  test('is for the oldest organization of the user that still exists', async () => {
    const first = await organizationOf('dora@example.org');
    const second = await organizationOf('dora@example.org');
    const opened = async () => succeeded(await login('dora@example.org')).body.user.organizationId;
    expect(await opened()).toBe(first.id);
    const { key } = service.catalog.tenant;
    succeeded(await service.call('DELETE', `/api/private/management/v2.0/organizations/${first.id}`, { key }));
    expect(await opened()).toBe(second.id);
  });
});

describe('a renewal of a login', () => {
  test('answers new tokens, and works once for each refresh token', async () => {
    await organizationOf('eve@example.org');
    const before = succeeded(await login('eve@example.org')).body;
    const renewed = await ask('refresh', { refreshToken: before.refreshToken });
    expect(renewed).toMatchObject({ status: 200, body: { success: true, user: before.user } });
    expect(renewed.body.refreshToken).not.toBe(before.refreshToken);
    expect(outcomeOf(await ask('refresh', { refreshToken: before.refreshToken }))).toBe(denied);
    expect((await ask('refresh', { refreshToken: renewed.body.refreshToken })).status).toBe(200);
  });

  describe('with a used refresh token', () => {
    const me = async (token: string) =>
      outcomeOf(await service.call('GET', `${prefix}user/`, { headers: { Authorization: `Bearer ${token}` } }));
    const refresh = (refreshToken: string) => ask('refresh', { refreshToken });
    const passSeconds = (seconds: number) =>
      service.catalog.pool.query(sql.unsafe`
        update spent_refresh_token set spent_at = spent_at - make_interval(secs => ${seconds})
      `);

    const count = () => service.catalog.pool.oneFirst(sql.unsafe`select count(*)::int from spent_refresh_token`);

    test('ends all tokens that were renewed from its login, and no other login of the user', async () => {
      await organizationOf('eva@example.org');
      const before = await count();
      const other = succeeded(await login('eva@example.org')).body;
      const first = succeeded(await login('eva@example.org')).body;
      const second = succeeded(await refresh(first.refreshToken)).body;
      const third = succeeded(await refresh(second.refreshToken)).body;
      expect(await me(third.token)).toBe('200');
      // The grace of ten seconds is only for the token before the newest one.
      expect(outcomeOf(await refresh(first.refreshToken))).toBe(denied);
      expect(await me(third.token)).toBe('401 UNAUTHENTICATED');
      for (const { refreshToken } of [third, second, first])
        expect(outcomeOf(await refresh(refreshToken))).toBe(denied);
      expect(await me(other.token)).toBe('200');
      expect(await count()).toBe(before);
    });

    test('is refused and ends nothing within ten seconds of the newest renewal', async () => {
      await organizationOf('evi@example.org');
      const first = succeeded(await login('evi@example.org')).body;
      const answers = await Promise.all([1, 2, 3, 4].map(() => refresh(first.refreshToken)));
      expect(answers.map(outcomeOf).toSorted()).toEqual(['200', denied, denied, denied]);
      const second = answers.find(({ status }) => status === 200)?.body;
      await passSeconds(9);
      expect(outcomeOf(await refresh(first.refreshToken))).toBe(denied);
      expect(await me(second.token)).toBe('200');
      await passSeconds(2);
      expect(outcomeOf(await refresh(first.refreshToken))).toBe(denied);
      expect(await me(second.token)).toBe('401 UNAUTHENTICATED');
      expect(outcomeOf(await refresh(second.refreshToken))).toBe(denied);
    });

    test('is detected for the last 1,000 tokens of a login, as long as the login lives', async () => {
      const { pool } = service.catalog;
      await organizationOf('evo@example.org');
      const first = succeeded(await login('evo@example.org')).body;
      await pool.query(sql.unsafe`update login set generation = 1001 where id = (select max(id) from login)`);
      await pool.query(sql.unsafe`
        insert into spent_refresh_token (hash, login_id, generation)
        select sha256(n::text::bytea), (select max(id) from login), n from generate_series(0, 1000) n
      `);
      succeeded(await refresh(first.refreshToken));
      const kept = await pool.anyFirst(sql.unsafe`
        select generation from spent_refresh_token where login_id = (select max(id) from login) order by generation
      `);
      expect([kept.length, kept[0], kept.at(-1)]).toEqual([1_000, 2, 1001]);
    });
  });

  test('is refused with an access token, a made-up one, and one that has expired', async () => {
    await organizationOf('fay@example.org');
    const { token, refreshToken } = succeeded(await login('fay@example.org')).body;
    expect(outcomeOf(await ask('refresh', { refreshToken: token }))).toBe(denied);
    expect(outcomeOf(await ask('refresh', { refreshToken: 'made up' }))).toBe(denied);
    await service.catalog.pool.query(sql.unsafe`update login set refresh_expires_at = now()`);
    expect(outcomeOf(await ask('refresh', { refreshToken }))).toBe(denied);
    expect(errorsOf(await ask('refresh', {}))).toEqual(['refreshToken NOT_NULL']);
  });
});

describe('a logout', () => {
  test('ends the login, named by either token, and may be repeated', async () => {
    await organizationOf('gil@example.org');
    for (const name of ['token', 'refreshToken']) {
      const opened = succeeded(await login('gil@example.org')).body;
      for (const _ of [1, 2]) {
        expect(await ask('logout', { [name]: opened[name] })).toMatchObject({ status: 200, body: { success: true } });
      }
      expect(outcomeOf(await ask('refresh', { refreshToken: opened.refreshToken }))).toBe(denied);
    }
    expect(errorsOf(await ask('logout', {}))).toEqual(['refreshToken NOT_NULL']);
  });
});

describe('guessing passwords', () => {
  const fail = async (username: string, times: number) => {
    const answers: Answer[] = [];
    for (let at = 0; at < times; at++) answers.push(await login(username, `guess ${at}`));
    return answers;
  };
  const pauseOf = ({ headers }: Answer) => Number(headers.get('retry-after') ?? 0);
  const waitOver = () => service.catalog.pool.query(sql.unsafe`update login_failure set blocked_until = now()`);

  test('five times starts a pause in which even the right password is refused, on every node and after a restart', async () => {
    await organizationOf('hal@example.org');
    for (const answer of await fail('hal@example.org', 5))
      expect([outcomeOf(answer), pauseOf(answer)]).toEqual([denied, 0]);
    const right = await login('HAL@example.org');
    expect(outcomeOf(right)).toBe(denied);
    expect(pauseOf(right)).toBeGreaterThanOrEqual(1);
    expect(pauseOf(right)).toBeLessThanOrEqual(5);
    const next = await service.restart();
    expect(
      (await next.call('POST', `${prefix}login`, { body: { username: 'hal@example.org', password } })).status,
    ).toBe(403);
    await waitOver();
    expect((await login('hal@example.org')).status).toBe(200);
    // A successful login resets the counter.
    for (const answer of await fail('hal@example.org', 4)) expect(pauseOf(answer)).toBe(0);
    expect((await login('hal@example.org')).status).toBe(200);
  });

  test('doubles the pause each time, up to 15 minutes', async () => {
    const username = 'nobody-at-all@example.org';
    await fail(username, 5);
    const pauses: number[] = [];
    const pauseStarted = sql.unsafe`
      select extract(epoch from blocked_until - last_at)::int from login_failure order by last_at desc limit 1
    `;
    for (let round = 0; round < 5; round++) {
      // In the fourth round, simulates many more failures.
      if (round === 3) await service.catalog.pool.query(sql.unsafe`update login_failure set count = count + 1000`);
      pauses.push((await service.catalog.pool.oneFirst(pauseStarted)) as number);
      await waitOver();
      await login(username, 'guess');
    }
    expect(pauses).toEqual([5, 10, 20, 40, 900]);
  });

  test('of one user does not stop another user', async () => {
    await organizationOf('ida@example.org');
    await fail('someone@example.org', 6);
    expect((await login('ida@example.org')).status).toBe(200);
  });

  test('with many simultaneous requests is counted correctly', async () => {
    await organizationOf('jo@example.org');
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => login('jo@example.org', `guess ${at}`)));
    const tried = answers.filter((answer) => pauseOf(answer) === 0);
    expect(tried).toHaveLength(5);
  });

  test('is not assumed for many simultaneous logins with the right password', async () => {
    await organizationOf('kim@example.org');
    const answers = await Promise.all(Array.from({ length: 7 }, () => login('kim@example.org')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });
});
