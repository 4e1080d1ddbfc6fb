/** People: invitations that work once, the last OWNER, and tokens that end with a person's rights. */
import { sql } from 'slonik';
import { peopleMax } from '#storage/catalog/members.ts';
import { errorsOf } from '../../support/answers.ts';
import { logIn } from '../../support/editor-calls.ts';
import { hire, peoplePath } from '../../support/people-calls.ts';
import { type Answer, openPricedShow } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';

const password = 'correct horse battery';

useService();

const invite = (body: unknown, key?: string): Promise<Answer> => ask('POST', peoplePath, body, key);
const tokenOf = ({ body }: Answer): string => body.inviteUrl.split('/').at(-1);
const accept = (token: string, secret = password): Promise<Answer> =>
  service.call('POST', `/api/auth/invitations/${token}`, { body: { password: secret } });
const login = (email: string, more: object = {}, secret = password): Promise<Answer> =>
  service.call('POST', '/api/auth/login', { body: { username: email, password: secret, ...more } });
const listed = async (key?: string) => succeeded(await ask('GET', peoplePath, undefined, key)).body.people;

/** What an answer says, without what differs with every call. */
function said({ status, body }: Answer): unknown {
  const { timestamp: _, requestId: __, path: ___, instance: ____, ...rest } = body ?? {};
  return { status, rest };
}

