/** Verifying passes: which are valid, which are refused, and why. */
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { claims, eventId, type Issuers, inSeconds, keyOf, openIssuers, PassScene } from '../../support/pass-scene.ts';
import { type Claims, forgePass, type PassIssuer, pairIssuer, secretIssuer, signPass } from '../../support/passes.ts';

let issuers: Issuers;
let scene: PassScene;

beforeAll(async () => {
  issuers = await openIssuers();
});

beforeEach(() => {
  scene = new PassScene(issuers);
});

describe('a pass is valid', () => {
  test.each(['HS256', 'EdDSA', 'ES256'] as const)('when it is signed with %s', async (algorithm) => {
    const issuer = [issuers.shared, issuers.ed, issuers.es].find((one) => one.algorithm === algorithm) as PassIssuer;
    const pass = await scene.check(await signPass(issuer, claims({ jti: 'one', maxSeats: 2 })));
    expect(pass).toEqual({
      kind: 'signed',
      hash: expect.stringMatching(/^[0-9a-f]{24}$/),
      until: (inSeconds(600) + 60) * 1_000,
      maxSeats: 2,
      buyer: expect.stringMatching(/^[0-9a-f]{24}$/),
    });
    expect(scene.checked).toEqual(['signed']);
  });

  test('without a `kid`, by any of the keys of its algorithm', async () => {
    const second = secretIssuer('second');
    scene.keys[1] = [keyOf(issuers.shared), keyOf(issuers.ed), keyOf(second)];
    for (const issuer of [issuers.shared, issuers.ed, second]) {
      expect(await scene.outcome(signPass(issuer, claims(), { kid: undefined }))).toBe('signed');
    }
  });

  test('with the second name of its algorithm, an audience that means us, and times within the skew', async () => {
    expect(await scene.outcome(signPass(issuers.ed, claims(), { alg: 'Ed25519' }))).toBe('signed');
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
      expect([more, await scene.outcome(signPass(issuers.shared, claims(more)))]).toEqual([more, 'signed']);
    }
  });

  test('with the same hash for one `jti`, whatever else differs, and another for another', async () => {
    const hashOf = async (more: Claims, issuer = issuers.shared) => {
      const pass = await scene.check(await signPass(issuer, claims(more)));
      return pass.kind === 'signed' ? pass.hash : pass.kind;
    };
    const first = await hashOf({ jti: 'one' });
    expect(await hashOf({ jti: 'one', sub: 'buyer-2', exp: inSeconds(5_000) }, issuers.ed)).toBe(first);
    expect(await hashOf({ jti: 'One' })).not.toBe(first);
  });

  test('by the last of duplicate claims, which is what was signed', async () => {
    const { exp } = claims();
    const text = `{"event":"other","sub":"a","jti":"x","exp":${exp},"event":"${eventId}"}`;
    expect(await scene.outcome(forgePass({ alg: 'HS256', kid: 'shared' }, text, issuers.shared.secret))).toBe('signed');
  });
});

