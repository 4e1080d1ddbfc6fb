/** Allotments in snapshots and in replays, and the bounds of the calls on them. */

import { allotmentsMax } from '#domain/allotments/allotment.ts';
import { allotmentsReply } from '#domain/allotments/allotment-replies.ts';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { stateOf } from '#domain/image.ts';
import { createWith, define, fill } from '../../support/allotments.ts';
import { EventDriver, outcomeOf, refusalOf } from '../../support/event-driver.ts';

const hour = 3_600_000;

function busy(): EventDriver {
  const driver = new EventDriver({ areas: [] });
  const at = driver.now;
  define(driver, 'sponsors', { access: 'PASS', closesAt: at + 3 * hour, colour: '#aa3300' });
  define(driver, 'fans', {
    access: 'PASS',
    opensAt: at + hour,
    release: { at: at + 2 * hour, whenSold: null, to: null },
  });
  define(driver, 'chairs', { access: 'NEED', release: { at: null, whenSold: 'PRICE', to: 'sponsors' } });
  fill(driver, 'sponsors', [101, 103]);
  fill(driver, 'fans', [104, 105], []);
  fill(driver, 'chairs', [106, 201]);
  driver.lock(createWith(driver, 'fan', ['fans', 'sponsors']), [101]);
  driver.book('sell-seats', [202, 203, 204]);
  driver.now += hour;
  driver.sweep();
  return driver;
}

test('a snapshot and a replay have the same allotments, masks and next steps', () => {
  const driver = busy();
  const shown = (state: EventState) => [allotmentsReply(state), state.allotments?.image()];
  expect(shown(stateOf(driver.image(), driver.state.seatMap))).toEqual(shown(driver.state));
  const replayed = new EventState(driver.state.seatMap);
  for (const record of driver.records) replay(replayed, record);
  expect(shown(replayed)).toEqual(shown(driver.state));
  // Seat 201 was released to the sponsors: all other seats at its price were sold.
  expect(driver.state.allotments?.slotOf(10)).toBe(1);
});

test('an event that has lost its last allotment is as one that never had any', () => {
  const driver = new EventDriver({ areas: [] });
  define(driver, 'fans', { access: 'STAFF' });
  fill(driver, 'fans', [101]);
  expect(outcomeOf(driver.lock(driver.create(), [101]))).toBe('SEAT_CONFLICT');
  driver.ask({ kind: 'remove-allotment', id: 'fans' });
  expect(driver.state.allotments).toBeNull();
  expect(driver.image().head).not.toHaveProperty('allotments');
  expect(outcomeOf(driver.lock(driver.create(), [101]))).toBe('ACTIVE');
});

test('a seat is in one allotment: the one that got it last', () => {
  const driver = new EventDriver({ areas: [] });
  define(driver, 'a', {});
  define(driver, 'b', {});
  fill(driver, 'a', [101, 102]);
  fill(driver, 'b', [102, 103]);
  const counts = allotmentsReply(driver.state).allotments.map(({ counts: { ACTIVE } }) => ACTIVE);
  expect(counts).toEqual([1, 2]);
});

test('an event has 64 allotments at most, and the slot of a removed one can be used again', () => {
  const driver = new EventDriver({ areas: [] });
  for (let number = 1; number <= allotmentsMax; number++) define(driver, `a${number}`, {});
  expect(refusalOf(define(driver, 'one more', {})).code).toBe('DATA_INTEGRITY_VIOLATION');
  driver.ask({ kind: 'remove-allotment', id: 'a7' });
  expect(outcomeOf(define(driver, 'one more', {}))).toBe('allotment');
});

test.each([
  ['unknown allotment', () => define(new EventDriver(), 'x', {}, false), 'ENTITY_NOT_FOUND'],
  [
    'unknown target',
    () => define(new EventDriver(), 'x', { release: { at: 1, whenSold: null, to: 'y' } }),
    'release.to',
  ],
  [
    'itself as target',
    () => define(new EventDriver(), 'x', { release: { at: 1, whenSold: null, to: 'x' } }),
    'release.to',
  ],
  ['unknown seat', () => filled([101, 999]), 'seats[1]'],
  ['unknown price', () => filled([], [1, 77]), 'prices[1]'],
])('refuses an %s', (_name, ask, expected) => {
  const { code, errors } = refusalOf(ask());
  expect([code, ...(errors ?? []).map(({ field }) => field)]).toContain(expected);
});

function filled(seats: readonly number[], priceIds: readonly number[] = []) {
  const driver = new EventDriver();
  define(driver, 'x', {});
  return fill(driver, 'x', seats, priceIds);
}

test('the same terms again change nothing', () => {
  const driver = busy();
  const records = driver.records.length;
  define(driver, 'sponsors', { access: 'PASS', closesAt: driver.now + 2 * hour, colour: '#aa3300' }, false);
  expect(driver.records.length).toBe(records);
});
