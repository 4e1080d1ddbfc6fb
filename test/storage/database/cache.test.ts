/** A cache in front of a look-up: one load for each key, never stale after a drop, bounded, without null entries. */
import { Cache } from '#storage/database/cache.ts';

/** A look-up whose answers the test gives. */
function manualLookup() {
  const asked: { key: string; answer: (value: string | null) => void; fail: (error: Error) => void }[] = [];
  const load = (key: string) =>
    new Promise<string | null>((answer, fail) => {
      asked.push({ key, answer, fail });
    });
  return { asked, load };
}

describe('a cache', () => {
  test('loads a key once for concurrent callers, and not again', async () => {
    const { asked, load } = manualLookup();
    const cache = new Cache(10, load);
    const both = Promise.all([cache.get('a'), cache.get('a')]);
    asked[0]?.answer('1');
    expect(await both).toEqual(['1', '1']);
    expect(await cache.get('a')).toBe('1');
    expect(cache.peek('a')).toBe('1');
    expect(asked.length).toBe(1);
  });

  test('does not keep a value whose entry was dropped while it was being loaded', async () => {
    const { asked, load } = manualLookup();
    const cache = new Cache(10, load);
    const stale = cache.get('a');
    cache.drop('a');
    const fresh = cache.get('a');
    asked[1]?.answer('new');
    asked[0]?.answer('old');
    expect(await Promise.all([stale, fresh])).toEqual(['old', 'new']);
    expect(cache.peek('a')).toBe('new');
  });

  test('does not keep any value that was being loaded when entries were dropped by value', async () => {
    const { asked, load } = manualLookup();
    const cache = new Cache(10, load);
    const loading = cache.get('a');
    cache.dropWhere(() => false);
    asked[0]?.answer('old');
    await loading;
    expect(cache.peek('a')).toBeUndefined();
  });

  test('drops by value exactly the matching entries', async () => {
    const cache = new Cache<string, string>(10, async (key) => key.toUpperCase());
    await Promise.all(['a', 'b', 'c'].map((key) => cache.get(key)));
    cache.dropWhere((value) => value === 'B');
    expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual(['A', undefined, 'C']);
    cache.clear();
    expect(cache.peek('a')).toBeUndefined();
  });

  test('keeps neither failures nor nulls', async () => {
    const { asked, load } = manualLookup();
    const cache = new Cache(10, load);
    const failing = cache.get('a');
    asked[0]?.fail(new Error('down'));
    await expect(failing).rejects.toThrow('down');
    const missing = cache.get('a');
    asked[1]?.answer(null);
    expect(await missing).toBeNull();
    const found = cache.get('a');
    asked[2]?.answer('1');
    expect(await found).toBe('1');
  });

  test('evicts the least recently used entry', async () => {
    const cache = new Cache<string, string>(2, async (key) => key);
    await cache.get('a');
    await cache.get('b');
    cache.peek('a');
    await cache.get('c');
    expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual(['a', undefined, 'c']);
  });

  test('evicts the least recently used entry, not the least frequently used one', async () => {
    const cache = new Cache(2, async (key: string) => key);
    for (const key of ['a', 'b', 'b', 'a', 'a', 'c', 'a']) await cache.get(key);
    expect(['a', 'b', 'c'].map((key) => cache.peek(key))).toEqual(['a', undefined, 'c']);
    cache.drop('c');
    for (const key of ['c', 'a', 'd']) await cache.get(key);
    expect(['a', 'c', 'd'].map((key) => cache.peek(key))).toEqual(['a', undefined, 'd']);
  });

  test('with a weight function evicts as many entries as a new one needs', async () => {
    const cache = new Cache(
      10,
      async (key: string) => key,
      (value) => value.length,
    );
    for (const key of ['aaaa', 'bbbb', 'cc']) await cache.get(key);
    expect(['aaaa', 'bbbb', 'cc'].map((key) => cache.peek(key))).toEqual(['aaaa', 'bbbb', 'cc']);
    await cache.get('ddddd');
    expect(['aaaa', 'bbbb', 'cc', 'ddddd'].map((key) => cache.peek(key))).toEqual([
      undefined,
      undefined,
      'cc',
      'ddddd',
    ]);
    cache.drop('ddddd');
    await cache.get('eeeeeeee');
    expect(cache.peek('cc')).toBe('cc');
    // An entry that is heavier than the whole limit stays until the next one is added.
    await cache.get('f'.repeat(11));
    expect([cache.peek('f'.repeat(11))?.length, cache.peek('cc')]).toEqual([11, undefined]);
    await cache.get('g');
    expect([cache.peek('f'.repeat(11)), cache.peek('g')]).toEqual([undefined, 'g']);
  });
});
