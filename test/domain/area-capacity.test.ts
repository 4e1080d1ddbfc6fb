/** Areas without capacity in the layout: the event or a later layout sets it, and no taken place is lost. */

import { EventState } from '#domain/event-state.ts';
import { stateOf } from '#domain/image.ts';
import { noSeatLines } from '#domain/pricing/seat-lines.ts';
import { openingFacts } from '#domain/series/template.ts';
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { GrowingLayout } from '../support/growing-layout.ts';
import { brokenRules } from '../support/invariants.ts';

const lawn = 9001;
const hall = { rows: [2], areas: [0, 20], prices: ['50 EUR'] };

const offer = (driver: EventDriver, activeCount: number | null, objectId = lawn) =>
  driver.ask({ kind: 'assign-prices', seats: noSeatLines, groupOfSeats: [{ objectId, assignmentId: 1, activeCount }] });

const amounts = (driver: EventDriver, capacity: number, isClean = false) =>
  driver.ask({
    kind: 'assign-amounts',
    isClean,
    prices: [{ id: 90, name: '50 EUR' }],
    seats: noSeatLines,
    groupOfSeats: [{ id: lawn, capacity, price: 0 }],
  });

/** The counters of the first area, as reads show them. */
function read(driver: EventDriver) {
  const answer = driver.ask({ kind: 'read-inventory' });
  if (!answer.ok || answer.reply.kind !== 'inventory') throw new Error('no inventory');
  const { capacity, available, held, locked, blocked, sold } = answer.reply.inventory.areas[0]!;
  return { capacity, available, held, locked, blocked, sold };
}

/** Two places held, three locked, four blocked, five sold. */
function take(driver: EventDriver): void {
  driver.lock(driver.create(), [], [[lawn, 2]]);
  for (const [kind, count] of [
    ['lock-seats', 3],
    ['block-seats', 4],
    ['sell-seats', 5],
  ] as const)
    expect(outcomeOf(driver.book(kind, [], [[lawn, count]]))).toBe('true');
}

const taken = { held: 2, locked: 3, blocked: 4, sold: 5 };
const none = { held: 0, locked: 0, blocked: 0, sold: 0 };

/** Puts the area through a change of the layout. */
function adopt(driver: EventDriver, capacity: number): void {
  const layout = new GrowingLayout(hall.rows, hall.areas);
  for (let version = 0; version < driver.state.layoutVersion; version++) layout.next();
  layout.resizeArea(0, capacity);
  driver.state.offer(layout.next());
  driver.ask({ kind: 'adopt-layout' });
}

describe('an area without capacity in the layout', () => {
  test('has the places that its price assignment sets, and correct counters', () => {
    const driver = new EventDriver(hall);
    expect(read(driver)).toEqual({ capacity: 0, available: 0, ...none });
    expect(outcomeOf(offer(driver, 30))).toBe('done');
    take(driver);
    expect(read(driver)).toEqual({ capacity: 30, available: 16, ...taken });
  });

  test('does not grow by a repeated assignment, and keeps every taken place', () => {
    const driver = new EventDriver(hall);
    offer(driver, 30);
    take(driver);
    const { length } = driver.records;
    offer(driver, 30);
    expect(read(driver)).toEqual({ capacity: 30, available: 16, ...taken });
    expect(driver.records.slice(length).flatMap(({ facts }) => facts.map(({ type }) => type))).toEqual(['priced']);
    offer(driver, null);
    expect(read(driver)).toEqual({ capacity: 30, available: 16, ...taken });
    offer(driver, 20);
    expect(read(driver)).toEqual({ capacity: 20, available: 6, ...taken });
    offer(driver, 0);
    expect(read(driver)).toEqual({ capacity: 14, available: 0, ...taken });
    offer(driver, 40);
    expect(read(driver)).toEqual({ capacity: 40, available: 26, ...taken });
  });

  test('is sized by amounts of the legacy interface, also when they clean the event', () => {
    const driver = new EventDriver(hall);
    expect(amounts(driver, 30)).toMatchObject({ reply: { failed: { groupOfSeats: [] } } });
    take(driver);
    expect(amounts(driver, 25)).toMatchObject({ reply: { failed: { groupOfSeats: [] } } });
    expect(read(driver)).toEqual({ capacity: 25, available: 11, ...taken });
    expect(amounts(driver, 25, true)).toMatchObject({ reply: { failed: { groupOfSeats: [] } } });
    expect(read(driver)).toEqual({ capacity: 25, available: 25, ...none });
    driver.ask({ kind: 'clean-assignments' });
    expect(read(driver)).toEqual({ capacity: 0, available: 0, ...none });
    expect(brokenRules(driver.state, 10)).toEqual([]);
  });

  test('of the last line counts where a call names it twice', () => {
    const driver = new EventDriver(hall);
    const line = (activeCount: number | null) => ({ objectId: lawn, assignmentId: 1, activeCount });
    driver.ask({ kind: 'assign-prices', seats: noSeatLines, groupOfSeats: [line(30), line(8)] });
    expect(read(driver)).toMatchObject({ capacity: 8, available: 8 });
    driver.ask({ kind: 'assign-prices', seats: noSeatLines, groupOfSeats: [line(30), line(null)] });
    expect(read(driver)).toMatchObject({ capacity: 8, available: 8 });
  });

  test('is the same after a recovery from a snapshot', () => {
    const driver = new EventDriver(hall);
    offer(driver, 30);
    take(driver);
    const image = JSON.parse(JSON.stringify(driver.image().head));
    const recovered = stateOf({ ...driver.image(), head: image }, driver.state.seatMap);
    expect(recovered.areas[0]).toEqual(driver.state.areas[0]);
  });
});

