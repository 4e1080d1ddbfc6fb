/** Verified passes are remembered, but never longer than they or their keys are valid. A flood of passes is shed. */
import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PassChecks } from '#http/passes/pass-checks.ts';
import type { VerifyingKey } from '#storage/catalog/pass-keys.ts';
import { claimsFor, type PassIssuer, pairIssuer, secretIssuer, signPass } from '../../support/passes.ts';

const eventId = '0c9f2f0e-6a52-4d3e-9d5b-0a6c1f0e7a11';
const start = 1_800_000_000_500;
const inSeconds = (seconds: number): number => Math.floor(start / 1_000) + seconds;

let now: number;
let keys: Record<number, readonly VerifyingKey[]>;
let checked: string[];
let shared: PassIssuer;
let ed: PassIssuer;
let es: PassIssuer;
let checks: PassChecks;

const keyOf = (issuer: PassIssuer, validUntil: number | null = null): VerifyingKey => ({
  kid: issuer.kid,
  algorithm: issuer.algorithm,
  material: issuer.secret === undefined ? { publicKey: issuer.publicKey as never } : { secret: issuer.secret },
  validUntil,
});

beforeAll(async () => {
  shared = secretIssuer('shared');
  ed = await pairIssuer('ed', 'EdDSA');
  es = await pairIssuer('es', 'ES256');
});

beforeEach(() => {
  now = start;
  checked = [];
  keys = { 1: [shared, ed, es].map((issuer) => keyOf(issuer)), 2: [] };
  checks = new PassChecks({
    keys: { verifying: async (organizationId) => keys[organizationId] ?? [] },
    now: () => now,
    meter: { passChecked: (outcome) => void checked.push(outcome) },
  });
});

const check = (token: string, organizationId = 1, event = eventId) =>
  checks.check({ organizationId, eventId: event }, token);
/** The kind of the pass, and why it is invalid. */
async function outcome(token: string | Promise<string>, organizationId = 1): Promise<string> {
  const pass = await check(await token, organizationId);
  return pass.kind === 'invalid' ? `invalid: ${pass.why}` : pass.kind;
}
const claims = (more: object = {}) => claimsFor(eventId, start, { ...more });

describe('what was verified is remembered', () => {
  test('until it expires', async () => {
    const token = await signPass(shared, claims());
    expect(await outcome(token)).toBe('signed');
    now = (inSeconds(600) + 60) * 1_000 - 1;
    expect(await outcome(token)).toBe('signed');
    now += 1;
    expect(await outcome(token)).toBe('expired');
  });

  test('for one event and one organization only', async () => {
    const token = await signPass(shared, claims());
    expect(await outcome(token)).toBe('signed');
    expect(await check(token, 1, randomUUID())).toMatchObject({ kind: 'invalid', why: 'it is for another event' });
    expect(await outcome(token, 2)).toMatch('`kid` and `alg`');
  });

  test('not after its key was removed, replaced, or has ended', async () => {
    const token = await signPass(ed, claims());
    expect(await outcome(token)).toBe('signed');
    keys[1] = [keyOf(shared)];
    expect(await outcome(token)).toMatch('`kid` and `alg`');
    keys[1] = [keyOf(await pairIssuer('ed', 'EdDSA'))];
    expect(await outcome(token)).toMatch('signature');
    keys[1] = [keyOf(ed, start + 1_000)];
    expect(await outcome(token)).toBe('signed');
    now = start + 1_000;
    expect(await outcome(token)).toMatch('`kid` and `alg`');
  });

  test('instead of being verified again', async () => {
    const { verify } = crypto.subtle;
    let verified = 0;
    crypto.subtle.verify = (...args: Parameters<typeof verify>) => {
      verified++;
      return verify.apply(crypto.subtle, args);
    };
    try {
      const token = await signPass(shared, claims());
      for (let times = 0; times < 5; times++) expect(await outcome(token)).toBe('signed');
      expect(verified).toBe(1);
    } finally {
      crypto.subtle.verify = verify;
    }
  });
});

test('a flood is shed: a thousand passes are verified at once, the others are refused at once', async () => {
  const stranger = secretIssuer('shared');
  const tokens = await Promise.all(Array.from({ length: 1_200 }, () => signPass(stranger, claims())));
  const outcomes = await Promise.allSettled(tokens.map((token) => check(token)));
  const shed = outcomes.filter(({ status }) => status === 'rejected');
  expect(shed).toHaveLength(200);
  expect(shed[0]).toMatchObject({ reason: { problem: { code: 'UNAVAILABLE', retryAfterSeconds: 1 } } });
  expect(checked.filter((one) => one === 'shed')).toHaveLength(200);
  expect(await outcome(tokens[1_199] ?? '')).toMatch('signature');
});
