/** Which providers a sign-on may have, and what the public can make the service ask them. */
import { randomUUID } from 'node:crypto';
import type { ProviderContext } from 'oidc-provider';
import { errorsOf } from '../../support/answers.ts';
import { type Answer, startTestService, type TestService } from '../../support/service.ts';
import { succeeded } from '../../support/session-calls.ts';
import { ask, service, useService } from '../../support/shared-service.ts';
import { SigningBrowser, settingsFor, signOnPath } from '../../support/sign-on-calls.ts';
import { type SignOnProvider, startSignOnProvider } from '../../support/sign-on-provider.ts';

useService({ SIGN_ON_ALLOW_PRIVATE: '1' });

let provider: SignOnProvider;

beforeAll(async () => {
  provider = await startSignOnProvider({ redirectUris: [`${service.url}/console/`] });
  provider.people.set('ada', { email: 'ada@theatre.example', email_verified: true, groups: ['owners'] });
  succeeded(await ask('PUT', signOnPath, settingsFor(provider)));
});

afterAll(async () => provider[Symbol.asyncDispose]());

afterEach(async () => {
  provider.change = null;
});

const said = ({ status, body }: Answer): string => `${status} ${body.errorCode} ${body.detail}`;
const browser = (): SigningBrowser => new SigningBrowser(service);

describe('a provider is refused', () => {
  const put = (more: object): Promise<Answer> => ask('PUT', signOnPath, { ...settingsFor(provider), ...more });
  const discovered = (change: (context: ProviderContext) => unknown): void => {
    provider.change = (route, context) => {
      if (route === 'discovery') change(context);
    };
  };

  test.each<[string, (context: ProviderContext) => unknown, string]>([
    ['another issuer', ({ body }) => Object.assign(body, { issuer: 'https://other.example' }), 'cannot be read'],
    [
      'no address for tokens',
      ({ body }) => Object.assign(body, { token_endpoint: undefined }),
      'has no token_endpoint',
    ],
    ['an address that is none', ({ body }) => Object.assign(body, { jwks_uri: 'ftp://x' }), 'that cannot be used'],
    ['no text', ({ body }) => Object.assign(body, { authorization_endpoint: { a: 1 } }), 'must be a text'],
    ['no code flow', ({ body }) => Object.assign(body, { response_types_supported: ['id_token'] }), 'the code flow'],
    ['no S256', ({ body }) => Object.assign(body, { code_challenge_methods_supported: ['plain'] }), 'PKCE with S256'],
    ['no members', (context) => Object.assign(context, { body: [] }), 'cannot be read'],
    ['no JSON', (context) => Object.assign(context, { body: 'hello' }), 'cannot be read'],
    ['more than it may say', ({ body }) => Object.assign(body, { more: 'x'.repeat(300_000) }), 'more than 256 KB'],
    ['an error', (context) => Object.assign(context, { status: 500 }), 'cannot be read'],
  ])('whose document has %s', async (_, change, sentence) => {
    discovered(change);
    const answer = await put({});
    expect(said(answer)).toContain('422 SIGN_ON_PROVIDER');
    expect(answer.body.detail).toContain(sentence);
  });

  test('but not for members that the service does not know', async () => {
    discovered(({ body }) =>
      Object.assign(body, { problem: 1, toString: 1, token_endpoint_auth_methods_supported: 7 }),
    );
    succeeded(await put({}));
  });

  test('that does not answer, or does not know the client', async () => {
    expect(said(await put({ issuer: 'http://127.0.0.1:1' }))).toContain('422 SIGN_ON_PROVIDER');
    succeeded(await put({ clientSecret: 'a wrong one' }));
    expect(said(await browser().signOn('ada'))).toBe(
      '422 SIGN_ON_PROVIDER The provider does not take the client: invalid_client.',
    );
    succeeded(await put({}));
  });

  test('that sends the service elsewhere', async () => {
    discovered((context) => {
      context.status = 302;
      context.response.set('Location', `${provider.issuer}/.well-known/openid-configuration`);
    });
    expect(said(await put({}))).toContain('422 SIGN_ON_PROVIDER');
  });

  test('with an address that is no issuer, settings that name nothing, and a secret that is missing', async () => {
    const fields = async (more: object) =>
      (await put(more)).body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
    for (const issuer of [
      'login.example',
      `${provider.issuer}/?a=1`,
      `http://a:b@127.0.0.1:1`,
      `${provider.issuer}#x`,
    ]) {
      expect(await fields({ issuer })).toEqual(['issuer PATTERN']);
    }
    expect(await fields({ groups: [] })).toEqual(['groups SIZE']);
    expect(await fields({ groups: [{ group: 'x', role: 'OWNER', events: [] }] })).toEqual(['groups[0].events NULL']);
    const foreign = ['11111111-1111-4111-8111-111111111111'];
    expect(await fields({ groups: [{ group: 'x', role: 'VIEWER', events: foreign }] })).toEqual([
      'groups UNKNOWN_VALUE',
    ]);
    await using second = await startSignOnProvider({ redirectUris: ['http://127.0.0.1/console/'] });
    // The stored secret goes to no other provider.
    expect(await fields({ issuer: second.issuer, clientSecret: null })).toEqual(['clientSecret NOT_NULL']);
  });
});

