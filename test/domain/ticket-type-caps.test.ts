/** What ticket types refuse, how many of them the event counts, and what late payments do. */
import { moneyOf } from '#domain/session/session.ts';
import { type EventDriver, outcomeOf, policy, refusalOf, wishOf } from '../support/event-driver.ts';
import {
  cart,
  child,
  counts,
  type Lines,
  late,
  lock,
  opened,
  priced,
  senior,
  standing,
  type Types,
  wanted,
} from '../support/ticket-scene.ts';

describe('refused, and nothing is changed:', () => {
  const capped = [
    { ...child, maxPerSession: 2 },
    { ...senior, eventMax: 2 },
  ];

  test.each<readonly [string, Types, Lines, object]>([
    [
      'a type that the price does not have',
      [[101, 'kid']],
      [],
      {
        code: 'VALIDATION_FAILED',
        errors: [{ field: 'ticketTypes.101', code: 'UNKNOWN_VALUE', rejectedValue: 'kid' }],
      },
    ],
    ['a type of another price', [[201, 'child']], [], { code: 'VALIDATION_FAILED' }],
    [
      'a type that the area does not have',
      [],
      [
        [9002, 1],
        [9001, 1, 'senior'],
      ],
      { code: 'VALIDATION_FAILED', errors: [{ field: 'groupOfSeats[1].ticketType' }] },
    ],
    [
      'more of a type than a session may have',
      [
        [101, 'child'],
        [102, 'child'],
        [103, 'child'],
      ],
      [],
      { code: 'CAP_TICKET_TYPE', priceId: 1, ticketType: 'child', left: 2 },
    ],
    [
      'more of a type than the event has',
      [
        [101, 'senior'],
        [102, 'senior'],
        [103, 'senior'],
      ],
      [],
      { code: 'CAP_TICKET_TYPE', priceId: 1, ticketType: 'senior', left: 2 },
    ],
    ['a seat that is gone', [[110, 'child']], [], { code: 'SEAT_CONFLICT', conflicts: { seats: [110] } }],
    ['a seat that does not exist', [[999, 'child']], [], { code: 'SEAT_CONFLICT', conflicts: { seats: [999] } }],
  ])('%s', (_, types, areas, refusal) => {
    const driver = opened(capped);
    driver.book('sell-seats', [110]);
    const before = driver.image();
    expect(refusalOf(lock(driver, types, areas))).toMatchObject(refusal);
    expect(driver.image()).toEqual(before);
    const selection = wanted(types, areas);
    expect(refusalOf(driver.ask({ kind: 'checkout-session', sessionId: 's1', selection }))).toMatchObject(refusal);
  });

  test('a type that needs a pass, for a session without one', () => {
    const driver = opened([{ ...child, requiresPass: true }]);
    expect(outcomeOf(lock(driver, [[101, 'child']]))).toBe('PASS_REQUIRED');
    driver.state.admission = { ...driver.state.admission, mode: 'PASS' };
    const pass = { kind: 'signed', hash: 'a'.repeat(24), until: driver.now + 1 } as const;
    driver.ask({ kind: 'create-session', sessionId: 's2', keyHash: 'k', pass });
    expect(outcomeOf(lock(driver, [[101, 'child']], [], 's2'))).toBe('ACTIVE');
  });

  test('two currencies in one cart, also when the event chooses the seats', () => {
    const driver = opened();
    driver.ask({ kind: 'rename-prices', prices: [{ id: 2, name: '12.50', amount: 10, currency: 'JPY' }] });
    lock(driver, [[101, 'child']]);
    expect(outcomeOf(driver.lock('s1', [201]))).toBe('MIXED_CURRENCIES');
    expect(outcomeOf(driver.checkout('s1', [201]))).toBe('MIXED_CURRENCIES');
    expect(outcomeOf(driver.lockBest('s1', { count: 2, priceIds: [2] }))).toBe('MIXED_CURRENCIES');
    expect(outcomeOf(driver.lockBest('s1', { count: 2, priceIds: [1] }))).toBe('ACTIVE');
    driver.ask({ kind: 'rename-prices', prices: [{ id: 1, name: '50 EUR', currency: 'USD' }] });
    expect(outcomeOf(lock(driver, [[101, 'senior']]))).toBe('MIXED_CURRENCIES');
    const alone = driver.create();
    expect(outcomeOf(driver.lock(alone, [101, 201]))).toBe('SEAT_CONFLICT');
    expect(outcomeOf(driver.lock(alone, [201], [[9001, 0]]))).toBe('ACTIVE');
    expect(outcomeOf(driver.lock(alone, [], [[9001, 1]]))).toBe('MIXED_CURRENCIES');
  });

  test('a line without a currency beside one that has one is no mixture', () => {
    const driver = opened();
    expect(outcomeOf(driver.lock('s1', [101, 201]))).toBe('ACTIVE');
    expect(moneyOf(driver.session('s1'))).toBeNull();
  });

  test('too many places of a type beside the best available seats', () => {
    const driver = opened(capped, [{ ...standing, eventMax: 1 }]);
    const best = (type: string) => {
      const selection = { ...wanted([], [[9001, 2, type]]), ticketTypes: undefined, best: wishOf({ count: 1 }) };
      const { ticketTypes: _, ...sent } = selection;
      return outcomeOf(driver.ask({ kind: 'lock-session', sessionId: 's1', selection: sent }));
    };
    expect([best('child'), best('kid')]).toEqual(['CAP_TICKET_TYPE', 'VALIDATION_FAILED']);
  });
});

