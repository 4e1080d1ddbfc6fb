/** Keys of the public calls on a session: a repeated call never runs twice, whatever has been forgotten of it. */
import type { Command } from '#domain/command.ts';
import type { EventState } from '#domain/event-state.ts';
import { type EventImage, imageOf, stateOf } from '#domain/image.ts';
import { KeyMemory } from '#domain/keys/key-memory.ts';
import { SessionKeys } from '#domain/keys/session-keys.ts';
import {
  answerBytesMax,
  eventSessionKeysMax,
  sessionAnswerBytesMax,
  sessionAnswersMax,
  sessionKeysMax,
  sessionKeysReserved,
} from '#domain/limits.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver, outcomeOf, selectionOf } from '../support/event-driver.ts';

const hall = { areas: [200], policy: { maxSeats: 200 } };
const area = 9001;

type Kind = 'lock-session' | 'unlock-session' | 'checkout-session';

function keyed(driver: EventDriver, kind: Kind, id: string, name: string, places: number, body = 'body'): Answer {
  const key = { keyHash: name, bodyHash: body };
  const selection = selectionOf([], places === 0 ? [] : [[area, places]]);
  return driver.ask({ kind, sessionId: id, selection, key } as Command);
}

/** Makes so many keyed calls that change nothing. */
function fill(driver: EventDriver, id: string, count: number, prefix = 'f'): void {
  for (let nth = 0; nth < count; nth++) {
    const answer = keyed(driver, 'unlock-session', id, `${prefix}${nth}`, 0);
    if (outcomeOf(answer) !== 'ACTIVE' || answer.isReplay === true) throw new Error(`${nth}: ${outcomeOf(answer)}`);
  }
}

/** A session with three places, one of which it gave back under a key whose answer has been forgotten since. */
function givenBack(): { driver: EventDriver; id: string } {
  const driver = new EventDriver(hall);
  const id = driver.create();
  driver.lock(id, [], [[area, 3]]);
  expect(keyed(driver, 'unlock-session', id, 'back', 1)).toMatchObject({ ok: true });
  fill(driver, id, sessionAnswersMax);
  expect(driver.state.keys.answerOfSession(driver.session(id).ordinal, 'back')).toBeUndefined();
  return { driver, id };
}

