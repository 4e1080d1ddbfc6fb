/** The keys of creates compared with a map, beyond the size of a page, and the images of them. */
import fc from 'fast-check';
import { type CreateKey, CreateKeys, type KeyPage, keysOf } from '#domain/keys/create-keys.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const keyOf = (ordinal: number): CreateKey => ({
  keyHash: `key ${ordinal}`,
  sessionId: `session ${ordinal}`,
  ordinal,
  at: 1_800_000_000_000 + ordinal / 2,
});

const shown = (pages: readonly KeyPage[]): CreateKey[] => pages.flatMap((page) => [...keysOf(page)]);

function filled(count: number): CreateKeys {
  const keys = new CreateKeys();
  for (let ordinal = 1; ordinal <= count; ordinal++) keys.add(keyOf(ordinal));
  return keys;
}

describe('the keys of creates', () => {
  test('are those of a map in the same order, after any changes, and so are their images', () => {
    const number = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(fc.array(number, { maxLength: 80 }), (numbers) => {
        const keys = new CreateKeys();
        const naive = new Map<string, CreateKey>();
        for (const ordinal of numbers) {
          const key = keyOf(ordinal);
          if (naive.delete(key.keyHash)) keys.delete(key.keyHash);
          else {
            keys.add(key);
            naive.set(key.keyHash, key);
          }
          for (let one = 1; one <= 30; one++) {
            const { keyHash } = keyOf(one);
            expect([keys.get(keyHash), keys.has(keyHash)]).toEqual([naive.get(keyHash), naive.has(keyHash)]);
          }
        }
        expect([...keys.values()]).toEqual([...naive.values()]);
        expect([...keys.keys()]).toEqual([...naive.keys()]);
        expect([shown(keys.image()), keys.size]).toEqual([[...naive.values()], naive.size]);
      }),
    );
  });

  test('leave in their order while others are added, over many pages', () => {
    const keys = filled(3_000);
    for (let ordinal = 1; ordinal <= 2_500; ordinal++) {
      keys.delete(keyOf(ordinal).keyHash);
      keys.add(keyOf(ordinal + 3_000));
    }
    const left = Array.from({ length: 3_000 }, (_, place) => keyOf(place + 2_501));
    expect([...keys.values()]).toEqual(left);
    expect(shown(keys.image())).toEqual(left);
    for (const { keyHash } of left) keys.delete(keyHash);
    expect([keys.size, keys.image(), [...keys.values()]]).toEqual([0, [], []]);
    keys.add(keyOf(9));
    expect([...keys.keys()]).toEqual(['key 9']);
  });

  test('take no more places than some times those that are left, however many sessions were removed', () => {
    const keys = new CreateKeys();
    const [evictions, emptyMax, survivorEvery] = [100_000, 700, 512];
    const isSurvivor = (ordinal: number) => ordinal % survivorEvery === 0;
    for (let ordinal = 1; ordinal <= evictions; ordinal++) {
      keys.add(keyOf(ordinal));
      const oldest = ordinal - emptyMax;
      if (oldest > 0 && !isSurvivor(oldest)) keys.deleteOf(oldest);
    }
    const left = Array.from({ length: evictions }, (_, place) => keyOf(place + 1)).filter(
      ({ ordinal }) => isSurvivor(ordinal) || ordinal > evictions - emptyMax,
    );
    expect([...keys.values()]).toEqual(left);
    expect([shown(keys.image()), keys.size]).toEqual([left, left.length]);
    for (const key of left) expect(keys.get(key.keyHash)).toEqual(key);
    expect(keys.placeCount).toBeLessThan(5 * left.length);
    for (const { ordinal } of left) keys.deleteOf(ordinal);
    expect([keys.size, [...keys.values()], keys.image()]).toEqual([0, [], []]);
  });

  test('are those of a map in the same order when sessions are removed at any place of many pages', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 40 }), (seed, leftMax) => {
        const random = new SeededRandom(seed);
        const keys = new CreateKeys();
        const naive = new Map<number, CreateKey>();
        const drop = (): void => {
          const ordinals = [...naive.keys()];
          while (ordinals.length > leftMax) {
            const at = random.below(ordinals.length);
            const [ordinal] = ordinals.splice(at, 1) as [number];
            keys.deleteOf(ordinal);
            naive.delete(ordinal);
          }
        };
        const images: [KeyPage[], CreateKey[]][] = [];
        for (let ordinal = 1; ordinal <= 6_000; ordinal++) {
          keys.add(keyOf(ordinal));
          naive.set(ordinal, keyOf(ordinal));
          if (ordinal % 1_500 > 0) continue;
          images.push([keys.image(), [...naive.values()]]);
          drop();
          images.push([keys.image(), [...naive.values()]]);
          expect([...keys.values()]).toEqual([...naive.values()]);
          for (const key of naive.values()) expect(keys.get(key.keyHash)).toEqual(key);
        }
        for (const [image, then] of images) expect(shown(image)).toEqual(then);
      }),
      { numRuns: 10 },
    );
  });

  test('of an image stay as they are when keys are added and deleted', () => {
    const keys = filled(1_300);
    const image = keys.image();
    for (let ordinal = 1; ordinal <= 1_300; ordinal += 3) keys.delete(keyOf(ordinal).keyHash);
    for (let ordinal = 2_000; ordinal < 2_200; ordinal++) keys.add(keyOf(ordinal));
    expect(shown(image)).toEqual([...filled(1_300).values()]);
    expect(structuredClone(image)).toEqual(image);
  });
});
