/** Layout changes of an event: new seats can be booked, removed seats disappear, and taken ones stay unless forced. */

import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { inventoryOf } from '#domain/inventory-copy.ts';
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import { SeatMap } from '#domain/seats/seat-map.ts';
import { openingFacts, templateOf } from '#domain/series/template.ts';
import { EventDriver, outcomeOf, refusalOf, seatMapOf } from '../support/event-driver.ts';
import { GrowingLayout } from '../support/growing-layout.ts';
import { brokenRules } from '../support/invariants.ts';
import { seatLines } from '../support/seat-lines.ts';

const hall = { rows: [10, 4], areas: [20, 5] };

function open(): { driver: EventDriver; layout: GrowingLayout } {
  return { driver: new EventDriver(hall), layout: new GrowingLayout(hall.rows, hall.areas) };
}

function adopt(driver: EventDriver, map: SeatMap): void {
  driver.state.offer(map);
  expect(outcomeOf(driver.ask({ kind: 'adopt-layout' }))).toBe('done');
  expect(brokenRules(driver.state, driver.policy.maxSeats)).toEqual([]);
}

/** The state after a replay of the journal, with the newest seat map. */
function replayed(driver: EventDriver): EventState {
  const state = new EventState(driver.state.seatMap);
  for (const record of JSON.parse(JSON.stringify(driver.records))) replay(state, record);
  return state;
}

const area = (driver: EventDriver, index: number) => {
  const { available, held, locked, blocked, sold, withheld, capacity, leaving } = driver.state.areaAt(index);
  return { available, held, locked, blocked, sold, withheld, capacity, leaving };
};

