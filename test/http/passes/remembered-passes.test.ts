/** Verified passes are remembered, but never longer than they or their keys are valid. A flood of passes is shed. */
import { randomUUID } from 'node:crypto';
import { claims, type Issuers, inSeconds, keyOf, openIssuers, PassScene, start } from '../../support/pass-scene.ts';
import { pairIssuer, secretIssuer, signPass } from '../../support/passes.ts';

let issuers: Issuers;
let scene: PassScene;

beforeAll(async () => {
  issuers = await openIssuers();
});

beforeEach(() => {
  scene = new PassScene(issuers);
});

describe('what was verified is remembered', () => {
  test('until it expires', async () => {
    const token = await signPass(issuers.shared, claims());
    expect(await scene.outcome(token)).toBe('signed');
    scene.now = (inSeconds(600) + 60) * 1_000 - 1;
    expect(await scene.outcome(token)).toBe('signed');
    scene.now += 1;
    expect(await scene.outcome(token)).toBe('expired');
  });

  test('for one event and one organization only', async () => {
    const token = await signPass(issuers.shared, claims());
    expect(await scene.outcome(token)).toBe('signed');
    expect(await scene.check(token, 1, randomUUID())).toMatchObject({
      kind: 'invalid',
      why: 'it is for another event',
    });
    expect(await scene.outcome(token, 2)).toMatch('`kid` and `alg`');
  });

  test('not after its key was removed, replaced, or has ended', async () => {
    const token = await signPass(issuers.ed, claims());
    expect(await scene.outcome(token)).toBe('signed');
    scene.keys[1] = [keyOf(issuers.shared)];
    expect(await scene.outcome(token)).toMatch('`kid` and `alg`');
    scene.keys[1] = [keyOf(await pairIssuer('ed', 'EdDSA'))];
    expect(await scene.outcome(token)).toMatch('signature');
    scene.keys[1] = [keyOf(issuers.ed, start + 1_000)];
    expect(await scene.outcome(token)).toBe('signed');
    scene.now = start + 1_000;
    expect(await scene.outcome(token)).toMatch('`kid` and `alg`');
  });

  test('instead of being verified again', async () => {
    const { verify } = crypto.subtle;
    let verified = 0;
    crypto.subtle.verify = (...args: Parameters<typeof verify>) => {
      verified++;
      return verify.apply(crypto.subtle, args);
    };
    try {
      const token = await signPass(issuers.shared, claims());
      for (let times = 0; times < 5; times++) expect(await scene.outcome(token)).toBe('signed');
      expect(verified).toBe(1);
    } finally {
      crypto.subtle.verify = verify;
    }
  });
});

test('a flood is shed: a thousand passes are verified at once, the others are refused at once', async () => {
  const stranger = secretIssuer('shared');
  const tokens = await Promise.all(Array.from({ length: 1_200 }, () => signPass(stranger, claims())));
  const outcomes = await Promise.allSettled(tokens.map((token) => scene.check(token)));
  const shed = outcomes.filter(({ status }) => status === 'rejected');
  expect(shed).toHaveLength(200);
  expect(shed[0]).toMatchObject({ reason: { problem: { code: 'UNAVAILABLE', retryAfterSeconds: 1 } } });
  expect(scene.checked.filter((one) => one === 'shed')).toHaveLength(200);
  expect(await scene.outcome(tokens[1_199] ?? '')).toMatch('signature');
});
