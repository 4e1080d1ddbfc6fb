/** Passwords: what is stored tells nothing, what is right is recognised, and hashing does not crowd out the rest. */
import { describe, expect, test } from '@jest/globals';
import { hashPassword, inTurn, isPassword } from '#storage/passwords.ts';

describe('a password', () => {
  test('is recognised by its hash, and no other one is', async () => {
    const stored = await hashPassword('open sesame');
    expect(stored).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(await isPassword('open sesame', stored)).toBe(true);
    expect(await isPassword('Open sesame', stored)).toBe(false);
    expect(await isPassword('', stored)).toBe(false);
  });

  test('is hashed differently each time', async () => {
    expect(await hashPassword('open sesame')).not.toBe(await hashPassword('open sesame'));
  });

  test('is the same however its letters are composed', async () => {
    expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  });

  test('of nobody is never right', async () => {
    expect(await isPassword('open sesame', null)).toBe(false);
  });
});

describe('work in turn', () => {
  test('runs two at a time, the others in order', async () => {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const works = [0, 1, 2, 3].map((at) =>
      inTurn(() => {
        begun.push(at);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    expect(begun).toEqual([0, 1]);
    ends[1]?.();
    await works[1];
    expect(begun).toEqual([0, 1, 2]);
    ends[0]?.();
    await works[0];
    expect(begun).toEqual([0, 1, 2, 3]);
    ends[2]?.();
    ends[3]?.();
    await Promise.all(works);
  });

  test('goes on after one that failed', async () => {
    await expect(Promise.all([1, 2, 3].map(() => inTurn(() => Promise.reject(new Error('no')))))).rejects.toThrow('no');
    expect(await inTurn(async () => 'fine')).toBe('fine');
  });

  test('is refused when too many wait', async () => {
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const accepted = Array.from({ length: 102 }, () => inTurn(() => gate));
    await expect(inTurn(() => gate)).rejects.toMatchObject({ name: 'Fault', code: 'UNAVAILABLE' });
    open();
    await Promise.all(accepted);
  });
});
