/** Comparing passwords: an unknown name takes the time of a wrong password, and a flood of them delays no known account. */
import { PasswordChecks } from '#storage/catalog/password-checks.ts';
import { hashPassword, isPassword } from '#storage/catalog/passwords.ts';

const password = 'open sesame';
const hashMs = 120;

/** A hash that has begun. Its clock moves by the time of a hash when it ends. */
interface Hashing {
  readonly stored: string | null;
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
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const end = (): void => {
        now += hashMs;
        resolve(stored === 'right');
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
  const checking = checks.isPassword(password, 'right');
  begun.shift()?.end();
  expect(await checking).toBe(true);
}

describe('a login attempt with an unknown name', () => {
  test('never succeeds, and is hashed like any other when nothing else is', async () => {
    const checking = checks.isPassword(password, null);
    expect([begun.map(({ stored }) => stored), paused]).toEqual([[null], []]);
    begun[0]?.end();
    expect(await checking).toBe(false);
    expect(await new PasswordChecks().isPassword(password, null)).toBe(false);
  });

  test('in a flood takes as long as a hash, and neither delays nor refuses known accounts', async () => {
    await measured();
    const flood = Array.from({ length: 1_000 }, () => checks.isPassword('a guess', null));
    const known = checks.isPassword(password, 'right');
    // One of the flood is hashed, the others wait for as long; the account is hashed at once.
    expect(begun.map(({ stored }) => stored)).toEqual([null, 'right']);
    expect(new Set(paused.map(({ ms }) => ms))).toEqual(new Set([hashMs]));
    expect(paused).toHaveLength(999);
    begun[1]?.end();
    expect(await known).toBe(true);
    begun[0]?.end();
    for (const { end } of paused) end();
    expect(new Set(await Promise.all(flood))).toEqual(new Set([false]));
    expect(await isPassword(password, await checks.hash(password))).toBe(true);
  });

  test('takes as long as an account that would wait for others', async () => {
    await measured();
    const accounts = Array.from({ length: 6 }, () => checks.isPassword(password, 'right'));
    expect(begun).toHaveLength(2);
    const unknown = checks.isPassword(password, null);
    // Four wait for the two that are hashed at a time: it would be hashed in the third turn.
    expect(paused.map(({ ms }) => ms)).toEqual([3 * hashMs]);
    paused[0]?.end();
    expect(await unknown).toBe(false);
    for (let ended = 0; ended < 6; ended++) {
      begun[ended]?.end();
      await accounts[ended];
      await new Promise(setImmediate);
    }
    expect(await Promise.all(accounts)).toEqual(accounts.map(() => true));
  });

  test('is refused when known accounts are refused, so a refusal reveals nothing', async () => {
    const real = new PasswordChecks();
    const cheap = `scrypt$2$1$1$AAAA$${'A'.repeat(43)}`;
    const stored = await hashPassword(password);
    const crowd = Array.from({ length: 102 }, () => real.isPassword('a wrong guess', cheap));
    for (const one of crowd) one.catch(() => {});
    for (const who of [stored, null])
      await expect(real.isPassword(password, who)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Hashing new passwords has its own limit.
    expect(await real.hash(password)).toMatch(/^scrypt/);
    await Promise.allSettled(crowd);
  });
});
