/** Large snapshots are written and read in steps: neither may hold the event loop. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Ownership } from '#actors/ports.ts';
import type { EventState } from '#domain/event-state.ts';
import { type EventImage, imageOf, restoring } from '#domain/image.ts';
import type { SpentPasses } from '#domain/passes/spent-passes.ts';
import { Draw } from '#domain/queue/draw.ts';
import { Queue } from '#domain/queue/queue.ts';
import { keyLength } from '#domain/queue/ticket-keys.ts';
import type { SeatMap } from '#domain/seats/seat-map.ts';
import { partsOf } from '#storage/journal/snapshot-format.ts';
import { loadSnapshot, saveSnapshot } from '#storage/journal/snapshots.ts';
import { oneRow, stateWith } from '../../support/event-states.ts';
import { type JournaledEvents, openJournaledEvents } from '../../support/journaled-events.ts';
import { problemsOnly } from '../../support/logs.ts';
import { measureLoop } from '../../support/loop-blocking.ts';
import { someSeed } from '../../support/queues.ts';

const holdMsMax = 50;
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

/** Rebuilds the state as the service does: other work can run between two steps. */
async function restored(image: EventImage | null, map: SeatMap): Promise<EventState> {
  if (image === null) throw new Error('there is no snapshot');
  const steps = restoring(image, map);
  let step = steps.next();
  for (; step.done !== true; step = steps.next()) await new Promise(setImmediate);
  return step.value;
}

test('100,000 sessions are written and read without blocking the event loop, and read within 2.5 s', async () => {
  const map = oneRow(200_000);
  const image = imageOf(stateWith(map, 100_000, seq));
  const saved = await measureLoop(() => save(image));
  const loaded = await measureLoop(load);
  expect(loaded.result?.sessions).toHaveLength(100_000);
  expect(loaded.tookMs).toBeLessThan(2_500);
  const rebuilt = await measureLoop(() => restored(loaded.result, map));
  for (const { blockedMs } of [saved, loaded, rebuilt]) expect(blockedMs).toBeLessThan(holdMsMax);
  expect(rebuilt.result.sessions.size).toBe(100_000);
  const parts = [...partsOf(image)];
  expect(Math.max(...parts.map(({ body }) => body?.length ?? 0))).toBeLessThan(500_000);
});

test('1,000,000 tickets of a queue are written and read without blocking the event loop', async () => {
  const map = oneRow(1_000);
  const state = stateWith(map, 10, seq);
  const keys = Buffer.from(wordsOf((bytesPerKey * million) / 4).buffer).toString('base64url');
  state.queue = drawnQueue(keys);
  const saved = await measureLoop(() => save(imageOf(state)));
  const rebuilt = await measureLoop(async () => restored(await load(), map));
  for (const { blockedMs } of [saved, rebuilt]) expect(blockedMs).toBeLessThan(holdMsMax);
  const { queue } = rebuilt.result;
  expect([queue?.keys.count, queue?.claimed, queue?.placeOf(7)]).toEqual([
    million,
    million / 2,
    state.queue.placeOf(7),
  ]);
  for (const ticket of [0, 16_383, 16_384, million - 1]) {
    expect(queue?.keys.find(keys.slice(ticket * keyLength, (ticket + 1) * keyLength))).toBe(ticket);
  }
});

test('1,000,000 spent passes are written and read without blocking the event loop', async () => {
  const map = oneRow(1_000);
  const state = stateWith(map, 10, seq);
  const hashes = wordsOf(wordsPerPass * million);
  for (let pass = 0; pass < million; pass++) state.passes.add(hashOf(hashes, pass));
  const saved = await measureLoop(() => save(imageOf(state)));
  const rebuilt = await measureLoop(async () => restored(await load(), map));
  for (const { blockedMs } of [saved, rebuilt]) expect(blockedMs).toBeLessThan(holdMsMax);
  const { passes } = rebuilt.result;
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
