/** Passwords: what is stored tells nothing, and what is right is recognised. */
import { describe, expect, test } from '@jest/globals';
import { hashPassword, isPassword } from '#storage/passwords.ts';

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