describe('a repeated call whose answer has been forgotten', () => {
  test('does not run again, shows the session as it is, and says that it is a repetition', () => {
    const { driver, id } = givenBack();
    driver.lock(id, [101]);
    const records = driver.records.length;
    const again = keyed(driver, 'unlock-session', id, 'back', 1);
    expect(again).toMatchObject({
      ok: true,
      isReplay: true,
      reply: { session: { state: 'ACTIVE', seats: [{ id: 101 }], areas: [{ capacity: 2 }] }, now: driver.now },
    });
    expect(driver.records).toHaveLength(records);
  });

  test('shows a session that is to be paid', () => {
    const { driver, id } = givenBack();
    driver.checkout(id);
    const again = keyed(driver, 'unlock-session', id, 'back', 1);
    expect([outcomeOf(again), again.isReplay]).toEqual(['PENDING_PAYMENT', true]);
  });

  test('is refused with another body', () => {
    const { driver, id } = givenBack();
    expect(outcomeOf(keyed(driver, 'unlock-session', id, 'back', 2, 'else'))).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('of another session runs', () => {
    const { driver } = givenBack();
    const other = driver.create();
    driver.lock(other, [], [[area, 2]]);
    const answer = keyed(driver, 'unlock-session', other, 'back', 1);
    expect([answer.isReplay, driver.session(other).areas[0]?.capacity]).toEqual([undefined, 1]);
  });
});

describe('the keys of a session', () => {
  const isKnown = (state: EventState, ordinal = 1): string | null =>
    state.keys.ofSessions.useOf(ordinal, { keyHash: 'back', bodyHash: 'body' });
  const stored = (image: EventImage): EventImage => structuredClone(image);

  test('survive a replay and a snapshot', () => {
    const { driver } = givenBack();
    const replayed = new EventDriver({ ...hall, prices: [] });
    for (const record of driver.records.slice(1)) replayed.replayRecord(record);
    expect(imageOf(replayed.state)).toEqual(driver.image());
    const restored = stateOf(stored(driver.image()), driver.state.seatMap);
    expect([isKnown(replayed.state), isKnown(restored)]).toEqual(['same', 'same']);
    expect(restored.keys.ofSessions.size).toBe(sessionAnswersMax + 1);
    expect(imageOf(restored)).toEqual(driver.image());
  });

  test('are those of the answers in a snapshot that has no keys yet', () => {
    const { driver } = givenBack();
    const image = stored(driver.image());
    const { sessionKeys: _, ...head } = image.head;
    const restored = stateOf({ ...image, head }, driver.state.seatMap);
    expect(restored.keys.ofSessions.size).toBe(sessionAnswersMax);
    expect(restored.keys.ofSessions.useOf(1, { keyHash: 'f0', bodyHash: 'body' })).toBe('same');
  });

  test.each([
    ['is cancelled', (driver: EventDriver, id: string) => driver.cancel(id)],
    [
      'is confirmed',
      (driver: EventDriver, id: string) => {
        driver.checkout(id);
        driver.confirm(id);
      },
    ],
    [
      'expires',
      (driver: EventDriver) => {
        driver.now += driver.policy.holdMs;
        driver.sweep();
      },
    ],
    [
      'is cancelled with a key',
      (driver: EventDriver, sessionId: string) =>
        driver.ask({
          kind: 'cancel-session',
          sessionId,
          body: { startOver: false },
          key: { keyHash: 'bye', bodyHash: 'body' },
        }),
    ],
  ])('leave memory when it %s: its calls are refused from then on', (_, end) => {
    const { driver, id } = givenBack();
    end(driver, id);
    expect(driver.state.keys.ofSessions.size).toBe(0);
    expect(driver.image().head).not.toHaveProperty('sessionKeys');
    expect(outcomeOf(keyed(driver, 'unlock-session', id, 'back', 1))).toBe('SESSION_DEAD');
    const image = stored(driver.image());
    expect(stateOf(image, driver.state.seatMap).keys.ofSessions.size).toBe(0);
  });

  test('are at most 4,096: then a new one is refused, and calls without a key go on', () => {
    expect(sessionKeysMax).toBe(4_096);
    const driver = new EventDriver(hall);
    const id = driver.create();
    driver.lock(id, [], [[area, 3]]);
    fill(driver, id, sessionKeysMax);
    const records = driver.records.length;
    expect(outcomeOf(keyed(driver, 'unlock-session', id, 'more', 1))).toBe('KEYS_EXHAUSTED');
    expect(driver.records).toHaveLength(records);
    expect(keyed(driver, 'unlock-session', id, 'f0', 0)).toMatchObject({ ok: true, isReplay: true });
    expect(keyed(driver, 'unlock-session', id, 'f4095', 0)).toMatchObject({ ok: true, isReplay: true });
    expect(outcomeOf(driver.unlock(id, [], [[area, 1]]))).toBe('ACTIVE');
    expect(outcomeOf(keyed(driver, 'lock-session', driver.create(), 'more', 1))).toBe('ACTIVE');
  });

  test('are at most 32 once the sessions of the event have used four million', () => {
    expect([eventSessionKeysMax, sessionKeysReserved]).toEqual([4_000_000, 32]);
    const keys = new KeyMemory({ answerBytesMax, sessionAnswerBytesMax, sessionKeysMax: 40 });
    const driver = new EventDriver({ ...hall, memories: { keys } });
    const [many, few] = [driver.create(), driver.create()];
    fill(driver, many, 40);
    expect(outcomeOf(keyed(driver, 'unlock-session', many, 'more', 0))).toBe('KEYS_EXHAUSTED');
    fill(driver, few, sessionKeysReserved);
    expect(outcomeOf(keyed(driver, 'unlock-session', few, 'more', 0))).toBe('KEYS_EXHAUSTED');
    driver.cancel(many);
    expect(outcomeOf(keyed(driver, 'unlock-session', few, 'more', 0))).toBe('ACTIVE');
  });
});

describe('fingerprints', () => {
  const hashOf = (nth: number): string => `${nth}`.padStart(22, 'x').split('').reverse().join('');

  test('take 16 characters, in pieces of an image that have 32 of them', () => {
    const keys = new SessionKeys();
    for (let nth = 0; nth < 70; nth++) keys.add(7, { keyHash: hashOf(nth), bodyHash: hashOf(nth) });
    keys.add(9, { keyHash: hashOf(1), bodyHash: hashOf(1) });
    const pieces = keys.pieces();
    expect(pieces.map(([ordinal, text]) => [ordinal, text.length])).toEqual([
      [7, 512],
      [7, 512],
      [7, 96],
      [9, 16],
    ]);
    const restored = new SessionKeys();
    for (const piece of pieces) restored.restore(piece);
    expect([restored.size, restored.pieces()]).toEqual([71, pieces]);
  });

  test('are found at their places only', () => {
    const keys = new SessionKeys();
    // The end of the first fingerprint and the beginning of the second one read like the key that is looked for.
    keys.add(1, { keyHash: 'aaaaaaaaaa', bodyHash: 'bbbbbb' });
    keys.add(1, { keyHash: 'ccccdddddd', bodyHash: 'eeeeee' });
    expect(keys.useOf(1, { keyHash: 'bbbbbbcccc', bodyHash: 'dddddd' })).toBeNull();
    expect(keys.useOf(1, { keyHash: 'ccccdddddd', bodyHash: 'eeeeee' })).toBe('same');
    expect(keys.useOf(2, { keyHash: 'ccccdddddd', bodyHash: 'eeeeee' })).toBeNull();
  });
});
