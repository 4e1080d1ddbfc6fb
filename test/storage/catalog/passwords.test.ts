/** Passwords: a stored hash does not reveal the password, and only the right password matches it. */
import { hashPassword, isPassword, unknownHash } from '#storage/catalog/passwords.ts';

describe('a password', () => {
  test('matches its hash, and no other password does', async () => {
    const stored = await hashPassword('open sesame');
    expect(stored).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(await isPassword('open sesame', stored)).toBe(true);
    expect(await isPassword('Open sesame', stored)).toBe(false);
    expect(await isPassword('', stored)).toBe(false);
  });

  test('is hashed differently each time', async () => {
    expect(await hashPassword('open sesame')).not.toBe(await hashPassword('open sesame'));
  });

  test('matches in composed and in decomposed Unicode form', async () => {
    expect(await isPassword('cafe\u0301', await hashPassword('caf\u00e9'))).toBe(true);
  });

  test('never matches if there is no stored hash', async () => {
    expect(await isPassword('open sesame', null)).toBe(false);
    // It is compared all the same, with a hash that costs as much: the time reveals nothing.
    const shapeOf = (hash: string) => hash.split('$').map((part, at) => (at < 4 ? part : part.length));
    expect(shapeOf(unknownHash)).toEqual(shapeOf(await hashPassword('open sesame')));
  });
});