test('an area with a capacity in the layout offers no more than that', () => {
  const refusal = refusalOf(offer(new EventDriver(hall), 21, 9002));
  expect(refusal.errors).toMatchObject([{ field: 'groupOfSeats[0].activeCount', code: 'MAX' }]);
});

describe('a capacity that the layout sets later', () => {
  test('applies from then on; places on sale stay on sale, and new ones are withheld until they are assigned', () => {
    const driver = new EventDriver(hall);
    offer(driver, 30);
    take(driver);
    adopt(driver, 100);
    expect(read(driver)).toEqual({ capacity: 100, available: 16, ...taken });
    expect(refusalOf(offer(driver, 87)).code).toBe('VALIDATION_FAILED');
    offer(driver, null);
    expect(read(driver)).toEqual({ capacity: 100, available: 86, ...taken });
  });

  test('may be smaller: available places are removed first, and taken ones when they become free', () => {
    const driver = new EventDriver(hall);
    offer(driver, 30);
    take(driver);
    adopt(driver, 20);
    expect(read(driver)).toEqual({ capacity: 20, available: 6, ...taken });
    adopt(driver, 10);
    expect(read(driver)).toEqual({ capacity: 10, available: 0, ...taken });
    driver.book('revert-sales', [], [[lawn, 5]]);
    expect(read(driver)).toEqual({ capacity: 10, available: 1, ...taken, sold: 0 });
  });

  test('leaves events alone while it is nothing, whatever else changes', () => {
    const driver = new EventDriver(hall);
    offer(driver, 30);
    adopt(driver, 0);
    expect(read(driver)).toMatchObject({ capacity: 30, available: 30 });
    adopt(driver, 30);
    expect(refusalOf(offer(driver, 31)).code).toBe('VALIDATION_FAILED');
  });
});

test('an event of a series has the area capacity of its template', () => {
  const origin = new EventDriver(hall);
  offer(origin, 30);
  take(origin);
  const answer = origin.ask({ kind: 'read-template' });
  if (!answer.ok || answer.reply.kind !== 'template') throw new Error('no template');
  const copy = new EventDriver({ ...hall, prices: [] });
  Object.assign(copy, { state: new EventState(copy.state.seatMap), records: [] });
  const opened = { type: 'opened', event: 'copy', status: 'PUBLISHED' } as const;
  copy.replayRecord({ seq: 1, epoch: 0, at: copy.now, facts: [opened, ...openingFacts(answer.reply.template, [901])] });
  expect(read(copy)).toEqual({ capacity: 30, available: 30, ...none });
});
