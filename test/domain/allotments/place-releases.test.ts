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