describe('the event counts a ticket of a type', () => {
  const scarce = [{ ...child, eventMax: 1 }];
  const isLeft = (driver: EventDriver): boolean => {
    const other = driver.create(`other${driver.records.length}`);
    const isDone = outcomeOf(lock(driver, [[105, 'child']], [], other)) === 'ACTIVE';
    driver.cancel(other);
    return isDone;
  };

  test.each<readonly [string, (driver: EventDriver) => unknown]>([
    ['it is given back', (driver) => driver.unlock('s1', [101])],
    ['its line gets another type', (driver) => lock(driver, [[101, null]])],
    ['the session is cancelled', (driver) => driver.cancel('s1')],
    [
      'the session expires',
      (driver) => {
        driver.now += policy.holdMs;
        driver.sweep();
      },
    ],
    [
      'the purchase is released',
      (driver) => {
        driver.checkout('s1');
        driver.confirm('s1');
        driver.release('s1');
      },
    ],
    [
      'the sale is reverted',
      (driver) => {
        driver.checkout('s1');
        driver.confirm('s1');
        driver.book('revert-sales', [101]);
      },
    ],
  ])('until %s', (_, end) => {
    const driver = opened(scarce);
    lock(driver, [[101, 'child']]);
    expect(isLeft(driver)).toBe(false);
    end(driver);
    expect(isLeft(driver)).toBe(true);
  });

  test('while it is to be paid and when it is sold', () => {
    const driver = opened(scarce);
    lock(driver, [[101, 'child']]);
    driver.checkout('s1');
    expect(isLeft(driver)).toBe(false);
    driver.confirm('s1');
    expect(isLeft(driver)).toBe(false);
  });

  test('in exchange for another of the same call', () => {
    const driver = opened(scarce);
    lock(driver, [[101, 'child']]);
    expect(
      outcomeOf(
        lock(driver, [
          [101, null],
          [102, 'child'],
        ]),
      ),
    ).toBe('ACTIVE');
  });

  test('up to a limit that is raised and lowered at any time', () => {
    const driver = opened(scarce);
    lock(driver, [[101, 'child']]);
    priced(driver, [{ ...child, eventMax: 2 }]);
    expect(outcomeOf(lock(driver, [[102, 'child']]))).toBe('ACTIVE');
    priced(driver, scarce);
    expect(refusalOf(lock(driver, [[103, 'child']]))).toMatchObject({ code: 'CAP_TICKET_TYPE', left: 0 });
  });

  test('in areas, and takes the newest types of a buyer when places of it are reverted', () => {
    const driver = opened();
    lock(
      driver,
      [],
      [
        [9001, 1],
        [9001, 3, 'child'],
      ],
    );
    driver.checkout('s1');
    driver.confirm('s1');
    driver.book('revert-sales', [], [[9001, 2]]);
    expect(counts(driver)).toEqual([0, 0, 2]);
    driver.release('s1');
    expect([counts(driver), driver.state.areas[0]?.sold]).toEqual([[0, 0, 0], 0]);
  });
});

test('a late payment takes the cart again at the captured amounts, whatever the types have become', () => {
  const driver = opened([{ ...child, eventMax: 1 }]);
  lock(
    driver,
    [[101, 'child']],
    [
      [9001, 1],
      [9001, 2, 'child'],
    ],
  );
  driver.checkout('s1');
  driver.now += policy.graceMs;
  driver.sweep();
  expect(counts(driver)).toEqual([0, 0, 0]);
  lock(driver, [[102, 'child']], [], driver.create());
  priced(driver, [], []);
  expect(outcomeOf(late(driver))).toBe('CONFIRMED');
  expect(cart(driver)).toEqual(['101 child 2000', '9001×1 - 10', '9001×2 child 5']);
  expect(counts(driver)).toEqual([2, 0, 2]);
  expect(moneyOf(driver.session('s1'))?.amount).toBe(2_020);
});

test('a late payment names an area that has too little left for its lines together', () => {
  const driver = opened();
  lock(
    driver,
    [],
    [
      [9001, 3],
      [9001, 3, 'child'],
    ],
  );
  driver.checkout('s1');
  driver.now += policy.graceMs;
  driver.sweep();
  driver.book('sell-seats', [], [[9001, 15]]);
  expect(refusalOf(late(driver))).toMatchObject({
    code: 'SESSION_DEAD',
    conflicts: { seats: [], groupOfSeats: [9001] },
  });
});
