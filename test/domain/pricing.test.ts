/** Prices: the amount in a name, defining, assigning and removing them, and refusals while lines are held or sold. */

import { centsOf } from '#domain/pricing/price.ts';
import type { Answer } from '#domain/reply.ts';
import { EventDriver, outcomeOf, refusalOf } from '../support/event-driver.ts';
import { seatLines } from '../support/seat-lines.ts';

type Lines = readonly (readonly [objectId: number, assignmentId: number])[];

function change(
  driver: EventDriver,
  kind: 'assign-prices' | 'unassign-prices',
  seats: Lines,
  areas: readonly (readonly [objectId: number, assignmentId: number, activeCount?: number])[] = [],
): Answer {
  return driver.ask({
    kind,
    seats: seatLines(seats.map(([objectId, assignmentId]) => ({ objectId, assignmentId }))),
    groupOfSeats: areas.map(([objectId, assignmentId, count]) => ({
      objectId,
      assignmentId,
      activeCount: count ?? null,
    })),
  });
}

const priceOf = (driver: EventDriver, seat: number): string | undefined =>
  driver.state.prices.bySlot(driver.state.seats.priceSlotOf(driver.state.seatMap.indexOf(seat)))?.name;

describe('the amount of a price', () => {
  test.each([
    ['50', 5000],
    ['12.50 EUR', 1250],
    ['12.5', 1250],
    ['  7,50', 700],
    ['0.1', 10],
    ['0.29', 29],
    ['1.500', 150],
    ['999999999999.99', 99_999_999_999_999],
    ['4006381333931 VIP', 400_638_133_393_100],
    ['0000000000000000012', 1200],
    ['EUR 50', 0],
    ['-5', 0],
    ['.5', 0],
    ['', 0],
    ['5.', 500],
    ['5.x', 500],
    ['007', 700],
  ])('"%s" is %d hundredths', (name, cents) => {
    expect(centsOf(name)).toBe(cents);
  });

  test.each(['1.005', '0.001', '10000000000000', '12345678901234567890'])('"%s" is summed from its digits', (name) => {
    expect(centsOf(name)).toBeNull();
  });

  test('of every amount below 100 is exact', () => {
    const wrong = Array.from({ length: 10_000 }, (_, cents) => cents).filter(
      (cents) => centsOf((cents / 100).toFixed(2)) !== cents,
    );
    expect(wrong).toEqual([]);
  });
});

describe('defining prices', () => {
  const define = (driver: EventDriver, ...names: string[]): Answer =>
    driver.ask({
      kind: 'define-prices',
      prices: names.map((name, at) => ({ id: 100 + at + driver.state.prices.count, name, externalId: null })),
    });

  test('makes them readable in order of their ids', () => {
    const driver = new EventDriver({ prices: [] });
    driver.ask({ kind: 'define-prices', prices: [{ id: 9, name: 'B', externalId: 'x' }] });
    driver.ask({ kind: 'define-prices', prices: [{ id: 4, name: '5 A', externalId: null }] });
    expect(driver.ask({ kind: 'read-prices' })).toMatchObject({
      reply: {
        prices: [
          { id: 4, capture: { cents: 500 } },
          { id: 9, name: 'B', externalId: 'x' },
        ],
      },
    });
  });

  test.each([
    ['a name that the event has', ['new', '50 EUR']],
    ['a name twice in one body', ['new', 'new']],
  ])('%s is refused, and nothing is defined', (_, names) => {
    const driver = new EventDriver();
    const before = driver.image();
    expect(outcomeOf(define(driver, ...names))).toBe('DATA_INTEGRITY_VIOLATION');
    expect(driver.image()).toEqual(before);
  });

  test('is limited to ten thousand prices for each event', () => {
    const driver = new EventDriver({ prices: [] });
    const names = Array.from({ length: 10_000 }, (_, at) => `price ${at}`);
    expect(outcomeOf(define(driver, ...names))).toBe('prices');
    expect(outcomeOf(define(driver, 'one more'))).toBe('DATA_INTEGRITY_VIOLATION');
  });
});

