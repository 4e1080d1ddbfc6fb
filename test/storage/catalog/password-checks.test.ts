/** Comparing passwords: an unknown name takes the time of a wrong password, and a flood of them delays no known account. */
import { PasswordChecks } from '#storage/catalog/password-checks.ts';
import { hashPassword, matching } from '#storage/catalog/passwords.ts';

const password = 'open sesame';
const hashMs = 120;

/** A hash that has begun. Its clock moves by the time of a hash when it ends. */
interface Hashing {
  readonly stored: readonly string[];
  end(): void;
}

let now: number;
let begun: Hashing[];
let paused: { readonly ms: number; readonly end: () => void }[];
let checks: PasswordChecks;

beforeEach(() => {
  [now, begun, paused] = [0, [], []];
  checks = new PasswordChecks({
    now: () => now,
    compare: (_, stored) => {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      const end = (): void => {
        now += hashMs;
        resolve(stored.filter((text) => text === 'right'));
      };
      begun.push({ stored, end });
      return promise;
    },
    pause: (ms) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      paused.push({ ms, end: resolve });
      return promise;
    },
  });
});

/** One comparison, so that the time of a hash is known. */
async function measured(): Promise<void> {
  const checking = checks.matching(password, ['right']);
  begun.shift()?.end();
  expect(await checking).toEqual(['right']);
}

describe('a login attempt with an unknown name', () => {
  test('never succeeds, and is hashed like any other when nothing else is', async () => {
    const checking = checks.matching(password, []);
    expect([begun.map(({ stored }) => stored), paused]).toEqual([[[]], []]);
    begun[0]?.end();
    expect(await checking).toEqual([]);
    expect(await new PasswordChecks().matching(password, [])).toEqual([]);
  });

  test('in a flood takes as long as a hash, and neither delays nor refuses known accounts', async () => {
    await measured();
    const flood = Array.from({ length: 1_000 }, () => checks.matching('a guess', []));
    const known = checks.matching(password, ['right']);
    // One of the flood is hashed, the others wait for as long; the account is hashed at once.
    expect(begun.map(({ stored }) => stored)).toEqual([[], ['right']]);
    expect(new Set(paused.map(({ ms }) => ms))).toEqual(new Set([hashMs]));
    expect(paused).toHaveLength(999);
    begun[1]?.end();
    expect(await known).toEqual(['right']);
    begun[0]?.end();
    for (const { end } of paused) end();
    expect((await Promise.all(flood)).flat()).toEqual([]);
    expect(await matching(password, [await checks.hash(password)])).toHaveLength(1);
  });

  test('takes as long as an account that would wait for others', async () => {
    await measured();
    const accounts = Array.from({ length: 6 }, () => checks.matching(password, ['right']));
    expect(begun).toHaveLength(2);
    const unknown = checks.matching(password, []);
    // Four wait for the two that are hashed at a time: it would be hashed in the third turn.
    expect(paused.map(({ ms }) => ms)).toEqual([3 * hashMs]);
    paused[0]?.end();
    expect(await unknown).toEqual([]);
    for (let ended = 0; ended < 6; ended++) {
      begun[ended]?.end();
      await accounts[ended];
      await new Promise(setImmediate);
    }
    expect(await Promise.all(accounts)).toEqual(accounts.map(() => ['right']));
  });

  test('is refused when known accounts are refused, so a refusal reveals nothing', async () => {
    const real = new PasswordChecks();
    const cheap = `scrypt$2$1$1$AAAA$${'A'.repeat(43)}`;
    const stored = await hashPassword(password);
    const crowd = Array.from({ length: 102 }, () => real.matching('a wrong guess', [cheap]));
    for (const one of crowd) one.catch(() => {});
    for (const who of [[stored], []])
      await expect(real.matching(password, who)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Hashing new passwords has its own limit.
    expect(await real.hash(password)).toMatch(/^scrypt/);
    await Promise.allSettled(crowd);
  });
});
