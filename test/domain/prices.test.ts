/** Renaming and deleting prices: what changes, what carts keep, and what prevents it. */

import { replay } from '#domain/apply.ts';
import type { Command } from '#domain/command.ts';
import { EventState } from '#domain/event-state.ts';
import { imageOf, stateOf } from '#domain/image.ts';
import { amountOf, doubtfulAmount } from '#domain/pricing/price.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { seatLines } from '../support/seat-lines.ts';

type Change = Extract<Command, { kind: 'rename-prices' }>['prices'][number];

const rename = (driver: EventDriver, ...prices: Change[]): Answer => driver.ask({ kind: 'rename-prices', prices });
const remove = (driver: EventDriver, priceId: number): Answer => driver.ask({ kind: 'delete-price', priceId });
const names = (driver: EventDriver): readonly string[] => driver.state.prices.list().map(({ name }) => name);
const slotOf = (driver: EventDriver, seat: number): number =>
  driver.state.seats.priceSlotOf(driver.state.seatMap.indexOf(seat));

/** The state that a restart makes of the records, and the one that it makes of a snapshot. */
function rebuilt(driver: EventDriver) {
  const replayed = new EventState(driver.state.seatMap);
  for (const record of JSON.parse(JSON.stringify(driver.records))) replay(replayed, record);
  return [imageOf(replayed), imageOf(stateOf(structuredClone(driver.image()), driver.state.seatMap))];
}

describe('an amount that was probably not meant', () => {
  test.each([
    ['1.234,50', '1.234'],
    ['1,234.50 EUR', '1'],
    ['1 234.50', '1'],
    ['1’234.50', '1'],
    ['29,50 EUR', '29'],
    ['1.234', '1.234'],
    ['.5', '0'],
    [' ,50', '0'],
    ['-5', '0'],
    ['€ 45', '0'],
    ['R$45', '0'],
    ['EUR 45.00', '0'],
    ['٤٥', '0'],
  ])('%s is read as %s', (name, amount) => {
    expect(doubtfulAmount(name)).toBe(amount);
    const { whole, fraction } = amountOf(name);
    expect([whole, fraction].filter((digits) => digits !== '').join('.')).toBe(amount);
  });

  test.each([
    '45',
    '45.00 EUR',
    ' 007',
    '0.5',
    '45.-',
    '45, front rows',
    '50 2 for 1',
    'VIP',
    'VIP 2',
    'Category 1',
    '',
  ])('%j is read as it is meant', (name) => {
    expect(doubtfulAmount(name)).toBeNull();
  });
});

describe('renaming', () => {
  test('changes names and external ids, and answers in the order asked', () => {
    const driver = new EventDriver();
    const answer = rename(driver, { id: 2, name: '13 VIP', externalId: 'X' }, { id: 1, name: '50 EUR' });
    expect(answer).toMatchObject({
      reply: {
        prices: [
          { id: 2, name: '13 VIP', externalId: 'X', capture: { cents: 1300 } },
          { id: 1, name: '50 EUR', externalId: null },
        ],
      },
    });
    rename(driver, { id: 2, name: '14 VIP' });
    expect(driver.state.prices.byId(2)).toMatchObject({ name: '14 VIP', externalId: 'X' });
    rename(driver, { id: 2, name: '14 VIP', externalId: null });
    expect(driver.state.prices.byId(2)?.externalId).toBeNull();
    expect(rebuilt(driver)).toEqual([driver.image(), driver.image()]);
  });

  test('to the current names changes nothing', () => {
    const driver = new EventDriver();
    const before = driver.image();
    expect(outcomeOf(rename(driver, { id: 1, name: '50 EUR' }))).toBe('prices');
    expect(driver.image()).toEqual(before);
  });

  test('may swap names', () => {
    const driver = new EventDriver();
    rename(driver, { id: 1, name: '12.50' }, { id: 2, name: '50 EUR' });
    expect(names(driver).slice(0, 2)).toEqual(['12.50', '50 EUR']);
    expect(rebuilt(driver)).toEqual([driver.image(), driver.image()]);
  });

  test.each<readonly [string, readonly Change[], string]>([
    ['a name that another price has', [{ id: 1, name: '7' }], 'DATA_INTEGRITY_VIOLATION'],
    ['one name for two', [1, 2].map((id) => ({ id, name: 'same' })), 'DATA_INTEGRITY_VIOLATION'],
    [
      'an unknown price',
      [
        { id: 1, name: 'a' },
        { id: 99, name: 'b' },
      ],
      'ENTITY_NOT_FOUND',
    ],
    ['one price twice', [1, 1].map((id, at) => ({ id, name: `n${at}` })), 'VALIDATION_FAILED'],
  ])('%s is refused, and nothing is renamed', (_, changes, code) => {
    const driver = new EventDriver();
    const before = driver.image();
    expect(outcomeOf(rename(driver, ...changes))).toBe(code);
    expect(driver.image()).toEqual(before);
  });

  test('does not change carts; seats that are locked afterwards have the new price', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    rename(driver, { id: 1, name: '60 EUR' });
    driver.lock('s1', [102]);
    expect(driver.session('s1').seats.map(({ price }) => price.cents)).toEqual([5000, 6000]);
  });
});

