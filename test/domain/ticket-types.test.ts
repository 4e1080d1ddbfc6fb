/** Ticket types in carts: what a lock names, what it captures, and the lines of areas. */
import { moneyOf } from '#domain/session/session.ts';
import { outcomeOf, refusalOf } from '../support/event-driver.ts';
import { cart, child, counts, type Lines, lock, opened, priced, senior, unlock } from '../support/ticket-scene.ts';

describe('a lock with ticket types', () => {
  test('captures their amounts; a seat without one has the price itself', () => {
    const driver = opened();
    lock(driver, [
      [101, 'child'],
      [102, 'senior'],
      [103, null],
    ]);
    driver.lock('s1', [104]);
    expect(cart(driver)).toEqual(['101 child 2000', '102 senior 3000', '103 - 5000', '104 - 5000']);
    expect(moneyOf(driver.session('s1'))).toEqual({ amount: 15_000, currency: 'EUR' });
    expect(counts(driver)).toEqual([1, 1, 0]);
  });

  test('changes the line of a held seat, and neither its place in the cart nor the deadline', () => {
    const driver = opened();
    lock(driver, [
      [101, 'child'],
      [102, 'child'],
    ]);
    const { deadline } = driver.session('s1');
    driver.now += 60_000;
    lock(driver, [[101, 'senior']]);
    expect([cart(driver), driver.session('s1').deadline]).toEqual([['101 senior 3000', '102 child 2000'], deadline]);
    lock(driver, [[102, null]]);
    expect(cart(driver)).toEqual(['101 senior 3000', '102 - 5000']);
    expect(counts(driver)).toEqual([0, 1, 0]);
  });

  test('that names no type leaves the type of a held seat', () => {
    const driver = opened();
    lock(driver, [[101, 'child']]);
    const before = driver.image();
    driver.lock('s1', [101]);
    lock(driver, [[101, 'child']]);
    expect(driver.image()).toEqual(before);
  });

  test('captures the present amount when the type changes, and keeps the captured one otherwise', () => {
    const driver = opened();
    lock(driver, [[101, 'child']]);
    priced(driver, [{ ...child, amount: 2_500 }, senior]);
    lock(driver, [
      [101, 'child'],
      [102, 'child'],
    ]);
    expect(cart(driver)).toEqual(['101 child 2000', '102 child 2500']);
    lock(driver, [[101, null]]);
    lock(driver, [[101, 'child']]);
    expect(cart(driver)).toEqual(['101 child 2500', '102 child 2500']);
  });

  test('keeps a type that its price has lost since, but takes it for no other seat', () => {
    const driver = opened();
    lock(driver, [[101, 'child']], [[9001, 2, 'child']]);
    priced(driver, [senior], []);
    expect(outcomeOf(lock(driver, [[101, 'child']]))).toBe('ACTIVE');
    expect(outcomeOf(lock(driver, [[102, 'child']]))).toBe('VALIDATION_FAILED');
    expect(outcomeOf(lock(driver, [], [[9001, 3, 'child']]))).toBe('VALIDATION_FAILED');
    expect(outcomeOf(lock(driver, [], [[9001, 1, 'child']]))).toBe('ACTIVE');
    expect(cart(driver)).toEqual(['101 child 2000', '9001×1 child 5']);
    driver.checkout('s1');
    expect(outcomeOf(driver.confirm('s1'))).toBe('CONFIRMED');
  });
});