describe('an event that has adopted a new layout', () => {
  test('has the new seats, without a price, from then on', () => {
    const { driver, layout } = open();
    const id = layout.addSeat(0, 3);
    const session = driver.create();
    const map = layout.next();
    driver.state.offer(map);
    expect(refusalOf(driver.lock(session, [id])).conflicts).toEqual({ seats: [id], groupOfSeats: [] });
    expect(refusalOf(driver.book('lock-seats', [id])).code).toBe('VALIDATION_FAILED');
    expect(inventoryOf(driver.state).states).toHaveLength(14);
    adopt(driver, map);
    expect(driver.seat(id)).toBe('ACTIVE');
    expect(outcomeOf(driver.lock(session, [id]))).toBe('SEAT_CONFLICT');
    driver.ask({ kind: 'assign-prices', seats: seatLines([{ objectId: id, assignmentId: 1 }]), groupOfSeats: [] });
    expect(outcomeOf(driver.lock(session, [id]))).toBe('ACTIVE');
    expect([...inventoryOf(driver.state).order!].map((seat) => map.idAt(seat)).slice(2, 5)).toEqual([103, id, 104]);
    expect(imageOf(replayed(driver))).toEqual(driver.image());
  });

  test('no longer has removed seats, nor their prices and properties', () => {
    const { driver, layout } = open();
    driver.ask({
      kind: 'assign-prices',
      seats: seatLines([{ objectId: 103, assignmentId: 1, properties: '{"view":"pillar"}' }]),
      groupOfSeats: [],
    });
    driver.book('block-seats', [104]);
    layout.removeSeat(2, 'when-free');
    layout.removeSeat(3, 'when-free');
    adopt(driver, layout.next());
    expect([driver.seat(102), driver.seat(103), driver.seat(104)]).toEqual(['ACTIVE', 'gone', 'gone']);
    expect([driver.state.seatOf(103), driver.state.seatOf(104), driver.state.seatProperties.size]).toEqual([-1, -1, 0]);
    expect(driver.state.locks.size).toBe(0);
    expect(refusalOf(driver.book('lock-seats', [103])).errors).toMatchObject([
      { field: 'seats[0].id', code: 'UNKNOWN_VALUE' },
    ]);
    expect(refusalOf(driver.lock(driver.create(), [103])).conflicts?.seats).toEqual([103]);
    expect([...inventoryOf(driver.state).order!]).not.toContain(2);
    expect(imageOf(replayed(driver))).toEqual(driver.image());
  });

  test('keeps removed seats that were taken meanwhile, until they are given back', () => {
    const { driver, layout } = open();
    const [buyer, browser] = [driver.create(), driver.create()];
    driver.checkout(buyer, [101]);
    driver.confirm(buyer);
    driver.lock(browser, [102]);
    driver.book('lock-seats', [103]);
    for (const seat of [0, 1, 2]) layout.removeSeat(seat, 'when-free');
    adopt(driver, layout.next());
    expect([driver.seat(101), driver.seat(102), driver.seat(103)]).toEqual(['SOLD', 'LOCKED', 'LOCKED']);
    expect([...inventoryOf(driver.state).order!].slice(-3)).toEqual([0, 1, 2]);
    expect(outcomeOf(driver.unlock(browser, [102]))).toBe('ACTIVE');
    expect(outcomeOf(driver.book('sell-locks', [103]))).toBe('true');
    expect(outcomeOf(driver.book('revert-sales', [103]))).toBe('true');
    driver.release(buyer);
    expect([driver.seat(101), driver.seat(102), driver.seat(103)]).toEqual(['gone', 'gone', 'gone']);
    expect(brokenRules(driver.state, 10)).toEqual([]);
    expect(imageOf(replayed(driver))).toEqual(driver.image());
  });

  test('removes sold, locked and held seats if the removal is forced', () => {
    const { driver, layout } = open();
    const [buyer, browser] = [driver.create(), driver.create()];
    driver.lock(buyer, [101], [[9001, 2]]);
    driver.checkout(buyer);
    driver.confirm(buyer, 'order');
    driver.lock(browser, [102, 105], [[9001, 3]]);
    driver.checkout(browser);
    driver.book('lock-seats', [103], [[9001, 4]]);
    driver.book('sell-seats', [104], [[9001, 1]]);
    for (const seat of [0, 1, 2, 3]) layout.removeSeat(seat, 'forced');
    layout.removeArea(0, 'forced');
    adopt(driver, layout.next());
    expect([101, 102, 103, 104, 105].map((id) => driver.seat(id))).toEqual(['gone', 'gone', 'gone', 'gone', 'LOCKED']);
    expect(area(driver, 0)).toEqual({
      available: 0,
      held: 0,
      locked: 0,
      blocked: 0,
      sold: 0,
      withheld: 0,
      capacity: 0,
      leaving: 0,
    });
    expect([driver.state.locks.size, driver.state.areaOf(9001)]).toEqual([0, -1]);
    const refusal = refusalOf(driver.confirm(browser));
    expect([refusal.code, refusal.conflicts]).toEqual(['SEAT_CONFLICT', { seats: [102], groupOfSeats: [9001] }]);
    expect(outcomeOf(driver.release(buyer))).toBe('CANCELLED');
    expect(inventoryOf(driver.state).areas.map(({ id }) => id)).toEqual([9002]);
    expect(imageOf(replayed(driver))).toEqual(driver.image());
  });

  test('lets a session unlock lines that it has lost permanently', () => {
    const { driver, layout } = open();
    const session = driver.create();
    driver.lock(session, [101, 102]);
    layout.removeSeat(0, 'forced');
    adopt(driver, layout.next());
    expect(outcomeOf(driver.checkout(session))).toBe('SEAT_CONFLICT');
    driver.unlock(session, [101]);
    expect(outcomeOf(driver.checkout(session))).toBe('PENDING_PAYMENT');
  });

  test.each<[string, number, object]>([
    ['more places, which are on sale like the others', 30, { available: 20, capacity: 30, leaving: 0 }],
    ['fewer places, if enough are available', 12, { available: 2, capacity: 12, leaving: 0 }],
    ['fewer places than are taken', 4, { available: 0, capacity: 4, leaving: 6 }],
  ])('has an area with %s', (_, capacity, expected) => {
    const { driver, layout } = open();
    const session = driver.create();
    driver.lock(session, [], [[9001, 7]]);
    driver.book('sell-seats', [], [[9001, 3]]);
    layout.resizeArea(0, capacity);
    layout.addArea(50);
    adopt(driver, layout.next());
    expect(area(driver, 0)).toMatchObject({ ...expected, held: 7, sold: 3 });
    expect(area(driver, 2)).toMatchObject({ available: 50 });
    driver.cancel(session);
    expect(driver.state.areaAt(0).available).toBe(Math.max(0, capacity - 3));
    layout.resizeArea(0, 20);
    adopt(driver, layout.next());
    expect(area(driver, 0)).toMatchObject({ available: 17, sold: 3, leaving: 0 });
    expect(imageOf(replayed(driver))).toEqual(driver.image());
  });

  test('withholds new places of an area while other places of it are withheld', () => {
    const { driver, layout } = open();
    driver.ask({
      kind: 'assign-prices',
      seats: noSeatLines,
      groupOfSeats: [{ objectId: 9001, assignmentId: 3, activeCount: 5 }],
    });
    layout.resizeArea(0, 25);
    adopt(driver, layout.next());
    expect(area(driver, 0)).toMatchObject({ available: 5, withheld: 20, capacity: 25 });
  });

  test('can adopt several versions at once, and adopts none twice', () => {
    const { driver, layout } = open();
    const passing = layout.addSeat(1, 0);
    layout.next();
    layout.removeSeat(14, 'when-free');
    const id = layout.addSeat(1, 4);
    const map = layout.next();
    adopt(driver, map);
    expect([driver.state.layoutVersion, driver.state.seatOf(passing), driver.seat(id)]).toEqual([2, -1, 'ACTIVE']);
    const count = driver.records.length;
    adopt(driver, map);
    expect(driver.records).toHaveLength(count);
  });

  test('can still change its schema if nothing was assigned or booked', () => {
    const layout = new GrowingLayout([3], []);
    layout.addSeat(0, 1);
    const driver = new EventDriver({ rows: [3], areas: [], prices: [] });
    adopt(driver, layout.next());
    expect(outcomeOf(driver.ask({ kind: 'check-layout-change' }))).toBe('sequence');
    const elsewhere = SeatMap.from({ ...planOf(seatMapOf([5], [7])), schemaId: 2 });
    const moved = new EventState(elsewhere);
    for (const record of driver.records) replay(moved, record);
    expect([moved.seats.size, moved.layoutVersion, moved.areas.length]).toEqual([5, 0, 1]);
    const image = stateOf(driver.image(), elsewhere);
    expect([image.seats.size, image.layoutVersion]).toEqual([5, 0]);
  });

  test('can be the template of events on the same version', () => {
    const { driver, layout } = open();
    const id = layout.addSeat(0, 0);
    layout.removeSeat(5, 'when-free');
    driver.book('sell-seats', [106]);
    adopt(driver, layout.next());
    driver.ask({ kind: 'assign-prices', seats: seatLines([{ objectId: id, assignmentId: 1 }]), groupOfSeats: [] });
    const state = new EventState(driver.state.seatMap);
    const facts = [
      { type: 'opened', event: 'e', status: 'DRAFT' } as const,
      ...openingFacts(templateOf(driver.state), [11, 12, 13, 14]),
    ];
    replay(state, { seq: 1, epoch: 1, at: 1, facts });
    expect(brokenRules(state, 10)).toEqual([]);
    expect(state.prices.bySlot(state.seats.priceSlotOf(state.seatOf(id)))?.id).toBe(11);
    expect(state.seatOf(106)).toBe(-1);
  });
});

/** The plan of a map, to be made again with other members. */
function planOf(map: SeatMap) {
  const firsts: number[] = [];
  map.rows.firsts.forEach((seat) => void firsts.push(seat));
  return { size: map.size, idRuns: map.idRuns, rowFirsts: firsts, areas: map.areas };
}