describe('deleting a price', () => {
  test('takes it from its seats and areas, and frees its name', () => {
    const driver = new EventDriver();
    expect(outcomeOf(remove(driver, 1))).toBe('done');
    expect([slotOf(driver, 101), slotOf(driver, 110), slotOf(driver, 201)]).toEqual([0, 0, 2]);
    expect(outcomeOf(remove(driver, 3))).toBe('done');
    expect(driver.state.areas.map(({ priceSlot }) => priceSlot)).toEqual([0, 4]);
    expect(names(driver)).toEqual(['12.50', '7']);
    expect(outcomeOf(driver.lock(driver.create(), [101]))).toBe('SEAT_CONFLICT');
    driver.ask({ kind: 'define-prices', prices: [{ id: 9, name: '50 EUR', externalId: null }] });
    expect(driver.state.prices.byId(9)?.slot).toBe(5);
    expect(rebuilt(driver)).toEqual([driver.image(), driver.image()]);
  });

  test('that the event does not have is refused', () => {
    const driver = new EventDriver();
    expect(outcomeOf(remove(driver, 99))).toBe('ENTITY_NOT_FOUND');
    remove(driver, 1);
    expect(outcomeOf(remove(driver, 1))).toBe('ENTITY_NOT_FOUND');
  });

  test('is refused while a seat is held, sold, locked or withheld from sale; the answer names the seats', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [101]);
    driver.book('sell-seats', [103]);
    driver.book('lock-seats', [105]);
    driver.book('lock-seats', [107], [], { holdType: 'HOUSE' });
    const before = driver.image();
    expect(refusalOf(remove(driver, 1))).toMatchObject({
      code: 'DATA_INTEGRITY_VIOLATION',
      conflicts: { seats: [101, 103, 105, 107], groupOfSeats: [] },
    });
    expect(driver.image()).toEqual(before);
    expect(outcomeOf(remove(driver, 2))).toBe('done');
  });

  test.each<readonly [string, (driver: EventDriver) => unknown]>([
    ['held', (driver) => driver.lock(driver.create(), [], [[9001, 1]])],
    ['sold', (driver) => driver.book('sell-seats', [], [[9001, 1]])],
    ['locked', (driver) => driver.book('lock-seats', [], [[9001, 1]])],
    ['blocked', (driver) => driver.book('lock-seats', [], [[9001, 1]], { holdType: 'HOUSE' })],
  ])('is refused while places of an area are %s', (_, take) => {
    const driver = new EventDriver();
    take(driver);
    expect(refusalOf(remove(driver, 3)).conflicts).toEqual({ seats: [], groupOfSeats: [9001] });
    expect(outcomeOf(remove(driver, 4))).toBe('done');
  });

  test('does not reuse its slot; an event has 65,535 slots in its lifetime', () => {
    const driver = new EventDriver({ prices: [] });
    let id = 0;
    const define = (count: number): Answer =>
      driver.ask({
        kind: 'define-prices',
        prices: Array.from({ length: count }, () => ({ id: ++id, name: `n${id}`, externalId: null })),
      });
    for (let round = 0; round < 6; round++) {
      define(10_000);
      for (const { id } of driver.state.prices.list()) driver.state.prices.remove(id);
    }
    expect(outcomeOf(define(5_535))).toBe('prices');
    expect(outcomeOf(define(1))).toBe('DATA_INTEGRITY_VIOLATION');
    expect(driver.state.prices.byId(id - 1)?.slot).toBe(65_535);
  });
});

test('an assignment of 200,000 seats in any order replaces the prices that they had', () => {
  const driver = new EventDriver({ rows: [200_000], areas: [], prices: [] });
  driver.ask({ kind: 'define-prices', prices: [1, 2, 3].map((id) => ({ id, name: `${id}`, externalId: null })) });
  const seatsFrom = (shift: number) =>
    Array.from({ length: 200_000 }, (_, at) => {
      const index = (at * 7_919) % 200_000;
      return { objectId: driver.state.seatMap.idAt(index), assignmentId: 1 + ((index + shift) % 3) };
    });
  driver.ask({ kind: 'assign-prices', seats: seatLines(seatsFrom(1)), groupOfSeats: [] });
  const seats = seatsFrom(2);
  expect(outcomeOf(driver.ask({ kind: 'assign-prices', seats: seatLines(seats), groupOfSeats: [] }))).toBe('done');
  const wrong = seats.filter(({ objectId, assignmentId }) => slotOf(driver, objectId) !== assignmentId);
  expect(wrong).toEqual([]);
});
