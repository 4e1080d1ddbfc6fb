/** Comparing passwords: timing does not reveal unknown names, and attempts with them do not delay known accounts. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { PasswordChecks } from '#storage/catalog/password-checks.ts';
import { hashPassword } from '#storage/catalog/passwords.ts';

const password = 'open sesame';
let stored: string;

beforeAll(async () => {
  stored = await hashPassword(password);
});

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await work();
  return performance.now() - startedMs;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

describe('a login attempt with an unknown name', () => {
  test('never succeeds, and takes as long as a wrong password', async () => {
    const checks = new PasswordChecks();
    expect(await checks.isPassword(password, stored)).toBe(true);
    const [known, unknown]: [number[], number[]] = [[], []];
    // Measured alternately, so that other load of the machine affects both.
    for (let round = 0; round < 5; round++) {
      known.push(await msOf(() => checks.isPassword('a wrong guess', stored)));
      unknown.push(await msOf(() => checks.isPassword(password, null)));
    }
    const ratio = median(unknown) / median(known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
    expect(await checks.isPassword(password, null)).toBe(false);
  });

  test('in a flood takes as long as without load, and does not delay or refuse known accounts', async () => {
    const checks = new PasswordChecks();
    const quietMs = await msOf(() => checks.isPassword('a wrong guess', stored));
    const flood = Array.from({ length: 1_000 }, () => msOf(() => checks.isPassword('a guess', null)));
    const knownMs = await msOf(async () => expect(await checks.isPassword(password, stored)).toBe(true));
    const storedAnew = await checks.hash(password);
    expect(storedAnew).not.toBe(stored);
    const unknownMs = median(await Promise.all(flood));
    // Waiting behind 1,000 others, of which two run at a time, would take a minute.
    expect(knownMs).toBeLessThan(10 * quietMs + 500);
    expect(unknownMs).toBeGreaterThan(0.3 * Math.min(quietMs, 150));
    expect(unknownMs).toBeLessThan(10 * quietMs + 500);
  });

  test('is refused when known accounts are refused, so a refusal reveals nothing', async () => {
    const checks = new PasswordChecks();
    const cheap = `scrypt$2$1$1$AAAA$${'A'.repeat(43)}`;
    const crowd = Array.from({ length: 102 }, () => checks.isPassword('a wrong guess', cheap));
    for (const one of crowd) one.catch(() => {});
    for (const who of [stored, null])
      await expect(checks.isPassword(password, who)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // Hashing new passwords has its own limit.
    expect(await checks.hash(password)).toMatch(/^scrypt/);
    await Promise.allSettled(crowd);
  });
});
