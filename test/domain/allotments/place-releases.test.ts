/** The release of each seat and place: which condition took it from which allotment. */
import { define, fill } from '../../support/allotments.ts';
import { EventDriver } from '../../support/event-driver.ts';

test('a seat that goes through two allotments by part tells the first', () => {
  const driver = new EventDriver({ areas: [] });
  const whenSold = { at: null, whenSold: 'PRICE', to: null } as const;
  define(driver, 'chairs', { access: 'NEED' });
  define(driver, 'club', { access: 'STAFF', release: whenSold });
  define(driver, 'chairs', { access: 'NEED', release: { ...whenSold, to: 'club' } }, false);
  fill(driver, 'chairs', [101, 201]);
  fill(driver, 'club', [102, 202]);
  driver.book('sell-seats', [203, 204]);
  const { allotments } = driver.state;
  const told = [201, 202].map((id) => allotments?.releaseOf(driver.state.seatOf(id))?.slot);
  expect([told, allotments?.slotOf(driver.state.seatOf(201))]).toEqual([[1, 2], 0]);
});

test('the first release of a seat is told, as long as its allotment is there', () => {
  const driver = new EventDriver({ areas: [] });
  define(driver, 'fans', { access: 'PASS', release: { at: null, whenSold: 'EVENT', to: null } });
  define(driver, 'chairs', { access: 'NEED', release: { at: null, whenSold: 'PRICE', to: 'fans' } });
  fill(driver, 'fans', [102]);
  fill(driver, 'chairs', [101, 201]);
  const told = () =>
    [101, 102, 201].map((id) => {
      const release = driver.state.allotments?.releaseOf(driver.state.seatOf(id)) ?? null;
      return release && [driver.state.allotments?.at(release.slot).id, release.cause];
    });
  expect(told()).toEqual([null, null, null]);
  driver.book('sell-seats', [202, 203, 204]);
  expect(told()).toEqual([null, null, ['chairs', 'PRICE']]);
  driver.book('sell-seats', [103, 104, 105, 106, 107, 108, 109, 110]);
  // Seat 201 went on to the public with those of the fans. Seat 102 is free, so the price of seat 101 is not sold.
  expect(told()).toEqual([null, ['fans', 'EVENT'], ['chairs', 'PRICE']]);
  fill(driver, 'fans', [201]);
  driver.ask({ kind: 'remove-allotment', id: 'chairs' });
  expect(told()).toEqual([null, null, ['fans', 'EVENT']]);
});

test('places that one release brought to an allotment go on with its next release, and tell the first', () => {
  const driver = new EventDriver({ areas: [10] });
  const releaseAt = driver.now + 1_000;
  define(driver, 'club', { access: 'NEED', release: { at: null, whenSold: 'PRICE', to: null } });
  define(driver, 'fans', { access: 'PASS', release: { at: releaseAt, whenSold: null, to: 'club' } });
  // Two prices: the club is released by part.
  fill(driver, 'club', [101]);
  fill(driver, 'fans', [], [], [{ id: 9001, capacity: 9 }]);
  driver.now = releaseAt;
  driver.sweep();
  const share = () => {
    const { allotments } = driver.state;
    const [only] = allotments?.shares.of(0) ?? [];
    return only && [allotments?.slotOfShare(only), allotments?.releaseOfShare(only)?.cause];
  };
  expect(share()).toEqual([1, 'TIME']);
  driver.book('sell-seats', [], [[9001, 1]]);
  expect(share()).toEqual([0, 'TIME']);
});
