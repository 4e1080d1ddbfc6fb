/** An event's image: the whole state as a value, from which the same state can be restored. */
import { describe, expect, test } from '@jest/globals';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import type { JournalRecord } from '#domain/fact.ts';
import { type EventImage, imageOf, stateOf } from '#domain/image.ts';
import { organizationId, Rehearsal } from '../support/rehearsal.ts';

/** An event with everything that an image must contain. */
function eventful(): Rehearsal {
  const play = new Rehearsal();
  const key = { keyHash: 'key', bodyHash: 'body' };
  play.lock(play.create(), [101, 102], [[9001, 2]]);
  play.lock(play.create(), [201]);
  play.checkout('s2');
  play.lock(play.create(), [103], [[9001, 4]]);
  play.checkout('s3');
  play.confirm('s3', 'order');
  play.book('revert-sales', [], [[9001, 1]]);
  play.cancel(play.create());
  play.book('lock-seats', [104], [[9001, 3]], { key });
  play.book('lock-seats', [105], [[9002, 1]], { holdType: 'HOUSE' });
  play.book('sell-seats', [106], [[9002, 1]]);
  play.book('sell-seats', [106], [], { key: { keyHash: 'another', bodyHash: 'body' } });
  play.ask({
    kind: 'assign-prices',
    seats: [{ objectId: 110, assignmentId: 2, properties: '{"view":"good"}' }],
    groupOfSeats: [{ objectId: 9002, assignmentId: 4, activeCount: 2 }],
  });
  return play;
}

/** More of everything, as records. */
function later(play: Rehearsal): readonly JournalRecord[] {
  const from = play.records.length;
  play.unlock('s1', [101], [[9001, 1]]);
  play.confirm('s2', 'another order');
  play.release('s3');
  play.book('unlock-seats', [104], [[9001, 1]]);
  play.create();
  play.now += play.policy.holdMs + 1000;
  play.sweep();
  return play.records.slice(from);
}

/** What a snapshot makes of an image: JSON and columns, all copied. */
const stored = (image: EventImage): EventImage => structuredClone(image);

describe('an image', () => {
  test('restores the state of which it was taken', () => {
    const play = eventful();
    const restored = stateOf(stored(play.image()), play.state.seatMap);
    expect(imageOf(restored)).toEqual(play.image());
    expect(restored.seats).toEqual(play.state.seats);
    expect([...restored.sessionsByOrdinal.keys()]).toEqual([...play.state.sessionsByOrdinal.keys()]);
  });

  test('restores a state to which later records can be applied', () => {
    const play = eventful();
    const restored = stateOf(stored(play.image()), play.state.seatMap);
    const records = JSON.parse(JSON.stringify(later(play)));
    expect(records).toHaveLength(6);
    for (const record of records) replay(restored, record);
    expect(imageOf(restored)).toEqual(play.image());
    expect(restored.seats).toEqual(play.state.seats);
  });

  test('is not changed by later changes of any state', () => {
    const play = eventful();
    const image = play.image();
    const before = stored(image);
    const records = later(play);
    const restored = stateOf(image, play.state.seatMap);
    for (const record of records) replay(restored, record);
    expect(image).toEqual(before);
  });

  test('equals the image after a replay of the whole journal', () => {
    const play = eventful();
    later(play);
    const replayed = new EventState(play.state.seatMap);
    for (const record of JSON.parse(JSON.stringify(play.records))) replay(replayed, record);
    expect(imageOf(replayed)).toEqual(play.image());
  });

  test('without a session that had left memory still takes what happens to that session later', () => {
    const play = eventful();
    const confirmed = play.session('s3');
    play.state.evictSession(confirmed);
    const image = stored(play.image());
    play.state.putSession(confirmed);
    const from = play.records.length;
    play.ask({ kind: 'replace-properties', organizationId, sessionId: 's3', body: { properties: '{"gate":2}' } });
    play.release('s3');
    const restored = stateOf(image, play.state.seatMap);
    for (const record of JSON.parse(JSON.stringify(play.records.slice(from)))) replay(restored, record);
    expect(restored.sessions.get('s3')).toEqual(play.session('s3'));
    expect(restored.seats).toEqual(play.state.seats);
    expect(restored.references.has('order')).toBe(false);
  });

  test('of another layout is refused', () => {
    const image = eventful().image();
    const broken = expect.objectContaining({ name: 'BrokenInvariant' });
    expect(() => stateOf(image, new Rehearsal({ rows: [100] }).state.seatMap)).toThrow(broken);
    expect(() => stateOf(image, new Rehearsal({ areas: [20] }).state.seatMap)).toThrow(broken);
  });

  test('with a seat in two states is refused', () => {
    const play = eventful();
    const image = stored(play.image());
    image.columns.sold[0]! |= 1;
    expect(() => stateOf(image, play.state.seatMap)).toThrow('seat 0 is in two states');
  });
});
