/** Passwords: a stored hash does not reveal the password, and only the right password matches it. */
import { hashPassword, matching, unknownHash } from '#storage/catalog/passwords.ts';

describe('a password', () => {
  test('matches its hash, and no other password does', async () => {
    const stored = await hashPassword('open sesame');
    expect(stored).toMatch(/^scrypt\$16384\$8\$5\$[\w-]{22}\$[\w-]{43}$/);
    expect(await matching('open sesame', [stored])).toEqual([stored]);
    expect(await matching('Open sesame', [stored])).toEqual([]);
    expect(await matching('', [stored])).toEqual([]);
  });

  test('is hashed differently each time', async () => {
    expect(await hashPassword('open sesame')).not.toBe(await hashPassword('open sesame'));
  });

  test('of several organizations is found among them with one derivation, as they share a salt', async () => {
    const first = await hashPassword('open sesame');
    const second = await hashPassword('another one', first);
    const saltOf = (text: string) => text.split('$').at(4);
    expect([saltOf(second), second === first]).toEqual([saltOf(first), false]);
    expect(await matching('another one', [first, second])).toEqual([second]);
    expect(await matching('open sesame', [first, second])).toEqual([first]);
  });

  test('matches in composed and in decomposed Unicode form', async () => {
    expect(await matching('cafe\u0301', [await hashPassword('caf\u00e9')])).toHaveLength(1);
  });

  test('never matches if there is no stored hash', async () => {
    expect(await matching('open sesame', [])).toEqual([]);
    expect(await matching('open sesame', [unknownHash])).toEqual([]);
    // It is compared all the same, with a hash that costs as much: the time reveals nothing.
    const shapeOf = (hash: string) => hash.split('$').map((part, at) => (at < 4 ? part : part.length));
    expect(shapeOf(unknownHash)).toEqual(shapeOf(await hashPassword('open sesame')));
  });
});