describe('an invitation', () => {
  test('leads to a login with the given role, and shows the person from its first day', async () => {
    const made = await invite({ email: 'Ben@example.org', role: 'BOX_OFFICE' });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: expect.any(Number),
        inviteUrl: expect.stringMatching(/^\/console\/#\/invitation\/usher_inv_[\w-]{43}$/),
      },
    });
    const left = Date.parse(made.body.expiresAt) - Date.now();
    expect(left / 3_600_000).toBeGreaterThan(71);
    const { id } = made.body;
    const shown = async () => (await listed()).find((one: { id: number }) => one.id === id);
    expect(await shown()).toEqual({
      ...{ id, email: 'Ben@example.org', role: 'BOX_OFFICE', events: null },
      ...{ lastLogin: null, invitedUntil: made.body.expiresAt },
    });
    expect(outcomeOf(await login('ben@example.org'))).toBe('403 ACCESS_DENIED');
    const { organization } = service.catalog;
    expect(await accept(tokenOf(made))).toMatchObject({
      status: 200,
      body: { success: true, email: 'Ben@example.org', organizationId: organization.id },
    });
    const opened = succeeded(await login('ben@example.org')).body;
    expect(opened.user).toEqual({
      ...{ id, email: 'Ben@example.org', name: '', organizationId: organization.id },
      // The key of the organization opens everything.
      ...{ organizationToken: null, role: 'BOX_OFFICE', events: null },
    });
    expect(await shown()).toMatchObject({ invitedUntil: null, lastLogin: expect.any(String) });
    const renewed = await service.call('POST', '/api/auth/refresh', { body: { refreshToken: opened.refreshToken } });
    expect(renewed).toMatchObject({ status: 200, body: { user: opened.user } });
  });

  test('works once, also at the same moment, and not after its end', async () => {
    const token = tokenOf(await invite({ email: 'once@example.org', role: 'VIEWER' }));
    const answers = await Promise.all([accept(token, 'the first password'), accept(token, 'the other password')]);
    expect(answers.map(outcomeOf).toSorted()).toEqual(['200', '404 ENTITY_NOT_FOUND']);
    const late = await invite({ email: 'late@example.org', role: 'VIEWER' });
    await service.catalog.pool.query(sql.unsafe`
      update invitation set expires_at = now() where account_id = ${late.body.id}
    `);
    const refused = await accept(tokenOf(late));
    expect(outcomeOf(refused)).toBe('404 ENTITY_NOT_FOUND');
    expect(said(await accept('usher_inv_unknown'))).toEqual(said(refused));
    expect(said(await accept(token))).toEqual(said(refused));
    expect(errorsOf(await accept(token, 'short'))).toEqual(['password SIZE']);
  });

  test('made again is another link, and the former one is void', async () => {
    const first = await invite({ email: 'twice@example.org', role: 'VIEWER' });
    const second = await invite({ email: 'TWICE@example.org', role: 'MANAGER' });
    expect(second.body.id).toBe(first.body.id);
    expect(outcomeOf(await accept(tokenOf(first)))).toBe('404 ENTITY_NOT_FOUND');
    expect((await accept(tokenOf(second))).status).toBe(200);
    expect(succeeded(await login('twice@example.org')).body.user.role).toBe('MANAGER');
    expect(outcomeOf(await invite({ email: 'twice@example.org', role: 'VIEWER' }))).toBe(
      '409 DATA_INTEGRITY_VIOLATION',
    );
  });

  test('is stored as a hash only', async () => {
    const token = tokenOf(await invite({ email: 'secret@example.org', role: 'VIEWER' }));
    const rows = await service.catalog.pool.any(
      sql.unsafe`select row_to_json(invitation)::text as text from invitation`,
    );
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('refuses what is no address, no role, no event of the organization, and a limit of an OWNER', async () => {
    const show = await openPricedShow(service);
    const theirs = await hire(service, 'OWNER', null, service.catalog.other.id);
    expect(errorsOf(await invite({ email: 'nobody', role: 'CHIEF' })).toSorted()).toEqual([
      'email PATTERN',
      'role UNKNOWN_VALUE',
    ]);
    const limited = { email: 'limited@example.org', events: [show.eventId] };
    expect(errorsOf(await invite({ ...limited, role: 'OWNER' }))).toEqual(['events NULL']);
    const foreign = await theirs.ask('POST', peoplePath, { ...limited, role: 'VIEWER' });
    expect(errorsOf(foreign)).toEqual(['events UNKNOWN_VALUE']);
    expect((await invite({ ...limited, role: 'VIEWER' })).status).toBe(201);
  });

  test('is refused when the organization has as many people as it may', async () => {
    const { other, pool } = service.catalog;
    await pool.query(sql.unsafe`
      with made as (
        insert into account (email, first_name, last_name, password_hash)
        select 'crowd' || n || '@example.org', '', '', '' from generate_series(1, ${peopleMax}) n returning id
      ) insert into membership (account_id, organization_id) select id, ${other.id} from made
    `);
    const refused = await invite({ email: 'more@example.org', role: 'VIEWER' }, other.token);
    expect(outcomeOf(refused)).toBe('409 DATA_INTEGRITY_VIOLATION');
    await pool.query(sql.unsafe`delete from account where email like 'crowd%'`);
  });
});

describe('an address that another organization knows', () => {
  /** All answers about an address, up to a login. */
  async function answersFor(email: string, key: string): Promise<unknown[]> {
    const made = await invite({ email, role: 'VIEWER' }, key);
    const accepted = await accept(tokenOf(made));
    const opened = await login(email, { organizationId: accepted.body.organizationId });
    return [made, accepted, opened].map(({ status, body }) => [
      status,
      Object.keys(body),
      Object.keys(body.user ?? {}),
    ]);
  }

  test('is answered like any other, gets a password of its own, and its account there stays as it is', async () => {
    const { organization, other } = service.catalog;
    const { user } = await logIn(service, organization.id);
    expect(await answersFor(user.email, other.token)).toEqual(await answersFor('new@example.org', other.token));
    const there = succeeded(await login(user.email, {}, 'open sesame')).body.user;
    expect([there.id, there.organizationId, there.role]).toEqual([user.id, organization.id, 'OWNER']);
    const here = succeeded(await login(user.email)).body.user;
    expect([here.organizationId, here.role]).toEqual([other.id, 'VIEWER']);
    // The id is a new one: it does not tell that the address is known.
    expect(here.id).toBeGreaterThan(user.id);
    expect(outcomeOf(await login(user.email, { organizationId: organization.id }))).toBe('403 ACCESS_DENIED');
  });
});