describe('a pass has expired', () => {
  test.each([
    ['a minute after its `exp`', { exp: inSeconds(-61) }],
    ['long ago', { exp: 1 }],
    ['before 1970', { exp: -1e300 }],
  ])('%s', async (_, more) => {
    expect(await scene.outcome(signPass(issuers.shared, claims(more)))).toBe('expired');
  });

  test('only when its signature is right', async () => {
    const stranger = secretIssuer('shared');
    expect(await scene.outcome(signPass(stranger, claims({ exp: 1 })))).toMatch('its signature does not fit');
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
    expect(
      await scene.outcome(forgePass({ alg: 'HS256', kid: 'shared' }, claims(more), issuers.shared.secret)),
    ).toMatch(new RegExp(`^invalid: .*${why}`));
  });

  test('with a signature in any but its one canonical text', async () => {
    const token = await signPass(issuers.shared, claims());
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const last = digits.indexOf(token.at(-1) ?? '');
    // 32 bytes end with four bits of the last digit: two of its bits mean nothing.
    const others = [1, 2, 3].map((spare) => token.slice(0, -1) + digits.charAt(last + spare));
    for (const other of [...others, `${token}=`, token.slice(0, -1)]) {
      expect([other, await scene.outcome(other)]).toEqual([other, expect.stringMatching('^invalid: its signature')]);
    }
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
      expect(await scene.outcome(forgePass(header, text, issuers.shared.secret))).toMatch(/^invalid: /);
    }
  });

  test('without a signature, whatever `alg` says', async () => {
    for (const alg of ['none', 'None', 'NONE', '', null, undefined, 0, ['HS256'], { toString: 'HS256' }]) {
      for (const token of [forgePass({ alg, kid: 'shared' }, claims()), forgePass({ alg }, claims())]) {
        expect(await scene.outcome(token)).toMatch(/^invalid: /);
      }
    }
    expect(await scene.outcome(forgePass({ alg: 'HS256', kid: 'shared' }, claims()))).toMatch(/^invalid: /);
  });

  test('when a public key is used as the secret of HS256', async () => {
    for (const kid of ['ed', 'es', undefined, 'shared']) {
      for (const issuer of [issuers.ed, issuers.es]) {
        for (const secret of [issuer.pem ?? '', JSON.stringify(issuer.publicKey), issuer.publicKey?.x ?? '']) {
          expect(await scene.outcome(forgePass({ alg: 'HS256', kid }, claims(), secret))).toMatch(/^invalid: /);
          expect(
            await scene.outcome(
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
      signPass(issuers.ed, claims(), { kid: 'shared' }),
      signPass(issuers.ed, claims(), { kid: 'es' }),
      signPass(issuers.ed, claims(), { kid: 'unknown' }),
      signPass(issuers.ed, claims(), { kid: 7 }),
      signPass(issuers.ed, claims(), { kid: "ed' or 1=1 --" }),
      signPass(own, claims(), { jwk: own.publicKey }),
      signPass(own, claims(), { jku: 'http://127.0.0.1:1/jwks', x5u: 'http://127.0.0.1:1/' }),
      signPass(secretIssuer('other'), claims()),
    ]) {
      expect(await scene.outcome(token)).toMatch(/^invalid: /);
    }
    const critical = forgePass({ alg: 'HS256', kid: 'shared', crit: ['x'], x: 1 }, claims(), issuers.shared.secret);
    expect(await scene.outcome(critical)).toMatch(/^invalid: /);
  });

  test('with other algorithms of the same secret', async () => {
    const content = forgePass({ alg: 'HS512', kid: 'shared' }, claims()).slice(0, -1);
    const signature = createHmac('sha512', issuers.shared.secret ?? '')
      .update(content)
      .digest('base64url');
    expect(await scene.outcome(`${content}.${signature}`)).toMatch('`kid` and `alg`');
  });

  test('by an organization that does not have its key', async () => {
    const token = await signPass(issuers.shared, claims());
    expect(await scene.outcome(token, 2)).toMatch('`kid` and `alg`');
    expect(await scene.outcome(token, 3)).toMatch('`kid` and `alg`');
    scene.keys[2] = [keyOf(secretIssuer('shared'))];
    expect(await scene.outcome(token, 2)).toMatch('signature');
  });

  test('before any cryptography when it is longer than 8 KB', async () => {
    const long = await signPass(issuers.shared, claims({ more: 'x'.repeat(8_192) }));
    scene.keys = {};
    expect(await scene.outcome(long)).toBe('invalid: it is longer than 8192 characters');
    expect(await scene.outcome(`a.b.${'c'.repeat(1_000_000)}`)).toBe('invalid: it is longer than 8192 characters');
  });

  test('whatever it is: no text throws, and no change of a valid pass stays valid', async () => {
    const valid = await signPass(issuers.shared, claims());
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
        expect(await scene.outcome(token)).toMatch(/^invalid: /);
      }),
      { numRuns: Number(process.env.RANDOM_PASSES ?? 500) },
    );
  });
});
