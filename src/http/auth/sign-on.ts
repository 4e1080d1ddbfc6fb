/**
 * Logs people in by the sign-on of their organization: sends the browser to the provider, and takes what the browser brings back.
 * The same browser must do both. Gives the same tokens as a login with a password. Never logs or echoes a code or a token.
 */
import { z } from 'zod';
import { fieldError } from '#codec/check.ts';
import { text, uuid } from '#codec/fields.ts';
import type { Logins } from '#storage/catalog/logins.ts';
import type { OpenSignOn, SignOns } from '#storage/catalog/sign-ons.ts';
import type { AdmissionRefusal, ToldPerson } from '#storage/catalog/signed-on-people.ts';
import type { Sealer } from '#storage/database/sealed.ts';
import { email as emailField } from '../management/credentials.ts';
import { defineRoute, type Route, type RouteFailure } from '../pipeline/route.ts';
import { invalid, noSuch } from '../refusals.ts';
import { loginResponses, presentLogin } from './logins.ts';
import { cookieOf, endedCookieOf, type PendingSignOn, pendingOf, pendingSeconds } from './pending-sign-on.ts';
import { ProviderFault, RefusedAnswer } from './provider-failures.ts';
import { type Claims, randomText, type SignOnProviders } from './sign-on-provider.ts';

export interface SignOnDeps {
  readonly signOns: Pick<SignOns, 'open' | 'openByPublicKey'>;
  readonly logins: Pick<Logins, 'openBySignOn'>;
  readonly providers: SignOnProviders;
  readonly sealer: Sealer;
  readonly now: () => number;
  /** Where people reach the service; absent: where the page says that it is. */
  readonly publicUrl: string | undefined;
}

const prefix = '/api/auth/sign-on/';
const call = {
  method: 'POST',
  tag: 'Logins',
  caller: 'anonymous',
  bodyLimitBytes: 16 * 1024,
  // A token must not be read from a record.
  idempotency: 'none',
  limit: 'logins',
} as const;
const parametersLengthMax = 8_192;
const subjectLengthMax = 255;
const groupsMax = 10_000;

const beginning = z
  .object({ publicKey: uuid.meta({ description: 'The public key of the organization.' }) })
  .meta({ id: 'SignOnBeginning' });
const beginningAnswer = z
  .object({ authorizationUrl: z.string().meta({ description: 'Where the browser goes next.' }) })
  .meta({ id: 'SignOnAddress' });
const ending = z
  .object({
    parameters: text(1, parametersLengthMax).meta({
      description: 'The query with which the provider has sent the browser back to the console, as it is.',
    }),
  })
  .meta({ id: 'SignOnAnswer' });

export function signOnRoutes(deps: SignOnDeps): readonly Route[] {
  return [begin(deps), complete(deps)];
}

