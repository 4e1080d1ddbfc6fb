/** Concurrent scrapes of metrics: their cost is bounded, and none is answered with outdated numbers. */
import { Scrapes } from '#http/ops/scrapes.ts';

/** Collections of metrics that the test ends, on a clock that the test moves. */
function stage() {
  let now = 0;
  let collected = 0;
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const ends: ((text: string) => void)[] = [];
  const time = {
    now: () => now,
    pause: (ms: number) => new Promise<void>((end) => pauses.push({ ms, end })),
  };
  const collect = () => {
    collected++;
    return new Promise<string>((end) => ends.push(end));
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    scrapes: new Scrapes(collect, time),
    pauses,
    settle,
    get collected() {
      return collected;
    },
    /** Ends the running collection after `ms`. */
    async end(text: string, ms: number) {
      now += ms;
      ends.shift()?.(text);
      await settle();
    },
    async wakeUp() {
      const { ms, end } = pauses.shift() as (typeof pauses)[number];
      now += ms;
      end();
      await settle();
    },
  };
}

describe('scrapes of metrics', () => {
  test('that wait at the same time share one collection', async () => {
    const world = stage();
    const waiting = Array.from({ length: 100 }, () => world.scrapes.read());
    await world.settle();
    await world.end('one', 3);
    const texts = await Promise.all(waiting);
    expect(world.collected).toBe(1);
    expect(new Set(texts)).toEqual(new Set([texts[0]]));
    expect(String(texts[0])).toBe('one');
  });

  test('are never answered with values that were collected before they arrived', async () => {
    const world = stage();
    const first = world.scrapes.read();
    await world.settle();
    const second = world.scrapes.read();
    await world.end('one', 3);
    await world.wakeUp();
    await world.end('two', 3);
    expect([String(await first), String(await second)]).toEqual(['one', 'two']);
  });

  test('take at most a twentieth of the time for collections, and are delayed by at most a second', async () => {
    const world = stage();
    for (const [cost, rest] of [
      [3, 60],
      [100, 1000],
    ] as const) {
      const scrape = world.scrapes.read();
      await world.settle();
      await world.end('text', cost);
      await scrape;
      const next = world.scrapes.read();
      await world.settle();
      expect(world.pauses.map(({ ms }) => ms)).toEqual([rest]);
      await world.wakeUp();
      await world.end('text', 0);
      await next;
    }
  });

  test('work again after a collection that failed', async () => {
    let hasFailed = false;
    const scrapes = new Scrapes(async () => {
      if (hasFailed) return 'fine';
      hasFailed = true;
      throw new Error('a gauge failed');
    });
    await expect(scrapes.read()).rejects.toThrow('a gauge failed');
    expect(String(await scrapes.read())).toBe('fine');
  });
});