describe('the last OWNER', () => {
  /** An organization with these owners. */
  async function owners(count: number) {
    const { other, pool } = service.catalog;
    await pool.query(sql.unsafe`delete from membership where organization_id = ${other.id}`);
    return Promise.all(Array.from({ length: count }, () => hire(service, 'OWNER', null, other.id)));
  }
  const remove = (id: number) => ask('DELETE', `${peoplePath}${id}`, undefined, service.catalog.other.token);
  const demote = (id: number) => ask('PUT', `${peoplePath}${id}`, { role: 'VIEWER' }, service.catalog.other.token);

  test('can be neither removed nor changed, whoever is invited', async () => {
    const [only] = await owners(1);
    const { token } = service.catalog.other;
    succeeded(await invite({ email: 'next@example.org', role: 'OWNER' }, token));
    expect(outcomeOf(await remove(only?.id as number))).toBe('409 LAST_OWNER');
    expect(outcomeOf(await demote(only?.id as number))).toBe('409 LAST_OWNER');
    expect((await ask('PUT', `${peoplePath}${only?.id}`, { role: 'OWNER' }, token)).status).toBe(200);
  });

  test('stays when all are removed or changed at once', async () => {
    for (const change of [remove, demote]) {
      const all = await owners(4);
      const outcomes = (await Promise.all(all.map(({ id }) => change(id)))).map(outcomeOf);
      expect(outcomes.filter((outcome) => outcome === '409 LAST_OWNER')).toHaveLength(1);
      const left = (await listed(service.catalog.other.token)).filter(({ role }: { role: string }) => role === 'OWNER');
      expect(left).toHaveLength(1);
    }
  });
});

describe('a person', () => {
  test('that is removed can neither call nor renew, and its account is gone', async () => {
    const gone = await hire(service, 'MANAGER');
    expect((await gone.ask('GET', '/api/private/v2.0/events/')).status).toBe(200);
    succeeded(await ask('DELETE', `${peoplePath}${gone.id}`));
    expect(outcomeOf(await gone.ask('GET', '/api/private/v2.0/events/'))).toBe('401 UNAUTHENTICATED');
    const renewal = await service.call('POST', '/api/auth/refresh', { body: { refreshToken: gone.refreshToken } });
    expect(outcomeOf(renewal)).toBe('403 ACCESS_DENIED');
    expect(await service.catalog.pool.exists(sql.unsafe`select from account where id = ${gone.id}`)).toBe(false);
    expect(outcomeOf(await ask('DELETE', `${peoplePath}${gone.id}`))).toBe('404 ENTITY_NOT_FOUND');
  });

  test('has a new role with the next call of the same token', async () => {
    const person = await hire(service, 'VIEWER');
    expect(outcomeOf(await person.ask('GET', peoplePath))).toBe('403 ROLE_NOT_ALLOWED');
    const changed = await ask('PUT', `${peoplePath}${person.id}`, { role: 'OWNER' });
    expect(changed).toMatchObject({ status: 200, body: { id: person.id, role: 'OWNER', events: null } });
    expect((await person.ask('GET', peoplePath)).status).toBe(200);
  });

  test('keeps a limit whose events are gone', async () => {
    const { eventId } = await openPricedShow(service);
    const person = await hire(service, 'VIEWER', [eventId]);
    expect(succeeded(await person.ask('GET', '/api/private/v2.0/events/')).body.content).toHaveLength(1);
    succeeded(await ask('DELETE', `/api/private/v2.0/events/${eventId}`));
    expect(succeeded(await person.ask('GET', '/api/private/v2.0/events/')).body.content).toEqual([]);
    expect((await listed()).find(({ id }: { id: number }) => id === person.id).events).toEqual([]);
  });
});
