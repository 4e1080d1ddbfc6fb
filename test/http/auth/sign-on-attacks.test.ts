/** Answers that a sign-on must not take, from a real provider whose answers are changed on the way. */
import type { JWK } from 'jose';
import { sql } from 'slonik';
import { type Answer, startTestService } from '../../support/service.ts';
import { succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';
import { SigningBrowser, settingsFor, signOnPath } from '../../support/sign-on-calls.ts';
import { newKey, type SignOnProvider, startSignOnProvider } from '../../support/sign-on-provider.ts';

useService({ SIGN_ON_ALLOW_PRIVATE: '1' });

let provider: SignOnProvider;

beforeAll(async () => {
  provider = await startSignOnProvider({ redirectUris: [`${service.url}/console/`], tellsAllAtOnce: true });
  provider.people.set('ada', { email: 'ada@theatre.example', email_verified: true, groups: ['owners'] });
  succeeded(await ask('PUT', signOnPath, settingsFor(provider)));
});

afterAll(async () => provider[Symbol.asyncDispose]());

afterEach(async () => {
  provider.change = null;
});

const said = ({ status, body }: Answer): string => `${status} ${body.errorCode} ${body.detail}`;
const browser = (): SigningBrowser => new SigningBrowser(service);
const peopleCount = async (): Promise<number> =>
  Number(await service.catalog.pool.oneFirst(sql.unsafe`select count(*)::int from sign_on_identity`));

/** Begins in a new browser and logs in at the provider. */
async function arrived(): Promise<{ browser: SigningBrowser; parameters: string }> {
  const one = browser();
  const { authorizationUrl } = succeeded(await one.begin()).body;
  return { browser: one, parameters: await one.goThrough(authorizationUrl, 'ada') };
}

function withParameter(parameters: string, name: string, value: string | null): string {
  const changed = new URLSearchParams(parameters);
  if (value === null) changed.delete(name);
  else changed.set(name, value);
  return changed.toString();
}

/** The ID token of the next login has these claims, made from the real ones. */
function claim(change: (claims: Record<string, unknown>) => object, key?: JWK): void {
  provider.change = async (route, context) => {
    if (route !== 'token') return;
    const [, payload = ''] = context.body.id_token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    context.body.id_token = await provider.sign({ ...claims, ...change(claims) }, key);
  };
}

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

describe('the address of the provider', () => {
  test('asks for a code with PKCE, a state and a nonce, which are others each time', async () => {
    const urls = [await browser().begin(), await browser().begin()].map(
      (begun) => new URL(succeeded(begun).body.authorizationUrl).searchParams,
    );
    for (const query of urls) {
      expect(Object.fromEntries(query)).toEqual({
        client_id: 'usher',
        response_type: 'code',
        scope: 'openid email profile',
        redirect_uri: `${service.url}/console/`,
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      });
    }
    for (const name of ['code_challenge', 'state', 'nonce']) expect(urls[0]?.get(name)).not.toBe(urls[1]?.get(name));
  });

  test('is told with a cookie that no script and no other page gets, and that hides what it holds', async () => {
    const begun = await browser().begin();
    const cookie = begun.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      /^usher_sign_on=[\w-]+; Max-Age=600; Path=\/api\/auth\/sign-on\/; HttpOnly; SameSite=Strict$/,
    );
    const state = new URL(begun.body.authorizationUrl).searchParams.get('state') as string;
    expect(Buffer.from(cookie.replace(/^.*?=|;.*/g, ''), 'base64url').toString('latin1')).not.toContain(state);
  });

  test('is told to pages of this service only', async () => {
    const { publicKey } = service.catalog.organization;
    for (const Origin of ['https://attacker.example', 'null', 'http://127.0.0.1:1']) {
      const answer = await service.call('POST', '/api/auth/sign-on/', { headers: { Origin }, body: { publicKey } });
      expect(answer.body.errors).toEqual([expect.objectContaining({ field: 'Origin', code: 'PATTERN' })]);
    }
  });

  test('has the public address of the service, where one is set', async () => {
    const settings = { SIGN_ON_ALLOW_PRIVATE: '1', PUBLIC_URL: 'https://tickets.example/usher/' };
    const second = await startTestService(settings);
    await second.call('PUT', signOnPath, { key: second.catalog.organization.token, body: settingsFor(provider) });
    const { publicKey } = second.catalog.organization;
    const begun = await second.call('POST', '/api/auth/sign-on/', { body: { publicKey } });
    const query = new URL(begun.body.authorizationUrl).searchParams;
    expect(query.get('redirect_uri')).toBe('https://tickets.example/usher/console/');
    expect(begun.headers.get('set-cookie')).toMatch(/; Path=\/usher\/api\/auth\/sign-on\/; .*; Secure$/);
    await second.close();
  });
});