describe('assigning', () => {
  test('sets the prices of seats and areas; the last line of a seat counts', () => {
    const driver = new EventDriver();
    change(
      driver,
      'assign-prices',
      [
        [101, 2],
        [102, 2],
        [101, 3],
      ],
      [
        [9001, 1],
        [9001, 4, 3],
      ],
    );
    expect([101, 102, 103].map((seat) => priceOf(driver, seat))).toEqual(['0.10 standing', '12.50', '50 EUR']);
    const area = driver.state.areaAt(0);
    expect([driver.state.prices.bySlot(area.priceSlot)?.name, area.available, area.withheld]).toEqual(['7', 3, 17]);
  });

  test('activeCount sets what is available; held and sold places are counted separately', () => {
    const driver = new EventDriver();
    driver.lock(driver.create(), [], [[9001, 2]]);
    driver.book('sell-seats', [], [[9001, 3]]);
    const offer = (count?: number): string =>
      outcomeOf(change(driver, 'assign-prices', [], [[9001, 3, count as number]]));
    const area = driver.state.areaAt(0);
    expect([offer(4), area.available, area.withheld]).toEqual(['done', 4, 11]);
    expect([offer(0), area.available, area.held, area.sold]).toEqual(['done', 0, 2, 3]);
    expect(outcomeOf(driver.lock('s1', [], [[9001, 3]]))).toBe('SEAT_CONFLICT');
    expect([offer(), area.available, area.withheld]).toEqual(['done', 15, 0]);
    expect(refusalOf(change(driver, 'assign-prices', [], [[9001, 3, 16]]))).toMatchObject({
      code: 'VALIDATION_FAILED',
      errors: [{ field: 'groupOfSeats[0].activeCount', code: 'MAX', rejectedValue: 16 }],
    });
  });

  test('unknown seats, areas and prices are named', () => {
    const refusal = refusalOf(
      change(
        new EventDriver(),
        'assign-prices',
        [
          [101, 99],
          [999, 1],
        ],
        [[9999, 98]],
      ),
    );
    expect(refusal.errors?.map(({ field, code, rejectedValue }) => [field, code, rejectedValue])).toEqual([
      ['seats[0].assignmentId', 'UNKNOWN_VALUE', 99],
      ['seats[1].objectId', 'UNKNOWN_VALUE', 999],
      ['groupOfSeats[0].objectId', 'UNKNOWN_VALUE', 9999],
      ['groupOfSeats[0].assignmentId', 'UNKNOWN_VALUE', 98],
    ]);
  });

  test('keeps and replaces the properties of a seat', () => {
    const driver = new EventDriver();
    const describeSeat = (properties?: string): Answer =>
      driver.ask({
        kind: 'assign-prices',
        seats: seatLines([{ objectId: 101, assignmentId: 1, ...(properties === undefined ? {} : { properties }) }]),
        groupOfSeats: [],
      });
    describeSeat('{"view":"good"}');
    describeSeat();
    expect(driver.state.seatProperties.get(0)).toBe('{"view":"good"}');
    describeSeat('{"legroom":1}');
    expect(driver.state.seatProperties.get(0)).toBe('{"legroom":1}');
  });
});

describe('while lines are held or sold', () => {
  const takes: Record<string, (driver: EventDriver) => unknown> = {
    'held by a session': (driver) => driver.lock(driver.create(), [102], [[9001, 1]]),
    'bought by a session': (driver) => {
      driver.lock(driver.create(), [102], [[9001, 1]]);
      driver.checkout('s1');
      driver.confirm('s1');
    },
    'locked privately': (driver) => driver.book('lock-seats', [102], [[9001, 1]]),
    'sold privately': (driver) => driver.book('sell-seats', [102], [[9001, 1]]),
  };

  test.each(Object.keys(takes))('%s: another price is refused, naming the lines; the same one is fine', (name) => {
    const driver = new EventDriver();
    takes[name]?.(driver);
    const before = driver.image();
    const conflicts = { seats: [102], groupOfSeats: [9001] };
    const refused = [
      change(
        driver,
        'assign-prices',
        [
          [101, 2],
          [102, 2],
        ],
        [
          [9001, 1],
          [9002, 1],
        ],
      ),
      change(
        driver,
        'unassign-prices',
        [
          [101, 1],
          [102, 1],
        ],
        [
          [9001, 3],
          [9002, 4],
        ],
      ),
    ];
    for (const answer of refused) {
      expect(refusalOf(answer)).toMatchObject({ code: 'DATA_INTEGRITY_VIOLATION', conflicts });
    }
    expect(driver.image()).toEqual(before);
    expect(
      outcomeOf(
        change(
          driver,
          'assign-prices',
          [
            [101, 2],
            [102, 1],
          ],
          [[9001, 3]],
        ),
      ),
    ).toBe('done');
  });
});

describe('removing prices', () => {
  test('removes the named price, and no other', () => {
    const driver = new EventDriver();
    change(driver, 'assign-prices', [[102, 2]]);
    expect(
      outcomeOf(
        change(
          driver,
          'unassign-prices',
          [
            [101, 1],
            [102, 1],
          ],
          [
            [9001, 3],
            [9002, 3],
          ],
        ),
      ),
    ).toBe('done');
    expect([101, 102].map((seat) => priceOf(driver, seat))).toEqual([undefined, '12.50']);
    expect(driver.state.areas.map((area) => area.priceSlot)).toEqual([0, 4]);
    expect(refusalOf(driver.lock(driver.create(), [101, 102], [[9001, 1]])).conflicts).toEqual({
      seats: [101],
      groupOfSeats: [9001],
    });
  });

  test('a second time has no effect', () => {
    const driver = new EventDriver();
    change(driver, 'unassign-prices', [[101, 1]]);
    const before = driver.image();
    expect(outcomeOf(change(driver, 'unassign-prices', [[101, 1]]))).toBe('done');
    expect(driver.image()).toEqual(before);
  });
});
