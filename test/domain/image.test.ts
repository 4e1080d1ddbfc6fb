/** An event's image: the whole state as a value, from which the same state can be restored. */

import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { type EventImage, imageOf, stateOf } from '#domain/image.ts';
import { EventDriver, organizationId } from '../support/event-driver.ts';
import { seatLines } from '../support/seat-lines.ts';

/** An event with everything that an image must contain. */
function eventful(): EventDriver {
  const driver = new EventDriver();
  const key = { keyHash: 'key', bodyHash: 'body' };
  driver.lock(driver.create(), [101, 102], [[9001, 2]]);
  driver.lock(driver.create(), [201]);
  driver.checkout('s2');
  driver.lock(driver.create(), [103], [[9001, 4]]);
  driver.checkout('s3');
  driver.confirm('s3', 'order');
  driver.book('revert-sales', [], [[9001, 1]]);
  driver.cancel(driver.create());
  driver.book('lock-seats', [104], [[9001, 3]], { key });
  driver.book('lock-seats', [105], [[9002, 1]], { holdType: 'HOUSE' });
  driver.book('sell-seats', [106], [[9002, 1]]);
  driver.book('sell-seats', [106], [], { key: { keyHash: 'another', bodyHash: 'body' } });
  driver.ask({
    kind: 'assign-prices',
    seats: seatLines([{ objectId: 110, assignmentId: 2, properties: '{"view":"good"}' }]),
    groupOfSeats: [{ objectId: 9002, assignmentId: 4, activeCount: 2 }],
  });
  return driver;
}

/** More of everything, as records. */
function later(driver: EventDriver): readonly JournalRecord[] {
  const from = driver.records.length;
  driver.unlock('s1', [101], [[9001, 1]]);
  driver.confirm('s2', 'another order');
  driver.release('s3');
  driver.book('unlock-seats', [104], [[9001, 1]]);
  driver.create();
  driver.now += driver.policy.holdMs + 1000;
  driver.sweep();
  return driver.records.slice(from);
}

/** The image after it was stored in a snapshot: JSON and columns, all copied. */
const stored = (image: EventImage): EventImage => structuredClone(image);

describe('an image', () => {
  test('restores the state of which it was taken', () => {
    const driver = eventful();
    const restored = stateOf(stored(driver.image()), driver.state.seatMap);
    expect(imageOf(restored)).toEqual(driver.image());
    expect(restored.seats).toEqual(driver.state.seats);
    expect([...restored.sessionsByOrdinal.keys()]).toEqual([...driver.state.sessionsByOrdinal.keys()]);
  });

  test('restores a state to which later records can be applied', () => {
    const driver = eventful();
    const restored = stateOf(stored(driver.image()), driver.state.seatMap);
    const records = JSON.parse(JSON.stringify(later(driver)));
    expect(records).toHaveLength(6);
    for (const record of records) replay(restored, record);
    expect(imageOf(restored)).toEqual(driver.image());
    expect(restored.seats).toEqual(driver.state.seats);
  });

  test('of a version that did not count the moves of areas restores the places, and moves are counted from then on', () => {
    const driver = eventful();
    const image = stored(driver.image());
    const areas = image.head.areas.map(({ moves, ...area }) => area);
    const restored = stateOf({ ...image, head: { ...image.head, areas } }, driver.state.seatMap);
    for (const record of later(driver)) replay(restored, record);
    const withoutMoves = ({ moves, ...area }: (typeof restored.areas)[number]) => area;
    expect(restored.areas.map(withoutMoves)).toEqual(driver.state.areas.map(withoutMoves));
    expect(restored.areas[0]?.moves).toBeGreaterThan(0);
  });

  test('is not changed by later changes of any state', () => {
    const driver = eventful();
    const image = driver.image();
    const before = stored(image);
    const records = later(driver);
    const restored = stateOf(image, driver.state.seatMap);
    for (const record of records) replay(restored, record);
    expect(image).toEqual(before);
  });

  test('equals the image after a replay of the whole journal', () => {
    const driver = eventful();
    later(driver);
    const replayed = new EventState(driver.state.seatMap);
    for (const record of JSON.parse(JSON.stringify(driver.records))) replay(replayed, record);
    expect(imageOf(replayed)).toEqual(driver.image());
  });

  test('without a session that had left memory still takes what happens to that session later', () => {
    const driver = eventful();
    const confirmed = driver.session('s3');
    driver.state.evictSession(confirmed);
    const image = stored(driver.image());
    driver.state.putSession(confirmed);
    const from = driver.records.length;
    driver.ask({ kind: 'replace-properties', organizationId, sessionId: 's3', body: { properties: '{"gate":2}' } });
    driver.release('s3');
    const restored = stateOf(image, driver.state.seatMap);
    for (const record of JSON.parse(JSON.stringify(driver.records.slice(from)))) replay(restored, record);
    expect(restored.sessions.get('s3')).toEqual(driver.session('s3'));
    expect(restored.seats).toEqual(driver.state.seats);
    expect(restored.references.has('order')).toBe(false);
  });

  test('of another layout is refused', () => {
    const image = eventful().image();
    const broken = expect.objectContaining({ name: 'BrokenInvariant' });
    expect(() => stateOf(image, new EventDriver({ rows: [100] }).state.seatMap)).toThrow(broken);
    expect(() => stateOf(image, new EventDriver({ areas: [20] }).state.seatMap)).toThrow(broken);
  });

  test('with a seat in two states is refused', () => {
    const driver = eventful();
    const image = stored(driver.image());
    image.columns.sold[0]! |= 1;
    expect(() => stateOf(image, driver.state.seatMap)).toThrow('seat 0 is in two states');
  });
});
