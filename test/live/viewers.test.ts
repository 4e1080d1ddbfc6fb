/** A viewer that does not read, one that comes back, and the share of the loop that writing takes. */
import { type MapChangeDeps, mapChanges } from '#http/public-v2/changes.ts';
import type { Watching } from '#live/boards.ts';
import { Pacer } from '#live/pacer.ts';
import { change } from '#live/stream-text.ts';
import { Viewer } from '#live/viewer.ts';

/** A connection whose client reads nothing. */
class StuckSink {
  waitingBytes = 0;
  isCut = false;

  write({ framed }: { readonly framed: Buffer }): void {
    this.waitingBytes += framed.length;
  }

  end(): void {}

  cut(): void {
    this.isCut = true;
  }
}

test('a viewer that reads nothing is cut once more than 256 KB wait for it, and never written to again', () => {
  const sink = new StuckSink();
  const viewer = new Viewer(sink, null);
  const piece = change({ seq: 1, freed: Array.from({ length: 200 }, (_, id) => id), taken: [], areas: [] });
  while (viewer.write(piece) > 0) expect(sink.isCut).toBe(false);
  expect([sink.isCut, viewer.isGone]).toEqual([true, true]);
  expect(sink.waitingBytes).toBeGreaterThan(256 * 1024);
  expect(sink.waitingBytes).toBeLessThanOrEqual(256 * 1024 + piece.framed.length);
  const waiting = sink.waitingBytes;
  expect([viewer.write(piece), sink.waitingBytes]).toEqual([0, waiting]);
});

test('a piece is one chunk of the same bytes, and its id is its sequence', () => {
  const { text, framed } = change({ seq: 7, freed: [1], taken: [], areas: [[2, 3]] });
  expect(text.toString()).toBe('id: 7\nevent: change\ndata: {"seq":7,"freed":[1],"taken":[],"areas":[[2,3]]}\n\n');
  expect(framed.toString()).toBe(`${text.length.toString(16)}\r\n${text}\r\n`);
});

test('a browser that comes back by its last event may know more than that, a reader that names its prices does not', async () => {
  const watched: Watching[] = [];
  const [route] = mapChanges({
    events: { find: async () => ({ eventNumber: 7, publicKey: 'key' }) as never },
    boards: {
      refusalOf: () => null,
      watch: (watching) => {
        watched.push(watching);
        return () => {};
      },
    },
    ...({ engine: {}, sessionIds: {} } as Pick<MapChangeDeps, 'engine' | 'sessionIds'>),
  });
  const follow = async (after: number | undefined, lastId: string | undefined): Promise<void> => {
    const query = { publicKey: 'key', after };
    const call = { params: { eventId: 'id' }, query, knownAddress: null, header: () => lastId };
    const answer = await route?.handle(call as never);
    if (answer !== undefined && 'content' in answer && typeof answer.content === 'function')
      answer.content(new StuckSink());
  };
  await follow(undefined, undefined);
  await follow(5, undefined);
  await follow(5, '');
  await follow(5, '9');
  await follow(5, 'x-1');
  expect(watched.map(({ after, mayKnowMore = false }) => [after, mayKnowMore])).toEqual([
    [null, false],
    [5, false],
    [5, false],
    [9, true],
    [-1, true],
  ]);
});

test('rounds of all events together take at most a quarter of the time', () => {
  const pacer = new Pacer();
  let now = 0;
  let spent = 0;
  for (let round = 0; round < 100; round++) {
    now = Math.max(now, pacer.freeAt);
    const costMs = (round % 7) * 20;
    now += costMs;
    spent += costMs;
    pacer.spent(now, costMs);
  }
  expect(spent / pacer.freeAt).toBeLessThanOrEqual(0.25);
});
