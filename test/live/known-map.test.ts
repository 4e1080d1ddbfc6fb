/**
 * The change that a node tells its viewers turns the map of any record since the change before into the new one: a page reads the
 * prices while its stream goes on, and nobody knows at which record.
 */
import type { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { mapChangesOf } from '#domain/map-changes.ts';
import { offerOf } from '#domain/offer.ts';
import { KnownMap } from '#live/known-map.ts';
import type { ChangeData } from '#live/stream-text.ts';
import { define, fill } from '../support/allotments.ts';
import { EventDriver } from '../support/event-driver.ts';
import type { DrawnMap } from '../support/map-viewer.ts';
import { offeredMap } from '../support/offered-map.ts';
import { seatLines } from '../support/seat-lines.ts';
import { SeededRandom } from '../support/seeded-random.ts';

const rounds = 300;
const recordsMax = 6;
const seats = [101, 102, 103, 104];
const areas = [9001, 9002];

/** Blocks or frees one seat, or places of one area: with so few of each, many are soon what they were before. */
function act(driver: EventDriver, random: SeededRandom): void {
  const kind = random.chance(0.5) ? 'block-seats' : 'unblock-seats';
  if (random.chance(0.3)) driver.book(kind, [], [[random.pick(areas), 1]]);
  else driver.book(kind, [random.pick(seats)]);
}

function mapOf(state: EventState, now: number): DrawnMap {
  return offeredMap(offerOf(state, now));
}

/** The maps at each record from now to a few records later. */
function mapsWhile(driver: EventDriver, random: SeededRandom): readonly DrawnMap[] {
  const maps = [mapOf(driver.state, driver.now)];
  for (let record = random.between(1, recordsMax); record > 0; record--) {
    act(driver, random);
    maps.push(mapOf(driver.state, driver.now));
  }
  return maps;
}

function drawnOn(map: DrawnMap, data: ChangeData | null): DrawnMap {
  if (data !== null) map.apply({ data });
  return map;
}

test('a change turns the map of any record since the change before into the new one', () => {
  const driver = new EventDriver();
  const random = new SeededRandom(11);
  const known = new KnownMap(mapChangesOf(driver.state, null, driver.now));
  for (let round = 0; round < rounds; round++) {
    const maps = mapsWhile(driver, random);
    const news = known.take(mapChangesOf(driver.state, known.seq, driver.now)) as ChangeData | null;
    const due = mapOf(driver.state, driver.now);
    for (const map of maps) expect(drawnOn(map, news)).toEqual(due);
  }
});

test('a change says nothing of seats and areas that nobody took or freed, nor of seats without a price', () => {
  const driver = new EventDriver();
  const line = { objectId: 104, assignmentId: 1 };
  expect(driver.ask({ kind: 'unassign-prices', seats: seatLines([line]), groupOfSeats: [] }).ok).toBe(true);
  const known = new KnownMap(mapChangesOf(driver.state, null, driver.now));
  for (const kind of ['block-seats', 'unblock-seats'] as const) driver.book(kind, [102, 104], [[9001, 1]]);
  const news = known.take(mapChangesOf(driver.state, known.seq, driver.now)) as ChangeData;
  expect([news.freed, news.taken, news.areas]).toEqual([[102], [], [[9001, 20]]]);
  driver.create();
  expect(known.take(mapChangesOf(driver.state, known.seq, driver.now))).toBeNull();
});

test('after a new owner’s snapshot a change is enough for the map that viewers were told, and for others only without a gap', () => {
  const random = new SeededRandom(12);
  let missed = 0;
  for (let round = 0; round < rounds; round++) {
    const driver = new EventDriver();
    const known = new KnownMap(mapChangesOf(driver.state, null, driver.now));
    const [told, ...others] = mapsWhile(driver, random) as [DrawnMap, ...DrawnMap[]];
    const owner = stateOf(imageOf(driver.state), driver.state.seatMap);
    const changes = mapChangesOf(owner, known.seq, driver.now);
    expect([changes.from, known.leavesGap(changes)]).toEqual([owner.seq, owner.seq > known.seq]);
    const news = known.take(changes) as ChangeData | null;
    const due = mapOf(owner, driver.now);
    expect(drawnOn(told, news)).toEqual(due);
    for (const map of others) {
      expect(drawnOn(map, news).places).toEqual(due.places);
      if (map.bookable.size !== due.bookable.size) missed++;
    }
  }
  expect(missed).toBeGreaterThan(0);
});

test('an opening names the seats that it frees; of many it says only that they have to be read again', () => {
  const openings = [100, 12_000].map((size) => {
    const driver = new EventDriver({ rows: [size], areas: [] });
    define(driver, 'late', { opensAt: driver.now + 1 });
    fill(driver, 'late', [], [1, 2, 3, 4]);
    const known = new KnownMap(mapChangesOf(driver.state, null, driver.now));
    const before = known.seq;
    driver.now++;
    driver.sweep();
    const news = known.take(mapChangesOf(driver.state, known.seq, driver.now));
    // A reader of an earlier record is told the same.
    return [news === 'reset' ? news : news?.freed.length, known.startFor(before) !== null];
  });
  expect(openings).toEqual([
    [100, true],
    ['reset', false],
  ]);
});
