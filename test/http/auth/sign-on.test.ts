/** Sign-on against a real provider: who gets in, with which role, and for how long. */
import { sql } from 'slonik';
import { bearer } from '../../support/editor-calls.ts';
import { hire, peoplePath } from '../../support/people-calls.ts';
import { type Answer, openPricedShow } from '../../support/service.ts';
import { outcomeOf, succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';
import { SigningBrowser, settingsFor, signOnPath } from '../../support/sign-on-calls.ts';
import { type SignOnProvider, startSignOnProvider } from '../../support/sign-on-provider.ts';

useService({ SIGN_ON_ALLOW_PRIVATE: '1' });

let provider: SignOnProvider;

beforeAll(async () => {
  provider = await startSignOnProvider({ redirectUris: [`${service.url}/console/`] });
});

afterAll(async () => provider[Symbol.asyncDispose]());

beforeEach(async () => {
  const { pool, organization, other } = service.catalog;
  for (const { id } of [organization, other]) {
    await pool.query(sql.unsafe`delete from login where organization_id = ${id}`);
    await pool.query(sql.unsafe`delete from membership where organization_id = ${id}`);
    await pool.query(sql.unsafe`delete from sign_on where organization_id = ${id}`);
    await pool.query(sql.unsafe`delete from account where id not in (select account_id from membership)`);
  }
  succeeded(await put());
});

const put = (more: object = {}, key?: string): Promise<Answer> =>
  ask('PUT', signOnPath, { ...settingsFor(provider), ...more }, key);
const remove = (): Promise<Answer> => ask('DELETE', signOnPath);
/** The provider's person with this name. */
function told(name: string, groups: unknown, more: object = {}): void {
  provider.people.set(name, { email: `${name}@theatre.example`, email_verified: true, groups, ...more });
}
const signOn = (name: string): Promise<Answer> => new SigningBrowser(service).signOn(name);
const me = (token: string): Promise<Answer> => service.call('GET', '/api/auth/user/', bearer(token));
const people = async (): Promise<{ id: number; email: string; role: string }[]> =>
  succeeded(await ask('GET', peoplePath)).body.people;
const sentenceOf = ({ body }: Answer): string => `${body.errorCode}: ${body.detail}`;

describe('a person with a group that has a role', () => {
  test('gets the tokens of a login, and is in the list of people', async () => {
    told('ada', ['other', 'managers']);
    const { body } = succeeded(await signOn('ada'));
    expect(body).toEqual({
      success: true,
      token: expect.stringMatching(/^usher_log_/),
      refreshToken: expect.stringMatching(/^usher_log_/),
      user: expect.objectContaining({ email: 'ada@theatre.example', role: 'MANAGER', organizationToken: null }),
    });
    expect((await me(body.token)).body.user).toEqual(body.user);
    expect(await people()).toEqual([
      expect.objectContaining({ id: body.user.id, email: 'ada@theatre.example', role: 'MANAGER', invitedUntil: null }),
    ]);
  });

  test('is the same person at the next login, with the role and the events of its groups then', async () => {
    const { eventId } = await openPricedShow(service);
    const groups = [...settingsFor(provider).groups, { group: 'door', role: 'VIEWER', events: [eventId] }];
    succeeded(await put({ groups }));
    told('bea', ['sellers']);
    const first = succeeded(await signOn('bea')).body;
    told('bea', 'door', { email: 'beatrice@theatre.example' });
    const second = succeeded(await signOn('bea')).body;
    expect(second.user).toMatchObject({
      id: first.user.id,
      role: 'VIEWER',
      events: [eventId],
      email: 'beatrice@theatre.example',
    });
    // The former token has lost its role as well.
    expect((await me(first.token)).body.user).toMatchObject({ role: 'VIEWER', events: [eventId] });
    expect(await people()).toHaveLength(1);
    succeeded(await ask('DELETE', `/api/private/v2.0/events/${eventId}`));
    succeeded(await put({ groups }));
    expect(succeeded(await signOn('bea')).body.user).toMatchObject({ role: 'VIEWER', events: [] });
  });

  test('takes the first role of the list, whatever the order of its groups', async () => {
    told('cem', ['viewers', 'owners']);
    expect(succeeded(await signOn('cem')).body.user).toMatchObject({
      role: 'OWNER',
      organizationToken: expect.any(String),
    });
  });

  test('becomes the person whom the organization knows by the verified address, and keeps one account', async () => {
    const known = await hire(service, 'VIEWER');
    told('dan', ['managers'], { email: known.email.toUpperCase() });
    expect(succeeded(await signOn('dan')).body.user).toMatchObject({ id: known.id, role: 'MANAGER' });
    expect((await known.ask('GET', '/api/auth/user/')).body.user.role).toBe('MANAGER');
  });

  test('accepts an invitation by the sign-on, and the link is void', async () => {
    const invited = succeeded(await ask('POST', peoplePath, { email: 'eve@theatre.example', role: 'OWNER' })).body;
    told('eve', ['viewers']);
    expect(succeeded(await signOn('eve')).body.user).toMatchObject({ id: invited.id, role: 'VIEWER' });
    const token = invited.inviteUrl.split('/').at(-1);
    const accepted = await service.call('POST', `/api/auth/invitations/${token}`, {
      body: { password: 'a long password' },
    });
    expect(outcomeOf(accepted)).toBe('404 ENTITY_NOT_FOUND');
  });

  test('is another person in another organization', async () => {
    const { other } = service.catalog;
    succeeded(await put({}, other.token));
    told('fay', ['owners']);
    const here = succeeded(await signOn('fay')).body.user;
    const there = succeeded(await new SigningBrowser(service, other.publicKey).signOn('fay')).body.user;
    expect([here.organizationId, there.organizationId]).toEqual([service.catalog.organization.id, other.id]);
    expect(there.id).not.toBe(here.id);
  });
});

describe('a person is refused with a sentence, and leaves no row,', () => {
  const refusedFor = async (name: string): Promise<string> => {
    const before = await people();
    const answer = await signOn(name);
    expect(answer.status).toBe(403);
    expect(await people()).toEqual(before);
    return answer.body.detail;
  };

  test.each([[[]], [['strangers']], [undefined], [7], [{ owners: true }], [[['owners']]]])(
    'with the groups %j, none of which has a role',
    async (groups) => {
      told('gus', groups);
      expect(await refusedFor('gus')).toBe('None of your groups has a role here. Ask an owner of the organization.');
    },
  );

  test('without an address, or with one that is none or is not verified', async () => {
    told('hal', ['owners'], { email: undefined });
    expect(await refusedFor('hal')).toBe('The provider names no email address of you.');
    told('hal', ['owners'], { email: 'hal at theatre' });
    expect(await refusedFor('hal')).toBe('The provider names no email address of you.');
    for (const email_verified of [false, 'false']) {
      told('hal', ['owners'], { email_verified });
      expect(await refusedFor('hal')).toBe('The provider has not verified your email address.');
    }
  });

  test('with the address of another person, unless the provider says that it is verified', async () => {
    const known = await hire(service, 'OWNER');
    told('ida', ['owners'], { email: known.email, email_verified: undefined });
    const sentence = 'Another person of the organization has your email address. Ask an owner of the organization.';
    expect(await refusedFor('ida')).toBe(sentence);
    told('ida', ['owners'], { email: known.email });
    succeeded(await signOn('ida'));
    // The address was given to somebody else at the provider.
    told('ivo', ['owners'], { email: known.email });
    expect(await refusedFor('ivo')).toBe(sentence);
  });

  test('whose groups would take the role from the last OWNER', async () => {
    told('jan', ['owners']);
    const { token } = succeeded(await signOn('jan')).body;
    told('jan', ['viewers']);
    expect(outcomeOf(await signOn('jan'))).toBe('409 LAST_OWNER');
    expect((await me(token)).body.user.role).toBe('OWNER');
    expect(outcomeOf(await ask('DELETE', `${peoplePath}${(await people())[0]?.id}`))).toBe('409 LAST_OWNER');
  });
});

describe('a login by sign-on', () => {
  test('is renewed as others are, and ends after 12 hours', async () => {
    told('kim', ['viewers']);
    const opened = succeeded(await signOn('kim')).body;
    const renew = (refreshToken: string) => service.call('POST', '/api/auth/refresh', { body: { refreshToken } });
    const ends = () =>
      service.catalog.pool.one(sql.unsafe`
        select extract(epoch from sign_on_ends_at - now())::int as "left", refresh_expires_at = sign_on_ends_at as "isEnd"
        from login where account_id = ${opened.user.id}
      `);
    expect(await ends()).toMatchObject({ isEnd: true, left: expect.closeTo(12 * 3_600, -2) });
    const renewed = succeeded(await renew(opened.refreshToken)).body;
    expect(await ends()).toMatchObject({ isEnd: true });
    await service.catalog.pool.query(sql.unsafe`
      update login set sign_on_ends_at = now() + interval '1 second' where account_id = ${opened.user.id}
    `);
    succeeded(await renew(renewed.refreshToken));
    expect(await ends()).toMatchObject({ isEnd: true });
  });

  test('ends with the person and with the sign-on, at once', async () => {
    told('lea', ['viewers']);
    told('max', ['viewers']);
    const [lea, max] = [succeeded(await signOn('lea')).body, succeeded(await signOn('max')).body];
    succeeded(await ask('DELETE', `${peoplePath}${lea.user.id}`));
    expect((await me(lea.token)).status).toBe(401);
    expect((await me(max.token)).status).toBe(200);
    succeeded(await remove());
    expect((await me(max.token)).status).toBe(401);
    expect(outcomeOf(await signOn('max'))).toBe('404 ENTITY_NOT_FOUND');
    expect((await remove()).status).toBe(204);
    expect((await ask('GET', signOnPath)).body).toEqual({ signOn: null });
    // The person comes back as the same one.
    succeeded(await put());
    expect(succeeded(await signOn('max')).body.user.id).toBe(max.user.id);
  });

  test('ends when the issuer is another one, and goes on when only the groups change', async () => {
    await using second = await startSignOnProvider({ redirectUris: [`${service.url}/console/`] });
    told('ned', ['viewers']);
    const { token } = succeeded(await signOn('ned')).body;
    succeeded(await put({ groups: [{ group: 'viewers', role: 'MANAGER' }] }));
    expect((await me(token)).status).toBe(200);
    succeeded(await ask('PUT', signOnPath, settingsFor(second)));
    expect((await me(token)).status).toBe(401);
  });
});

describe('passwords', () => {
  const password = 'correct horse battery';
  const login = (username: string, more: object = {}, secret = password): Promise<Answer> =>
    service.call('POST', '/api/auth/login', { body: { username, password: secret, ...more } });

  /** A person with a password. */
  async function invite(email: string, role: string) {
    const { inviteUrl, id } = succeeded(await ask('POST', peoplePath, { email, role })).body;
    succeeded(
      await service.call('POST', `/api/auth/invitations/${inviteUrl.split('/').at(-1)}`, { body: { password } }),
    );
    return { id, email };
  }

  test('are switched off only after an OWNER has signed on with the settings as they are', async () => {
    const off = { localLogin: false };
    expect(outcomeOf(await put(off))).toBe('409 SIGN_ON_UNTRIED');
    told('ola', ['managers']);
    succeeded(await signOn('ola'));
    expect(outcomeOf(await put(off))).toBe('409 SIGN_ON_UNTRIED');
    told('pia', ['owners']);
    succeeded(await signOn('pia'));
    expect(succeeded(await ask('GET', signOnPath)).body.signOn.ownerSignedOnAt).toEqual(expect.any(String));
    for (const change of [
      { clientSecret: 'another' },
      { clientId: 'another' },
      { groups: [{ group: 'x', role: 'OWNER' }] },
    ]) {
      expect(outcomeOf(await put({ ...off, ...change }))).toBe('409 SIGN_ON_UNTRIED');
    }
    expect(succeeded(await put({ ...off, clientSecret: null })).body).toMatchObject(off);
    succeeded(await put({ groups: [{ group: 'owners', role: 'OWNER' }] }));
    expect(outcomeOf(await put({ ...off, groups: [{ group: 'owners', role: 'OWNER' }] }))).toBe('409 SIGN_ON_UNTRIED');
  });

  test('are refused then without a word about who is known, and their logins end', async () => {
    const { id: organizationId } = service.catalog.organization;
    const { email } = await invite('quinn@theatre.example', 'VIEWER');
    const local = succeeded(await login(email)).body;
    told('pia', ['owners']);
    const signedOn = succeeded(await signOn('pia')).body;
    succeeded(await put({ localLogin: false }));
    expect((await me(local.token)).status).toBe(401);
    expect((await me(signedOn.token)).status).toBe(200);
    const named = await Promise.all(
      [login(email, { organizationId }), login('nobody@theatre.example', { organizationId })].map(async (answer) =>
        sentenceOf(await answer),
      ),
    );
    expect(new Set(named)).toEqual(new Set(['ACCESS_DENIED: The people of this organization log in by its sign-on.']));
    const unnamed = [
      await login(email),
      await login(email, {}, 'a wrong password'),
      await login('nobody@theatre.example'),
    ];
    expect(new Set(unnamed.map(sentenceOf)).size).toBe(1);
    expect(unnamed[0]).toMatchObject({ status: 403 });
  });

  test('are all that is left when the sign-on goes, so an OWNER with one must be there', async () => {
    told('pia', ['owners']);
    const { user } = succeeded(await signOn('pia')).body;
    succeeded(await put({ localLogin: false }));
    expect(outcomeOf(await remove())).toBe('409 LAST_OWNER');
    const { id } = await invite('rob@theatre.example', 'OWNER');
    // Its password is not taken, so it is not the OWNER who stays.
    expect(outcomeOf(await ask('DELETE', `${peoplePath}${user.id}`))).toBe('409 LAST_OWNER');
    succeeded(await remove());
    expect(succeeded(await login('rob@theatre.example')).body.user.id).toBe(id);
  });
});