describe('the answer of the provider is refused', () => {
  test('in a browser that has not begun the sign-on', async () => {
    const { parameters } = await arrived();
    const sentence = '403 SIGN_ON_REFUSED This browser has not begun a sign-on in the last ten minutes.';
    for (const cookie of [
      '',
      'usher_sign_on=',
      'usher_sign_on=AAAA',
      `usher_sign_on=${'A'.repeat(5_000)}`,
      'other=1; x',
    ]) {
      expect(said(await browser().complete(parameters, cookie))).toBe(sentence);
    }
    const other = browser();
    succeeded(await other.begin());
    expect(said(await other.complete(parameters))).toContain('403 SIGN_ON_REFUSED');
  });

  test('with another state, or none, or two', async () => {
    const { browser: one, parameters } = await arrived();
    const wrong = [
      withParameter(parameters, 'state', 'x'),
      withParameter(parameters, 'state', null),
      `${parameters}&state=x`,
    ];
    for (const text of wrong) expect(said(await one.complete(text))).toContain('403 SIGN_ON_REFUSED');
    // The right one still works: nothing was taken to the provider.
    succeeded(await one.complete(parameters));
  });

  test('with the issuer of another provider, or without one where the provider names it', async () => {
    const { browser: one, parameters } = await arrived();
    expect(new URLSearchParams(parameters).get('iss')).toBe(provider.issuer);
    for (const issuer of ['https://other.example', null]) {
      expect(said(await one.complete(withParameter(parameters, 'iss', issuer)))).toContain('403 SIGN_ON_REFUSED');
    }
  });

  test('when its code is used a second time', async () => {
    const { browser: one, parameters } = await arrived();
    const { cookie } = one;
    const done = succeeded(await one.complete(parameters));
    expect(done.headers.get('set-cookie')).toMatch(/^usher_sign_on=; Max-Age=0; /);
    expect(said(await one.complete(parameters, cookie))).toBe(
      '403 SIGN_ON_REFUSED The provider does not take the code: it has been used, or is over.',
    );
  });

  test('when its code comes from another sign-on: PKCE and the nonce do not fit', async () => {
    const [stolen, own] = [await arrived(), await arrived()];
    const code = new URLSearchParams(stolen.parameters).get('code') as string;
    expect(said(await own.browser.complete(withParameter(own.parameters, 'code', code)))).toContain(
      '403 SIGN_ON_REFUSED',
    );
  });

  test('ten minutes after the beginning', async () => {
    const { browser: one, parameters } = await arrived();
    service.clock.advance(600_000);
    expect(said(await one.complete(parameters))).toContain('has not begun a sign-on');
  });

  test('when the sign-on has another client since', async () => {
    const { browser: one, parameters } = await arrived();
    succeeded(await ask('PUT', signOnPath, { ...settingsFor(provider), clientId: 'another' }));
    expect(said(await one.complete(parameters))).toContain('has been changed meanwhile');
    succeeded(await ask('PUT', signOnPath, settingsFor(provider)));
  });

  test('when the person has said no at the provider', async () => {
    const { browser: one, parameters } = await arrived();
    const { state, iss } = Object.fromEntries(new URLSearchParams(parameters));
    const no = new URLSearchParams({ error: 'access_denied', state: state as string, iss: iss as string }).toString();
    expect(said(await one.complete(no))).toBe(
      '403 SIGN_ON_REFUSED The provider has refused the sign-on: access_denied.',
    );
  });

  test.each<[string, (claims: Record<string, unknown>) => object]>([
    ['another nonce', () => ({ nonce: 'x' })],
    ['no nonce', () => ({ nonce: undefined })],
    ['another issuer', () => ({ iss: 'https://other.example' })],
    ['another audience', () => ({ aud: 'another client' })],
    ['several audiences and another party', () => ({ aud: ['usher', 'another'], azp: 'another' })],
    ['an end that has passed', () => ({ exp: nowSeconds() - 300 })],
    ['a beginning in the future', () => ({ nbf: nowSeconds() + 300 })],
    ['an issue in the future', () => ({ iat: nowSeconds() + 300 })],
    ['no subject', () => ({ sub: undefined })],
    ['a subject without an end', () => ({ sub: 'x'.repeat(300) })],
    ['a subject that cannot be stored', () => ({ sub: 'ada\u0000' })],
    ['a subject that is no text of Unicode', () => ({ sub: 'ada\ud800' })],
  ])('with %s in its ID token', async (_, change) => {
    const before = await peopleCount();
    const { browser: one, parameters } = await arrived();
    claim(change);
    expect(said(await one.complete(parameters))).toContain('403 SIGN_ON_REFUSED');
    expect(await peopleCount()).toBe(before);
  });

  test('with an ID token that another key has signed', async () => {
    const { browser: one, parameters } = await arrived();
    claim(() => ({}), await newKey());
    expect(said(await one.complete(parameters))).toContain('SIGN_ON_REFUSED');
  });
});

test('claims with the names of other things are claims, and nothing else', async () => {
  const { browser: one, parameters } = await arrived();
  claim(() => ({ problem: { code: 'NONE' }, value: 1, toString: 1, email_verified: { toString: 1 } }));
  expect((await one.complete(parameters)).body.user.role).toBe('OWNER');
});

test('clocks may differ by a minute', async () => {
  const { browser: one, parameters } = await arrived();
  claim(() => ({ exp: nowSeconds() - 20, iat: nowSeconds() + 20, nbf: nowSeconds() + 20 }));
  succeeded(await one.complete(parameters));
});

test('keys that the provider has changed a moment ago are taken', async () => {
  succeeded(await browser().signOn('ada'));
  await provider.rotate();
  succeeded(await browser().signOn('ada'));
});