function begin({ signOns, providers, sealer, now, publicUrl }: SignOnDeps): Route {
  return defineRoute({
    ...call,
    path: prefix,
    operationId: 'beginSignOn',
    summary: 'Begin a sign-on',
    description:
      'For the console. Sets a cookie for ten minutes, in which the service keeps what the answer of the provider must fit; the same ' +
      'browser must bring the answer. The provider sends the browser back to `/console/`.',
    body: beginning,
    requestExample: { publicKey: '7b4f3c1e-2f0c-4b7a-9c55-0d7a5f9f1c11' },
    responses: {
      200: {
        description: 'The address of the provider.',
        schema: beginningAnswer,
        example: { authorizationUrl: 'https://login.theatre.example/authorize?client_id=usher&response_type=code' },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'SIGN_ON_PROVIDER'],
    handle: async (request) => {
      const console = consoleAddress(publicUrl, request.header('origin'), request.header('host'));
      if (console === null) return invalid(fieldError('Origin', 'PATTERN', 'must be the address of this service'));
      const signOn = await signOns.openByPublicKey(request.body.publicKey);
      if (signOn === null) return noSuch('sign-on');
      const pending: PendingSignOn = {
        organizationId: signOn.organizationId,
        issuer: signOn.issuer,
        clientId: signOn.clientId,
        state: randomText(),
        nonce: randomText(),
        codeVerifier: randomText(),
        redirectUri: console,
        until: now() + pendingSeconds * 1000,
      };
      const address = await orFailure(providers.addressFor(signOn, pending));
      if ('problem' in address) return address;
      const headers = { 'Set-Cookie': cookieOf(pending, sealer) };
      return { status: 200, body: { authorizationUrl: address.value }, headers };
    },
  });
}

const completing = 'completeSignOn';
const completingPath = `${prefix}complete`;

function complete({ signOns, logins, providers, sealer, now }: SignOnDeps): Route {
  return defineRoute({
    ...call,
    path: completingPath,
    operationId: completing,
    summary: 'Complete a sign-on',
    description:
      'Takes the answer of the provider from the browser that has begun the sign-on, and opens a login as with a password. Its tokens are ' +
      'renewed as usual and end after 12 hours. The person has the role of its groups from now on. A refusal stores nothing.',
    body: ending,
    requestExample: {
      parameters: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj&iss=https%3A%2F%2Flogin.theatre.example',
    },
    responses: loginResponses,
    errors: ['SIGN_ON_REFUSED', 'SIGN_ON_PROVIDER', 'LAST_OWNER'],
    handle: async (request) => {
      const pending = pendingOf(request.header('cookie'), sealer, now());
      if (pending === null) return refused('This browser has not begun a sign-on in the last ten minutes.');
      const signOn = await signOns.open(pending.organizationId);
      if (signOn === null || !isFor(signOn, pending)) return refusals.changed;
      const waitMs = providers.waitMs(signOn.organizationId);
      if (waitMs > 0) return tooMany(waitMs);
      const claims = await orFailure(providers.claimsOf(signOn, pending, request.body.parameters));
      if ('problem' in claims) return claims;
      const person = personOf(claims.value, signOn);
      if ('problem' in person) return person;
      const opened = await logins.openBySignOn(signOn, person, {
        address: request.knownAddress,
        operation: completing,
        target: `POST ${completingPath}`,
        requestId: request.requestId,
      });
      if (typeof opened === 'string') return refusals[opened];
      return { ...presentLogin(opened), headers: { 'Set-Cookie': endedCookieOf(pending) } };
    },
  });
}

/** Where the provider sends the browser back to. Without a public address, the page names the service that it came from. */
function consoleAddress(
  publicUrl: string | undefined,
  origin: string | undefined,
  host: string | undefined,
): string | null {
  if (publicUrl !== undefined) return `${publicUrl.replace(/\/$/, '')}/console/`;
  const page = URL.parse(origin ?? '');
  if (page === null || page.host !== host || !/^https?:$/.test(page.protocol)) return null;
  return `${page.origin}/console/`;
}

function isFor({ issuer, clientId }: OpenSignOn, pending: PendingSignOn): boolean {
  return issuer === pending.issuer && clientId === pending.clientId;
}

async function orFailure<Value>(value: Promise<Value>): Promise<{ readonly value: Value } | RouteFailure> {
  try {
    return { value: await value };
  } catch (error) {
    if (error instanceof ProviderFault) return { problem: { code: 'SIGN_ON_PROVIDER', detail: error.message } };
    if (error instanceof RefusedAnswer) return refused(error.message);
    throw error;
  }
}

/** What the claims say of the person, or why they say too little. */
function personOf(claims: Claims, { groupsClaim }: OpenSignOn): ToldPerson | RouteFailure {
  const email = emailField.safeParse(claims.email);
  if (!email.success) return refused('The provider names no email address of you.');
  // Some providers write it as a text.
  const verified = claims.email_verified;
  if (verified === false || verified === 'false') return refused('The provider has not verified your email address.');
  const { sub } = claims;
  if (sub.length > subjectLengthMax || sub.includes('\u0000') || !sub.isWellFormed()) {
    return refused('The provider names you by a text that cannot be stored.');
  }
  return {
    subject: sub,
    email: email.data,
    isEmailVerified: verified === true || verified === 'true',
    groups: groupsOf(claims[groupsClaim]),
  };
}

function groupsOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return [claim];
  return Array.isArray(claim) ? claim.slice(0, groupsMax).filter((group) => typeof group === 'string') : [];
}

const refusals: Readonly<Record<AdmissionRefusal, RouteFailure>> = {
  changed: refused('The sign-on of the organization has been changed meanwhile.'),
  group: refused('None of your groups has a role here. Ask an owner of the organization.'),
  address: refused('Another person of the organization has your email address. Ask an owner of the organization.'),
  'too many': refused('The organization has as many people as it may have.'),
  'last owner': {
    problem: {
      code: 'LAST_OWNER',
      detail: 'Your groups would leave the organization without an OWNER who can log in.',
    },
  },
};

function refused(detail: string): RouteFailure {
  return { problem: { code: 'SIGN_ON_REFUSED', detail } };
}

function tooMany(waitMs: number): RouteFailure {
  const detail = 'Too many people of the organization sign on at the moment.';
  return { problem: { code: 'RATE_LIMITED', detail, retryAfterSeconds: Math.ceil(waitMs / 1000) } };
}
