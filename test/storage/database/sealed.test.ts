/** Sealed (encrypted) texts open only unchanged, with the same key and under the same name. */
import { onlyKey, Sealer } from '#storage/database/sealed.ts';
import { secretKey } from '../../support/catalog.ts';

const sealer = new Sealer(onlyKey(secretKey));

describe('a sealed text', () => {
  test('opens again, for any text', () => {
    for (const text of ['', 'key', 'Größe 😀', 'x'.repeat(10_000)]) {
      expect(sealer.open(sealer.seal(text, 'token of a'), 'token of a')).toBe(text);
    }
  });

  test('does not reveal its content, and is different each time', () => {
    const [once, twice] = [sealer.seal('usher_org_secret', 'a'), sealer.seal('usher_org_secret', 'a')];
    expect(once.includes('usher_org')).toBe(false);
    expect(once.equals(twice)).toBe(false);
  });

  test('does not open under another name, so that columns cannot be swapped', () => {
    expect(() => sealer.open(sealer.seal('key', 'token of a'), 'token of b')).toThrow(/token of b cannot be opened/);
  });

  test('does not open with another key', () => {
    const other = new Sealer(onlyKey('cd'.repeat(32)));
    expect(() => other.open(sealer.seal('key', 'a'), 'a')).toThrow(/SECRET_KEY/);
  });

  test('does not open if any byte of it was changed', () => {
    const sealed = sealer.seal('key', 'a');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => sealer.open(changed, 'a')).toThrow();
    }
  });

  test('that was truncated fails with an error that says so', () => {
    expect(() => sealer.open(sealer.seal('key', 'a').subarray(0, 20), 'a')).toThrow(/not sealed in a known format/);
  });
});

test('a secret key that does not have 64 hex digits is refused', () => {
  expect(() => new Sealer(onlyKey('ab'))).toThrow(/64 hex digits/);
});
