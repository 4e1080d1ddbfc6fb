/**
 * Speaks OpenID Connect with the providers of sign-ons: reads what a provider says of itself, makes the address that a person is
 * sent to, and turns the answer into claims. Code flow with PKCE (S256), state, nonce and the issuer of the answer (RFC 9207). Promises
 * that every signature is checked with keys that were read for it, and that the public can cause a bounded number of calls. Keeps no token
 * of a provider.
 */
import { randomBytes } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  type IDToken,
  type ServerMetadata,
} from 'openid-client';
import { whyNotReceiver } from '#feed/webhooks/receiver-url.ts';
import type { OpenSignOn } from '#storage/catalog/sign-ons.ts';
import { RateTable } from '../limits/rate-table.ts';
import type { PendingSignOn } from './pending-sign-on.ts';
import type { ProviderCalls } from './provider-calls.ts';
import { faultOf, ProviderFault, RefusedAnswer, refusedAnswerOf } from './provider-failures.ts';

/** How much the clocks of the provider and of the service may differ. */
const clockSeconds = 60;
const documentMs = 600_000;
/** A provider that fails is asked again after this time, however many people try. */
const failureMs = 10_000;
const documentsMax = 1_000;
const timeoutSeconds = 5;
/** Answers that are taken to the provider of one organization, by each process. */
const answers = { quota: 120, windowSeconds: 60 };
const answerRows = 2 ** 10;
const scope = 'openid email profile';

/** What a provider says of itself, or why it cannot be used; `until` when it is read again. */
interface Reading {
  readonly document: Promise<ServerMetadata>;
  until: number;
}

export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string };

export class SignOnProviders {
  readonly #calls: ProviderCalls;
  readonly #now: () => number;
  readonly #readings = new Map<string, Reading>();
  readonly #answers = new RateTable(answers, answerRows);

  constructor(calls: ProviderCalls, now: () => number) {
    this.#calls = calls;
    this.#now = now;
  }

  /** Reads the provider's document anew, for an owner who sets it up. Rejects with `ProviderFault`. */
  async inspect(issuer: string): Promise<ServerMetadata> {
    this.#readings.delete(issuer);
    return this.#document(issuer);
  }

