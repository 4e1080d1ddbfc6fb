/** Verifying passes: which are valid, which are refused, and why. */
import { createHmac } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PassChecks } from '#http/passes/pass-checks.ts';
import type { VerifyingKey } from '#storage/catalog/pass-keys.ts';
import { claimsFor, forgePass, type PassIssuer, pairIssuer, secretIssuer, signPass } from '../../support/passes.ts';

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

describe('a pass is valid', () => {
  test.each(['HS256', 'EdDSA', 'ES256'] as const)('when it is signed with %s', async (algorithm) => {
    const issuer = [shared, ed, es].find((one) => one.algorithm === algorithm) as PassIssuer;
    const pass = await check(await signPass(issuer, claims({ jti: 'one', maxSeats: 2 })));
    expect(pass).toEqual({
      kind: 'signed',
      hash: expect.stringMatching(/^[0-9a-f]{24}$/),
      until: (inSeconds(600) + 60) * 1_000,
      maxSeats: 2,
    });
    expect(checked).toEqual(['signed']);
  });

  test('without a `kid`, by any of the keys of its algorithm', async () => {
    const second = secretIssuer('second');
    keys[1] = [keyOf(shared), keyOf(ed), keyOf(second)];
    for (const issuer of [shared, ed, second]) {
      expect(await outcome(signPass(issuer, claims(), { kid: undefined }))).toBe('signed');
    }
  });

  test('with the second name of its algorithm, an audience that means us, and times within the skew', async () => {
    expect(await outcome(signPass(ed, claims(), { alg: 'Ed25519' }))).toBe('signed');
    for (const more of [
      { aud: 'usher' },
      { aud: ['shop', 'usher'] },
      { iss: 'https://queue.example' },
      { iat: inSeconds(10_000) },
      { nbf: inSeconds(60) },
      { exp: inSeconds(-59) },
      { exp: inSeconds(30) + 0.25 },
      { event: eventId.toUpperCase() },
      { sub: '顧客 😀', jti: 'ж'.repeat(255) },
      { maxSeats: Number.MAX_SAFE_INTEGER },
    ]) {
      expect([more, await outcome(signPass(shared, claims(more)))]).toEqual([more, 'signed']);
    }
  });

  test('with the same hash for one `jti`, whatever else differs, and another for another', async () => {
    const hashOf = async (more: object, issuer = shared) => {
      const pass = await check(await signPass(issuer, claims(more)));
      return pass.kind === 'signed' ? pass.hash : pass.kind;
    };
    const first = await hashOf({ jti: 'one' });
    expect(await hashOf({ jti: 'one', sub: 'buyer-2', exp: inSeconds(5_000) }, ed)).toBe(first);
    expect(await hashOf({ jti: 'One' })).not.toBe(first);
  });

  test('by the last of duplicate claims, which is what was signed', async () => {
    const { exp } = claims();
    const text = `{"event":"other","sub":"a","jti":"x","exp":${exp},"event":"${eventId}"}`;
    expect(await outcome(forgePass({ alg: 'HS256', kid: 'shared' }, text, shared.secret))).toBe('signed');
  });
});

describe('a pass has expired', () => {
  test.each([
    ['a minute after its `exp`', { exp: inSeconds(-61) }],
    ['long ago', { exp: 1 }],
    ['before 1970', { exp: -1e300 }],
  ])('%s', async (_, more) => {
    expect(await outcome(signPass(shared, claims(more)))).toBe('expired');
  });

  test('only when its signature is right', async () => {
    const stranger = secretIssuer('shared');
    expect(await outcome(signPass(stranger, claims({ exp: 1 })))).toMatch('its signature does not fit');
  });
});

