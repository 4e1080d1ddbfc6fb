/** Large snapshots are written and read in small parts, and rebuilt in steps: other work can run between them. */
import { sql } from 'slonik';
import type { Ownership } from '#actors/ports.ts';
import type { EventState } from '#domain/event-state.ts';
import { type EventImage, imageOf, restoring as stepsOf } from '#domain/image.ts';
import type { SpentPasses } from '#domain/passes/spent-passes.ts';
import { Draw } from '#domain/queue/draw.ts';
import { Queue } from '#domain/queue/queue.ts';
import { keyLength } from '#domain/queue/ticket-keys.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import { loadSnapshot, saveSnapshot } from '#storage/journal/snapshots.ts';
import { oneRow, stateWith } from '../../support/event-states.ts';
import { type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { problemsOnly } from '../../support/logs.ts';
import { someSeed } from '../../support/queues.ts';

/** Of a part: encoding and decoding one takes some milliseconds. */
const partBytesMax = 1_000_000;
const million = 1_000_000;
const bytesPerKey = (keyLength * 3) / 4;
const wordsPerPass = 3;
/** The event's first record is its only one. */
const seq = 1;

let events: JournaledEvents;
let ownership: Ownership;

beforeAll(async () => {
  events = await openJournaledEvents();
});

afterAll(() => events.close());

beforeEach(async () => {
  ownership = await events.ownedEvent();
});

const save = (image: EventImage) => saveSnapshot(events.pool, ownership, image);
const load = () => loadSnapshot(events.pool, ownership.eventNumber, problemsOnly);

/** The sizes of the parts that were written, part 0 first. */
async function writtenSizes(): Promise<readonly number[]> {
  const sizes = await events.pool.anyFirst(sql.unsafe`
    select coalesce(octet_length(bytes), octet_length(body)) from snapshot
    where event_number = ${ownership.eventNumber} order by part
  `);
  return sizes.map(Number);
}

/** Writes the image and reads it: each part is small, and the loop may turn after each that was read. */
async function throughDatabase(image: EventImage): Promise<{ image: EventImage | null; parts: number }> {
  expect(await save(image)).toBe(true);
  const sizes = await writtenSizes();
  expect(Math.max(...sizes)).toBeLessThan(partBytesMax);
  const turns = jest.spyOn(globalThis, 'setImmediate');
  try {
    const loaded = await load();
    expect(turns.mock.calls.length).toBeGreaterThanOrEqual(sizes.length - 1);
    return { image: loaded, parts: sizes.length };
  } finally {
    turns.mockRestore();
  }
}

/** The state, and in how many steps it was rebuilt. */
function restored(image: EventImage | null, map: SeatMap): { state: EventState; steps: number } {
  if (image === null) throw new Error('there is no snapshot');
  const restoring = stepsOf(image, map);
  for (let steps = 1; ; steps++) {
    const step = restoring.next();
    if (step.done === true) return { state: step.value, steps };
  }
}

test('100,000 sessions are written and read 500 at a time, and rebuilt 5,000 at a time', async () => {
  const map = oneRow(200_000);
  const { image, parts } = await throughDatabase(imageOf(stateWith(map, 100_000, seq)));
  expect(parts).toBeGreaterThan(100_000 / 500);
  expect(image?.sessions).toHaveLength(100_000);
  const { state, steps } = restored(image, map);
  expect(steps).toBeGreaterThan(100_000 / 5_000);
  expect(state.sessions.size).toBe(100_000);
});

test('1,000,000 tickets of a queue are written and read 16,384 at a time', async () => {
  const map = oneRow(1_000);
  const state = stateWith(map, 10, seq);
  const keys = Buffer.from(wordsOf((bytesPerKey * million) / 4).buffer).toString('base64url');
  state.queue = drawnQueue(keys);
  const { image, parts } = await throughDatabase(imageOf(state));
  expect(parts).toBeGreaterThan(million / 16_384);
  const { queue } = restored(image, map).state;
  expect([queue?.keys.count, queue?.claimed, queue?.placeOf(7)]).toEqual([
    million,
    million / 2,
    state.queue.placeOf(7),
  ]);
  for (const ticket of [0, 16_383, 16_384, million - 1]) {
    expect(queue?.keys.find(keys.slice(ticket * keyLength, (ticket + 1) * keyLength))).toBe(ticket);
  }
});

test('1,000,000 spent passes are written, read and rebuilt 8,192 at a time', async () => {
  const map = oneRow(1_000);
  const state = stateWith(map, 10, seq);
  const hashes = wordsOf(wordsPerPass * million);
  for (let pass = 0; pass < million; pass++) state.passes.add(hashOf(hashes, pass));
  const { image, parts } = await throughDatabase(imageOf(state));
  expect(parts).toBeGreaterThan(million / 8_192);
  const rebuilt = restored(image, map);
  expect(rebuilt.steps).toBeGreaterThan(million / 8_192);
  const { passes } = rebuilt.state;
  expect(passes.size).toBe(million);
  expect(areSpent(passes, hashes, [0, 8_191, 8_192, million - 1])).toBe(true);
  expect(passes.has('0'.repeat(24))).toBe(false);
});

/** A queue of a million tickets that have all been drawn and admitted; half of them have opened a session. */
function drawnQueue(keys: string): Queue {
  const queue = new Queue(someSeed.seed, someSeed.seedHash);
  const step = 1_000 * keyLength;
  for (let at = 0; at < keys.length; at += step) queue.keys.add(keys.slice(at, at + step));
  queue.draw = new Draw(someSeed.seed, million);
  queue.admitted = million;
  for (let place = 0; place < million; place += 2) queue.claim(place);
  return queue;
}

function areSpent(passes: SpentPasses, hashes: Uint32Array, spent: readonly number[]): boolean {
  return spent.every((pass) => passes.has(hashOf(hashes, pass)));
}

/** Different in every place, and the same in every run. */
function wordsOf(length: number): Uint32Array<ArrayBuffer> {
  const words = new Uint32Array(length);
  let word = 1;
  for (let at = 0; at < length; at++) {
    word = (Math.imul(word, 1_664_525) + 1_013_904_223) >>> 0;
    words[at] = word ^ (word >>> 15);
  }
  return words;
}

function hashOf(hashes: Uint32Array, pass: number): string {
  const words = hashes.subarray(pass * wordsPerPass, (pass + 1) * wordsPerPass);
  return Array.from(words, (word) => word.toString(16).padStart(8, '0')).join('');
}