  /** Why the address cannot be a provider's; null: it can. */
  whyNotIssuer(issuer: string): string | null {
    const reason = whyNotReceiver(issuer, this.#calls.allowsPrivate);
    return reason ?? (new URL(issuer).search === '' ? null : 'must not contain a query');
  }

  /** Where the person goes to sign on. Rejects with `ProviderFault`. */
  async addressFor(signOn: OpenSignOn, pending: PendingSignOn): Promise<string> {
    const configuration = await this.#configuration(signOn);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: pending.redirectUri,
      scope,
      state: pending.state,
      nonce: pending.nonce,
      code_challenge: await calculatePKCECodeChallenge(pending.codeVerifier),
      code_challenge_method: 'S256',
    });
    return url.href;
  }

  /** Time until an answer for the organization may be taken to its provider; 0: now, and it is counted. */
  waitMs(organizationId: number): number {
    return this.#answers.take(String(organizationId), this.#now());
  }

  /**
   * The claims of the person whom the answer names. `parameters`: the query that the provider has sent the browser back
   * with. Rejects with `RefusedAnswer` or `ProviderFault`.
   */
  async claimsOf(signOn: OpenSignOn, pending: PendingSignOn, parameters: string): Promise<Claims> {
    const configuration = await this.#configuration(signOn);
    const answered = new URL(pending.redirectUri);
    answered.search = parameters;
    try {
      const tokens = await authorizationCodeGrant(configuration, answered, {
        expectedState: pending.state,
        expectedNonce: pending.nonce,
        pkceCodeVerifier: pending.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims() as IDToken;
      if (claims.iat > Date.now() / 1000 + clockSeconds) {
        throw new RefusedAnswer('The answer of the provider is from the future.');
      }
      if (!needsMore(claims, signOn) || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
      return joined(claims, await fetchUserInfo(configuration, tokens.access_token, claims.sub));
    } catch (error) {
      throw refusedAnswerOf(error);
    }
  }

  async #configuration({ issuer, clientId, clientSecret }: OpenSignOn): Promise<Configuration> {
    const document = await this.#document(issuer);
    const metadata = { [clockTolerance]: clockSeconds };
    // A configuration reads the keys itself: one for each login, so that a key is never an old one.
    const configuration = new Configuration(document, clientId, metadata, authenticationFor(document, clientSecret));
    configuration.timeout = timeoutSeconds;
    configuration[customFetch] = this.#calls.fetch;
    if (this.#calls.allowsPrivate) allowInsecureRequests(configuration);
    enableNonRepudiationChecks(configuration);
    return configuration;
  }

  #document(issuer: string): Promise<ServerMetadata> {
    const known = this.#readings.get(issuer);
    if (known !== undefined && known.until > this.#now()) return known.document;
    const reading: Reading = { document: this.#read(issuer), until: this.#now() + documentMs };
    reading.document.catch(() => {
      reading.until = this.#now() + failureMs;
    });
    this.#readings.delete(issuer);
    this.#readings.set(issuer, reading);
    const [oldest] = this.#readings.keys();
    if (this.#readings.size > documentsMax && oldest !== undefined) this.#readings.delete(oldest);
    return reading.document;
  }

  async #read(issuer: string): Promise<ServerMetadata> {
    try {
      const found = await discovery(new URL(issuer), 'usher', {}, undefined, {
        [customFetch]: this.#calls.fetch,
        timeout: timeoutSeconds,
        execute: this.#calls.allowsPrivate ? [allowInsecureRequests] : [],
      });
      const document: ServerMetadata = { ...found.serverMetadata() };
      const reason = this.#whyNotDocument(issuer, document);
      if (reason !== null) throw new ProviderFault(`The document of the provider ${reason}.`);
      return document;
    } catch (error) {
      throw faultOf(error);
    }
  }

  /** Null: the provider can be used. */
  #whyNotDocument(issuer: string, document: ServerMetadata): string | null {
    if (new URL(document.issuer).href !== new URL(issuer).href) return `names another issuer: ${document.issuer}`;
    for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
      const url = document[name];
      if (url === undefined) return `has no ${name}`;
      const reason = typeof url === 'string' ? whyNotReceiver(url, this.#calls.allowsPrivate) : 'must be a text';
      if (reason !== null) return `has a ${name} that cannot be used: it ${reason}`;
    }
    const { response_types_supported: types, code_challenge_methods_supported: methods } = document;
    if (Array.isArray(types) && !types.includes('code')) return 'does not offer the code flow';
    // Some providers know PKCE and do not say so.
    return Array.isArray(methods) && !methods.includes('S256') ? 'does not offer PKCE with S256' : null;
  }
}

/** As the provider prefers; by default a header (RFC 8414). */
function authenticationFor(
  { token_endpoint_auth_methods_supported: methods }: ServerMetadata,
  secret: string,
): ClientAuth {
  const isBasic = !Array.isArray(methods) || methods.includes('client_secret_basic');
  return isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}

function needsMore(claims: Claims, { groupsClaim }: OpenSignOn): boolean {
  return claims.email === undefined || claims[groupsClaim] === undefined;
}

/** What is signed counts. Of the address and its verification, both are from one place or about the same address. */
function joined(claims: Claims, more: Readonly<Record<string, unknown>>): Claims {
  const { email_verified: verified, ...others } = more;
  const isOfSameAddress = claims.email === undefined || claims.email === more.email;
  return { ...others, ...(isOfSameAddress ? { email_verified: verified } : {}), ...claims };
}

/** A state, a nonce or a code verifier: 256 bits. */
export function randomText(): string {
  return randomBytes(32).toString('base64url');
}
