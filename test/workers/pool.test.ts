/** Large bodies are parsed in a thread: with the same results as on the loop, in order, and with a bounded queue. */
import { Bitmap } from '#collections/bitmap.ts';
import type { InvalidBody } from '#domain/command.ts';
import { WorkerPool } from '#workers/pool.ts';

const workers = new WorkerPool();
const bytesOf = (body: unknown): Buffer => Buffer.from(JSON.stringify(body));
/** Makes a body too large for the loop. */
const ballast = 'x'.repeat(70_000);

beforeAll(() => workers.warm());

afterAll(() => workers.close());

describe('a large body', () => {
  test.each([
    ['that is fine', { name: 'Hall', sections: [{ name: 'A', rows: [{ name: '1', seatCount: 3 }] }] }],
    ['with mistakes', { name: '', sections: [{ name: 'A', rows: [{ name: '1', seatCount: 0 }, 5] }] }],
  ])('%s is read as the same body without ballast', async (_, body) => {
    const small = await workers.parse('layout', bytesOf(body));
    expect(await workers.parse('layout', bytesOf({ ...body, ballast }))).toEqual(small);
  });

  test('that is not JSON is refused as malformed', async () => {
    for (const bytes of [Buffer.from(`{"${ballast}`), Buffer.alloc(70_000, 0xff)]) {
      expect(await workers.parse('priceAssignments', bytes)).toMatchObject({ invalid: 'MALFORMED_REQUEST' });
    }
  });

  test('that is part of a larger buffer does not transfer the rest', async () => {
    const whole = bytesOf([{ ballast }, { seats: [], ballast }]);
    const part = whole.subarray(whole.indexOf('{"seats"'), -1);
    expect(await workers.parse('priceAssignments', part)).toMatchObject({ groupOfSeats: [] });
    expect(whole.length).toBeGreaterThan(140_000);
  });

  test('with very deep nesting is refused, not fatal', async () => {
    const nested = `{"name":"x","sections":[{"name":"A","shapes":[{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}]}`;
    expect(await workers.parse('layout', Buffer.from(nested))).toMatchObject({ errors: [{ code: 'SIZE' }] });
  });

  test('of 200,000 seats is parsed in the thread, and comes back in columns', async () => {
    const rows = Array.from({ length: 1_000 }, (_, row) => ({
      name: `${row}`,
      seats: Array.from({ length: 200 }, (_, seat) => ({ name: `${seat}`, x: seat * 1.5, y: row })),
    }));
    const bytes = bytesOf({ name: 'Stadium', sections: [{ name: 'Stand', rows }] });
    const result = await workers.parse('layout', bytes);
    expect(result).toMatchObject({ capacity: 200_000 });
    // The thread has the bytes themselves, and answers columns: no object of a seat is copied to or fro.
    expect(bytes).toHaveLength(0);
    const { seats } = result as Exclude<typeof result, InvalidBody>;
    expect([seats.xs, seats.ys].map((column) => [ArrayBuffer.isView(column), column.length])).toEqual([
      [true, 200_000],
      [true, 200_000],
    ]);
  });
});

test('the orphan seats are the same on the loop and in the thread', async () => {
  const scan = (size: number) => {
    const firsts = new Bitmap(size);
    for (let seat = 0; seat < size; seat += 50) firsts.add(seat);
    const available = new Bitmap(size);
    for (let seat = 0; seat < size; seat++) if (seat % 7 !== 0 && seat % 7 !== 2) available.add(seat);
    return workers.scanOrphans({
      seq: 1,
      size,
      available: available.words,
      rowFirsts: firsts.words,
      rowJoins: new Int32Array(0),
    });
  };
  const [small, large] = [await scan(7_000), await scan(70_000)];
  expect(small.length).toBeGreaterThan(1_000);
  expect(large.subarray(0, small.length)).toEqual(small);
  expect(large.length / small.length).toBeCloseTo(10, 1);
});

test('too many large bodies at once are refused with UNAVAILABLE', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, () => workers.parse('priceAssignments', bytesOf({ ballast }))),
  );
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThan(40);
  for (const result of refused) expect(result).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
});