describe('without SIGN_ON_ALLOW_PRIVATE', () => {
  let closed: TestService;

  beforeAll(async () => {
    closed = await startTestService();
  });

  afterAll(() => closed.close());

  test('no private address is called', async () => {
    const key = closed.catalog.organization.token;
    const put = (issuer: string) => closed.call('PUT', signOnPath, { key, body: { ...settingsFor({ issuer }) } });
    for (const issuer of [provider.issuer, 'https://127.0.0.1:8443', 'https://localhost:8443', 'https://[::1]:8443']) {
      expect((await put(issuer)).body.errors).toEqual([expect.objectContaining({ field: 'issuer' })]);
    }
  });
});

describe('the public', () => {
  test('makes the service read the document of a provider once in ten minutes, and of one that fails once in ten seconds', async () => {
    service.clock.advance(600_000);
    provider.calls.length = 0;
    const many = () => Promise.all(Array.from({ length: 20 }, () => browser().begin()));
    for (const answer of await many()) succeeded(answer);
    expect(provider.calls).toEqual(['/.well-known/openid-configuration']);
    service.clock.advance(600_000);
    provider.change = (_, context) => {
      context.status = 500;
    };
    for (const answer of [...(await many()), ...(await many())]) expect(answer.status).toBe(422);
    expect(provider.calls).toHaveLength(2);
    provider.change = null;
    service.clock.advance(10_000);
    succeeded(await browser().begin());
    expect(provider.calls).toHaveLength(3);
  });

  test('makes the service take a bounded number of answers to it', async () => {
    const one = browser();
    const parameters = await one.goThrough(succeeded(await one.begin()).body.authorizationUrl, 'ada');
    const invented = parameters.replace(/code=[^&]*/, 'code=invented');
    const answers: string[] = [];
    for (let nth = 0; nth < 130; nth++) answers.push(said(await one.complete(invented)));
    expect(answers.filter((text) => text.startsWith('403'))).not.toHaveLength(0);
    expect(answers.at(-1)).toBe('429 RATE_LIMITED Too many people of the organization sign on at the moment.');
    service.clock.advance(60_000);
    succeeded(await one.complete(parameters));
  });

  test('learns nothing of organizations without a sign-on, and sends what it likes', async () => {
    const begin = (publicKey: unknown) =>
      service.call('POST', '/api/auth/sign-on/', { headers: { Origin: service.url }, body: { publicKey } });
    const [unknown, without] = [await begin(randomUUID()), await begin(service.catalog.other.publicKey)];
    expect(said(unknown)).toBe('404 ENTITY_NOT_FOUND There is no such sign-on.');
    expect(said(without)).toBe(said(unknown));
    expect(errorsOf(await begin('none'))).toEqual(['publicKey PATTERN']);
    const one = browser();
    succeeded(await one.begin());
    for (const parameters of [
      '%',
      '?',
      '#',
      '&&&=',
      'code',
      'code=&state=',
      'response=x.y.z',
      'id_token=x',

      'code=%00',
    ]) {
      expect((await one.complete(parameters)).status).toBe(403);
    }
  });
});
