/** The check of passes with a clock that a test sets, and an organization with a key of each algorithm. */
import { BuyerHashes } from '#http/passes/buyer-hashes.ts';
import { PassChecks } from '#http/passes/pass-checks.ts';
import type { VerifyingKey } from '#storage/catalog/pass-keys.ts';
import { onlyKey } from '#storage/database/sealed.ts';
import { type Claims, claimsFor, type PassIssuer, pairIssuer, secretIssuer } from './passes.ts';

export const eventId = '0c9f2f0e-6a52-4d3e-9d5b-0a6c1f0e7a11';
/** Milliseconds; the clock of every scene begins here. */
export const start = 1_800_000_000_500;

/** The time so many seconds after the start, in seconds since 1970. */
export const inSeconds = (seconds: number): number => Math.floor(start / 1_000) + seconds;

export interface Issuers {
  readonly shared: PassIssuer;
  readonly ed: PassIssuer;
  readonly es: PassIssuer;
}

export async function openIssuers(): Promise<Issuers> {
  const [ed, es] = await Promise.all([pairIssuer('ed', 'EdDSA'), pairIssuer('es', 'ES256')]);
  return { shared: secretIssuer('shared'), ed, es };
}

export function keyOf(issuer: PassIssuer, validUntil: number | null = null): VerifyingKey {
  return {
    kid: issuer.kid,
    algorithm: issuer.algorithm,
    material: issuer.secret === undefined ? { publicKey: issuer.publicKey as never } : { secret: issuer.secret },
    validUntil,
  };
}

/** Claims of a pass for the event, valid when the scene begins. */
export const claims = (more: Claims = {}): Claims => claimsFor(eventId, start, more);

export class PassScene {
  now = start;
  /** By organization. Organization 2 has none. */
  keys: Record<number, readonly VerifyingKey[]>;
  /** The outcomes as the metrics count them. */
  readonly checked: string[] = [];
  readonly checks: PassChecks;

  constructor({ shared, ed, es }: Issuers) {
    this.keys = { 1: [shared, ed, es].map((issuer) => keyOf(issuer)), 2: [] };
    this.checks = new PassChecks({
      keys: { verifying: async (organizationId) => this.keys[organizationId] ?? [] },
      now: () => this.now,
      meter: { passChecked: (outcome) => void this.checked.push(outcome) },
      buyers: new BuyerHashes(onlyKey('07'.repeat(32))),
    });
  }

  check(token: string, organizationId = 1, event = eventId) {
    return this.checks.check({ organizationId, eventId: event, eventNumber: 1 }, token);
  }

  /** The kind of the pass, and why it is invalid. */
  async outcome(token: string | Promise<string>, organizationId = 1): Promise<string> {
    const pass = await this.check(await token, organizationId);
    return pass.kind === 'invalid' ? `invalid: ${pass.why}` : pass.kind;
  }
}