describe('a pass is refused', () => {
  test.each([
    ['no end', { exp: undefined }, '`exp`'],
    ['an end that is a text', { exp: '1800000600' }, '`exp`'],
    ['a later beginning', { nbf: inSeconds(62) }, 'not valid yet'],
    ['a beginning that is a text', { nbf: 'now' }, '`nbf`'],
    ['a time of issue that is a text', { iat: 'now' }, '`iat`'],
  ])('with %s', async (_, more, why) => {
    expect(await outcome(forgePass({ alg: 'HS256', kid: 'shared' }, claims(more), shared.secret))).toMatch(
      new RegExp(`^invalid: .*${why}`),
    );
  });

  test('with an end or claims that only JSON can write', async () => {
    const header = { alg: 'HS256', kid: 'shared' };
    for (const text of [
      `{"event":"${eventId}","sub":"a","jti":"b","exp":1e400}`,
      '[]',
      'null',
      '"text"',
      '{',
      '{"__proto__":{"exp":1}}',
    ]) {
      expect(await outcome(forgePass(header, text, shared.secret))).toMatch(/^invalid: /);
    }
  });

  test('without a signature, whatever `alg` says', async () => {
    for (const alg of ['none', 'None', 'NONE', '', null, undefined, 0, ['HS256'], { toString: 'HS256' }]) {
      for (const token of [forgePass({ alg, kid: 'shared' }, claims()), forgePass({ alg }, claims())]) {
        expect(await outcome(token)).toMatch(/^invalid: /);
      }
    }
    expect(await outcome(forgePass({ alg: 'HS256', kid: 'shared' }, claims()))).toMatch(/^invalid: /);
  });

  test('when a public key is used as the secret of HS256', async () => {
    for (const kid of ['ed', 'es', undefined, 'shared']) {
      for (const issuer of [ed, es]) {
        for (const secret of [issuer.pem ?? '', JSON.stringify(issuer.publicKey), issuer.publicKey?.x ?? '']) {
          expect(await outcome(forgePass({ alg: 'HS256', kid }, claims(), secret))).toMatch(/^invalid: /);
          expect(
            await outcome(
              forgePass({ alg: 'HS256', kid }, claims(), Buffer.from(issuer.publicKey?.x ?? '', 'base64url')),
            ),
          ).toMatch(/^invalid: /);
        }
      }
    }
  });

  test('with the `alg` or `kid` of another key, or a key that it brings itself', async () => {
    const own = await pairIssuer('ed', 'EdDSA');
    for (const token of [
      signPass(ed, claims(), { kid: 'shared' }),
      signPass(ed, claims(), { kid: 'es' }),
      signPass(ed, claims(), { kid: 'unknown' }),
      signPass(ed, claims(), { kid: 7 }),
      signPass(ed, claims(), { kid: "ed' or 1=1 --" }),
      signPass(own, claims(), { jwk: own.publicKey }),
      signPass(own, claims(), { jku: 'http://127.0.0.1:1/jwks', x5u: 'http://127.0.0.1:1/' }),
      signPass(secretIssuer('other'), claims()),
    ]) {
      expect(await outcome(token)).toMatch(/^invalid: /);
    }
    const critical = forgePass({ alg: 'HS256', kid: 'shared', crit: ['x'], x: 1 }, claims(), shared.secret);
    expect(await outcome(critical)).toMatch(/^invalid: /);
  });

  test('with other algorithms of the same secret', async () => {
    const content = forgePass({ alg: 'HS512', kid: 'shared' }, claims()).slice(0, -1);
    const signature = createHmac('sha512', shared.secret ?? '')
      .update(content)
      .digest('base64url');
    expect(await outcome(`${content}.${signature}`)).toMatch('`kid` and `alg`');
  });

  test('by an organization that does not have its key', async () => {
    const token = await signPass(shared, claims());
    expect(await outcome(token, 2)).toMatch('`kid` and `alg`');
    expect(await outcome(token, 3)).toMatch('`kid` and `alg`');
    keys[2] = [keyOf(secretIssuer('shared'))];
    expect(await outcome(token, 2)).toMatch('signature');
  });

  test('before any cryptography when it is longer than 8 KB', async () => {
    const long = await signPass(shared, claims({ more: 'x'.repeat(8_192) }));
    keys = {};
    expect(await outcome(long)).toBe('invalid: it is longer than 8192 characters');
    expect(await outcome(`a.b.${'c'.repeat(1_000_000)}`)).toBe('invalid: it is longer than 8192 characters');
  });

  test('whatever it is: no text throws, and no change of a valid pass stays valid', async () => {
    const valid = await signPass(shared, claims());
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map((text) => Buffer.from(text).toString('base64url')),
      fc.string(),
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 6 }).map((parts) => parts.join('.')),
      fc.tuple(fc.nat(valid.length - 1), fc.constantFrom('', 'A', '.', '=', '-', ' ', '\0', 'é')).map(([at, sign]) => {
        const changed = valid.slice(0, at) + sign + valid.slice(at + 1);
        return changed === valid ? '' : changed;
      }),
    );
    await fc.assert(
      fc.asyncProperty(text, async (token) => {
        expect(await outcome(token)).toMatch(/^invalid: /);
      }),
      { numRuns: Number(process.env.RANDOM_PASSES ?? 500) },
    );
  });
});
