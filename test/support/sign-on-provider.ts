/**
 * A real OpenID provider on this machine, with a page that asks for a name alone. A test says what it tells of each person, and may
 * change its answers, its keys and its document.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { Provider, type ProviderContext } from 'oidc-provider';

export const clientId = 'usher';
export const clientSecret = 'the secret of the client';
const scope = 'openid email profile';

/** The claims of a person beside its subject, which is its name at the provider. */
export type PersonClaims = Readonly<Record<string, unknown>>;

interface ProviderOptions {
  /** Addresses that it may send the browser back to. */
  readonly redirectUris: readonly string[];
  /** Whether all claims are in the ID token; by default they have to be asked for. */
  readonly tellsAllAtOnce?: boolean;
  /** By default the address of the service, so that browsers see one site. */
  readonly host?: string;
}

export async function startSignOnProvider(options: ProviderOptions): Promise<SignOnProvider> {
  const provider = new SignOnProvider(options);
  await provider.start();
  return provider;
}

export class SignOnProvider implements AsyncDisposable {
  issuer = '';
  readonly people = new Map<string, PersonClaims>();
  /** The paths that were called. */
  readonly calls: string[] = [];
  /** Changes an answer of this route: `discovery`, `jwks`, `token`, `userinfo`. */
  change: ((route: string, context: ProviderContext) => unknown) | null = null;
  readonly #options: ProviderOptions;
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #key: JWK = {};
  #provider: Provider | null = null;

  constructor(options: ProviderOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { host = '127.0.0.1' } = this.#options;
    this.issuer = `http://${host}:${(this.#server.address() as AddressInfo).port}`;
    await this.rotate();
  }

  /** Signs with another key from now on; the former one is gone from its keys. */
  async rotate(): Promise<void> {
    this.#key = await newKey();
    const provider: Provider = new Provider(this.issuer, {
      ...this.#configuration(),
      loadExistingGrant: async ({ oidc }: Required<ProviderContext>) => {
        const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
        grant.addOIDCScope(scope);
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      await next();
      const route = context.oidc?.route;
      if (route !== undefined) await this.change?.(route, context);
    });
    this.#provider = provider;
  }

  /** An ID token with these claims, signed with the provider's key or another one. */
  async sign(claims: object, key = this.#key): Promise<string> {
    return new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: this.#key.kid as string })
      .sign(await importJWK(key, 'RS256'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #configuration(): object {
    const { redirectUris, tellsAllAtOnce = false } = this.#options;
    const client = { client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris };
    return {
      clients: [{ ...client, grant_types: ['authorization_code'], response_types: ['code'] }],
      jwks: { keys: [this.#key] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      conformIdTokenClaims: !tellsAllAtOnce,
      cookies: { keys: ['of the tests'] },
      features: { devInteractions: { enabled: false } },
      // Given, because the provider writes a notice for each that is not.
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      pkce: { required: () => true },
      findAccount: (_: unknown, sub: string) => ({
        accountId: sub,
        claims: async () => ({ sub, ...this.people.get(sub) }),
      }),
      interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    };
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.replace(/\?.*/, '') ?? '';
    this.calls.push(path);
    if (!path.startsWith('/interaction/')) return this.#provider?.callback()(request, response);
    if (request.method === 'GET') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end(page);
      return;
    }
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const accountId = new URLSearchParams(body).get('name') ?? '';
    await this.#provider?.interactionFinished(request, response, { login: { accountId } });
  }
}

const page = `<!doctype html><html lang="en"><title>The provider</title>
  <form method="post"><label>Name <input name="name"></label><button>Continue</button></form></html>`;

let keysMade = 0;

export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `key-${++keysMade}`, use: 'sig', alg: 'RS256' };
}
