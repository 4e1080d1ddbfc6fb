/** The calls about passes over HTTP, as the organization's server and the buyer's browser send them. */
import { randomUUID } from 'node:crypto';
import { claimsFor, type PassIssuer, secretIssuer, signPass, storedHalf } from './passes.ts';
import type { Answer, ServiceCalls, Show, TestService } from './service.ts';
import { publicPrefix, succeeded } from './session-calls.ts';

export const passKeysPath = '/api/private/management/v2.0/pass-keys/';

/** Stores a key of the organization with a generated secret; its name. */
export async function makePassKey({ catalog, call }: ServiceCalls): Promise<string> {
  const { token: key } = catalog.organization;
  return succeeded(await call('PUT', passKeysPath, { key, body: { kid: 'Only-ours', algorithm: 'HS256' } })).body.kid;
}

export type PassCalls = ReturnType<typeof passCalls>;

/** Calls on the show as its organization. */
export function passCalls({ catalog, call }: ServiceCalls, { eventId }: Show) {
  const { token: key, publicKey } = catalog.organization;
  return {
    store: async (issuer: PassIssuer, more: object = {}) =>
      succeeded(await call('PUT', passKeysPath, { key, body: { ...storedHalf(issuer), ...more } })).body,
    remove: async (kid: string) => succeeded(await call('DELETE', passKeysPath + kid, { key })),
    setMode: async (mode: string, more: object = {}) =>
      succeeded(await call('PUT', `/api/private/v2.0/events/${eventId}/admission`, { key, body: { mode, ...more } }))
        .body,
    /** Creates a session with this `pass`; undefined: with none. */
    enter: (pass: unknown, idempotencyKey: string = randomUUID()): Promise<Answer> =>
      call('POST', publicPrefix, {
        headers: { 'Idempotency-Key': idempotencyKey },
        body: { eventId, publicKey, ...(pass === undefined ? {} : { pass }) },
      }),
  };
}

/** Creates a session in an event of this mode. */
export async function createUnder(service: ServiceCalls, show: Show, mode: string, pass?: string): Promise<Answer> {
  const calls = passCalls(service, show);
  await calls.setMode(mode);
  return calls.enter(pass);
}

/** Shows a pass with these claims so many times to an event in mode PASS; the last answer. */
export async function enterWith(service: TestService, show: Show, claims: object, times = 1): Promise<Answer> {
  const issuer = secretIssuer('provoked');
  const calls = passCalls(service, show);
  await calls.store(issuer);
  await calls.setMode('PASS');
  const pass = await signPass(issuer, claimsFor(show.eventId, service.clock.now(), { ...claims }));
  for (let time = 1; time < times; time++) await calls.enter(pass);
  return calls.enter(pass);
}