describe('an area', () => {
  test('has a line for each ticket type, and one for the price itself', () => {
    const driver = opened();
    lock(
      driver,
      [],
      [
        [9001, 2, 'child'],
        [9001, 3],
      ],
    );
    expect(cart(driver)).toEqual(['9001×3 - 10', '9001×2 child 5']);
    expect(driver.state.areas[0]).toMatchObject({ available: 15, held: 5 });
    lock(driver, [], [[9001, 1, 'child']]);
    expect(cart(driver)).toEqual(['9001×3 - 10', '9001×1 child 5']);
    lock(driver, [], [[9001, 0, null]]);
    expect(cart(driver)).toEqual(['9001×1 child 5']);
    expect(counts(driver)).toEqual([0, 0, 1]);
  });

  test('that is full lets one line take what another gives back', () => {
    const driver = opened();
    driver.book('sell-seats', [], [[9001, 15]]);
    lock(driver, [], [[9001, 5]]);
    expect(
      outcomeOf(
        lock(
          driver,
          [],
          [
            [9001, 3, 'child'],
            [9001, 3],
          ],
        ),
      ),
    ).toBe('SEAT_CONFLICT');
    expect(
      outcomeOf(
        lock(
          driver,
          [],
          [
            [9001, 3, 'child'],
            [9001, 2],
          ],
        ),
      ),
    ).toBe('ACTIVE');
    expect(cart(driver)).toEqual(['9001×2 - 10', '9001×3 child 5']);
  });

  test.each<readonly [string, Lines, readonly string[]]>([
    ['of the named type', [[9001, 1, 'child']], ['9001×3 - 10', '9001×1 child 5']],
    ['of the price itself', [[9001, 5, null]], ['9001×2 child 5']],
    ['of any line, the price itself first', [[9001, 4]], ['9001×1 child 5']],
    ['more than there are', [[9001, 9]], []],
    [
      'of two lines at once',
      [
        [9001, 1, 'child'],
        [9001, 1, null],
      ],
      ['9001×2 - 10', '9001×1 child 5'],
    ],
  ])('gives back places %s', (_, lines, left) => {
    const driver = opened();
    lock(
      driver,
      [],
      [
        [9001, 3],
        [9001, 2, 'child'],
      ],
    );
    unlock(driver, lines);
    expect(cart(driver)).toEqual(left);
    expect(driver.state.areas[0]?.held).toBe(
      driver.session('s1').areas.reduce((sum, { capacity }) => sum + capacity, 0),
    );
  });

  test('gives back places of the newest type first', () => {
    const driver = opened();
    const ticketTypes = ['child', 'senior'].map((id) => ({ id, name: id, amount: 5 }));
    driver.ask({ kind: 'rename-prices', prices: [{ id: 3, name: '0.10 standing', ticketTypes }] });
    lock(driver, [], [[9001, 2, 'child']]);
    lock(driver, [], [[9001, 2, 'senior']]);
    unlock(driver, [[9001, 3]]);
    expect(cart(driver)).toEqual(['9001×1 child 5']);
  });

  test('that was cleaned has lost all its lines; locking one again gives up the others', () => {
    const driver = opened();
    lock(
      driver,
      [[101, 'child']],
      [
        [9001, 3],
        [9001, 2, 'child'],
      ],
    );
    driver.ask({ kind: 'clean-assignments' });
    expect(counts(driver)).toEqual([0, 0, 0]);
    expect(refusalOf(driver.checkout('s1')).conflicts).toEqual({ seats: [101], groupOfSeats: [9001] });
    const line = { objectId: 9001, assignmentId: 3, activeCount: null };
    const noSeats = {
      ids: new Float64Array(),
      priceAt: new Int32Array(),
      prices: new Float64Array(),
      described: new Int32Array(),
      texts: [],
    };
    driver.ask({ kind: 'assign-prices', seats: noSeats, groupOfSeats: [line] });
    driver.unlock('s1', [101]);
    expect(outcomeOf(lock(driver, [], [[9001, 1, 'child']]))).toBe('ACTIVE');
    expect([cart(driver), driver.session('s1').lost]).toEqual([['9001×1 child 5'], undefined]);
    expect(outcomeOf(driver.checkout('s1'))).toBe('PENDING_PAYMENT');
  });

  test('whose lost lines are given back one by one stays lost until the last', () => {
    const driver = opened();
    lock(
      driver,
      [],
      [
        [9001, 3],
        [9001, 2, 'child'],
      ],
    );
    driver.ask({ kind: 'clean-assignments' });
    unlock(driver, [[9001, 3, null]]);
    expect([cart(driver), driver.session('s1').lost]).toEqual([['9001×2 child 5'], { seats: [], areas: [0] }]);
    unlock(driver, [[9001, 2]]);
    expect([cart(driver), driver.session('s1').lost]).toEqual([[], undefined]);
  });
});
