/** Places of GA areas in allotments: who may take how many, and where they are when they are given back. */
import { allotmentsReply } from '#domain/allotments/allotment-replies.ts';
import { replay } from '#domain/apply.ts';
import { EventState } from '#domain/event-state.ts';
import { stateOf } from '#domain/image.ts';
import { offerOf } from '#domain/offer.ts';
import type { BestWish } from '#domain/selection.ts';
import { createWith, define, fill } from '../../support/allotments.ts';
import { EventDriver, outcomeOf, refusalOf } from '../../support/event-driver.ts';
import { seatLines } from '../../support/seat-lines.ts';

const hour = 3_600_000;
const [floor, gallery] = [9001, 9002];

/** Two areas of ten places; the fans have six of the floor. */
function withFans(terms: Parameters<typeof define>[2] = {}): EventDriver {
  const driver = new EventDriver({ areas: [10, 10] });
  define(driver, 'fans', { access: 'PASS', ...terms });
  fill(driver, 'fans', [], [], [{ id: floor, capacity: 6 }]);
  return driver;
}

/** `[allotment, places, available, taken]` by area. */
function placesOf({ state }: EventDriver): unknown {
  return allotmentsReply(state).allotments.flatMap(({ allotment, areas }) =>
    areas.map(({ id, places, available, taken }) => [allotment.id, id, places, available, taken]),
  );
}

const take = (driver: EventDriver, session: string, ...areas: [number, number][]) =>
  outcomeOf(driver.lock(session, [], areas));
const publicly = ({ state, now }: EventDriver) => offerOf(state, now).areas.map(([id, , places]) => [id, places]);

test('the public takes what no allotment has, and a fan the places of the fans first', () => {
  const driver = withFans();
  const [fan, other] = [createWith(driver, 'fan', ['fans']), driver.create()];
  expect(publicly(driver)).toEqual([
    [floor, 4],
    [gallery, 10],
  ]);
  expect([take(driver, other, [floor, 5]), take(driver, other, [floor, 4])]).toEqual(['SEAT_CONFLICT', 'ACTIVE']);
  expect([take(driver, fan, [floor, 7]), take(driver, fan, [floor, 6])]).toEqual(['SEAT_CONFLICT', 'ACTIVE']);
  expect(placesOf(driver)).toEqual([['fans', floor, 6, 0, 6]]);
  driver.unlock(other, [], [[floor, 4]]);
  expect(take(driver, fan, [floor, 8])).toBe('ACTIVE');
  expect([placesOf(driver), publicly(driver)[0]]).toEqual([[['fans', floor, 6, 0, 6]], [floor, 2]]);
});

test('a cart of two allotments gives each its own places back, also after one has closed', () => {
  const driver = withFans({ closesAt: 1_800_000_000_000 + hour });
  driver.policy = { ...driver.policy, holdMs: 9 * hour };
  define(driver, 'members', { access: 'PASS' });
  fill(driver, 'members', [], [], [{ id: floor, capacity: 3 }]);
  const both = createWith(driver, 'both', ['fans', 'members']);
  expect(take(driver, both, [floor, 10])).toBe('ACTIVE');
  driver.now += hour;
  driver.sweep();
  driver.unlock(both, [], [[floor, 8]]);
  expect(placesOf(driver)).toEqual([
    ['fans', floor, 6, 6, 0],
    ['members', floor, 3, 2, 1],
  ]);
  // The fans' places are for nobody any more; of the members' two are free.
  expect([take(driver, both, [floor, 5]), take(driver, both, [floor, 4])]).toEqual(['SEAT_CONFLICT', 'ACTIVE']);
});

test.each(['confirmed and released', 'confirmed and reverted', 'cancelled', 'expired'])(
  'places of a cart that is %s are the allotment’s again',
  (how) => {
    const driver = withFans();
    const fan = createWith(driver, 'fan', ['fans']);
    take(driver, fan, [floor, 7]);
    if (how.startsWith('confirmed')) {
      driver.checkout(fan);
      driver.confirm(fan);
      expect(placesOf(driver)).toEqual([['fans', floor, 6, 0, 6]]);
      if (how.endsWith('released')) driver.release(fan);
      else driver.book('revert-sales', [], [[floor, 7]]);
    } else if (how === 'cancelled') driver.cancel(fan);
    else {
      driver.now += 24 * hour;
      driver.sweep();
    }
    expect([placesOf(driver), publicly(driver)[0]]).toEqual([[['fans', floor, 6, 6, 0]], [floor, 4]]);
  },
);

test('the allotments of an area have at most its capacity together', () => {
  const driver = withFans();
  define(driver, 'members', {});
  const tooMuch = refusalOf(fill(driver, 'members', [], [], [{ id: floor, capacity: 5 }]));
  expect(tooMuch.errors).toMatchObject([{ field: 'groupOfSeats[0].capacity', rejectedValue: 5, code: 'MAX' }]);
  expect(outcomeOf(fill(driver, 'members', [], [], [{ id: floor, capacity: 4 }]))).toBe('allotment');
  const twice = [floor, floor, 1].map((id) => ({ id, capacity: 1 }));
  expect(refusalOf(fill(driver, 'members', [], [], twice)).errors).toMatchObject([
    { field: 'groupOfSeats[1].id', code: 'DUPLICATE' },
    { field: 'groupOfSeats[2].id', code: 'UNKNOWN_VALUE' },
  ]);
});

test('when fewer places are on sale than allotments have, the first one keeps its places', () => {
  const driver = withFans();
  define(driver, 'members', { access: 'PASS' });
  fill(driver, 'members', [], [], [{ id: floor, capacity: 4 }]);
  // The organization takes any place.
  expect(outcomeOf(driver.book('sell-seats', [], [[floor, 3]]))).toBe('true');
  expect(placesOf(driver)).toEqual([
    ['fans', floor, 6, 6, 0],
    ['members', floor, 4, 1, 0],
  ]);
  const [fan, member] = [createWith(driver, 'fan', ['fans']), createWith(driver, 'member', ['members'])];
  expect([take(driver, member, [floor, 2]), take(driver, member, [floor, 1])]).toEqual(['SEAT_CONFLICT', 'ACTIVE']);
  expect(take(driver, fan, [floor, 6])).toBe('ACTIVE');
  driver.book('revert-sales', [], [[floor, 3]]);
  expect(placesOf(driver)).toEqual([
    ['fans', floor, 6, 0, 6],
    ['members', floor, 4, 3, 1],
  ]);
});

test('the cap of an allotment counts its seats and its places of every area', () => {
  const driver = new EventDriver({ areas: [10, 10] });
  define(driver, 'fans', { maxSeatsPerSession: 3 });
  fill(
    driver,
    'fans',
    [101, 102],
    [],
    [floor, gallery].map((id) => ({ id, capacity: 10 })),
  );
  const buyer = driver.create();
  expect(outcomeOf(driver.lock(buyer, [101], [[floor, 2]]))).toBe('ACTIVE');
  expect(take(driver, buyer, [gallery, 1])).toBe('SEAT_CONFLICT');
  expect(outcomeOf(driver.lock(buyer, [102]))).toBe('CAP_SEATS');
  driver.unlock(buyer, [], [[floor, 1]]);
  expect(outcomeOf(driver.lock(buyer, [102], [[gallery, 1]]))).toBe('SEAT_CONFLICT');
  expect(outcomeOf(driver.lock(buyer, [102]))).toBe('ACTIVE');
});

test('places that open later are refused with the time', () => {
  const opensAt = 1_800_000_000_000 + hour;
  const driver = withFans({ access: 'PUBLIC', opensAt });
  const buyer = driver.create();
  const early = refusalOf(driver.lock(buyer, [], [[floor, 5]]));
  expect(early).toMatchObject({ code: 'NOT_ON_SALE', opensAt, conflicts: { seats: [], groupOfSeats: [floor] } });
  // More than ever opens.
  driver.book('sell-seats', [], [[floor, 8]]);
  expect(take(driver, buyer, [floor, 3])).toBe('SEAT_CONFLICT');
});

test('seats and places of a removed allotment are not those of the next one', () => {
  const driver = new EventDriver({ areas: [10], policy: { maxSeats: 11 } });
  define(driver, 'old', { access: 'STAFF' });
  fill(driver, 'old', [101], [], [{ id: floor, capacity: 6 }]);
  define(driver, 'kept', { access: 'PASS' });
  driver.ask({ kind: 'remove-allotment', id: 'old' });
  define(driver, 'new', { access: 'STAFF' });
  expect(outcomeOf(driver.lock(driver.create(), [101], [[floor, 10]]))).toBe('ACTIVE');
});

test('a release by price takes the areas of that price along, and leaves the others', () => {
  const driver = new EventDriver({ areas: [5, 4] });
  driver.book('sell-seats', [], [[floor, 1]]);
  define(driver, 'to', { access: 'PASS' });
  define(driver, 'fans', { access: 'PASS', release: { at: null, whenSold: 'PRICE', to: 'to' } });
  fill(
    driver,
    'fans',
    [101],
    [],
    [
      { id: floor, capacity: 2 },
      { id: gallery, capacity: 1 },
    ],
  );
  // All seats and places of the floor's price, but the fans'. A place that is held is not sold.
  const sold = driver.create();
  expect(take(driver, sold, [floor, 2])).toBe('ACTIVE');
  expect(placesOf(driver)).toEqual([
    ['fans', floor, 2, 2, 0],
    ['fans', gallery, 1, 1, 0],
  ]);
  driver.checkout(sold);
  driver.confirm(sold);
  expect(placesOf(driver)).toEqual([
    ['to', floor, 2, 2, 0],
    ['fans', gallery, 1, 1, 0],
  ]);
});

test('snapshot and replay have the same shares, and whose their places are', () => {
  const driver = withFans({ release: { at: 1_800_000_000_000 + hour, whenSold: null, to: null } });
  driver.policy = { ...driver.policy, holdMs: 9 * hour };
  take(driver, createWith(driver, 'fan', ['fans']), [floor, 3]);
  for (let step = 0; step < 2; step++) {
    const shown = (state: EventState) => [state.allotments?.image(), offerOf(state, driver.now).areas];
    expect(shown(stateOf(driver.image(), driver.state.seatMap))).toEqual(shown(driver.state));
    const replayed = new EventState(driver.state.seatMap);
    for (const record of driver.records) replay(replayed, record);
    expect(shown(replayed)).toEqual(shown(driver.state));
    driver.now += hour;
    driver.sweep();
  }
  expect(publicly(driver)[0]).toEqual([floor, 7]);
});

test('best seats come from where the session may have as many', () => {
  const driver = new EventDriver({ areas: [] });
  define(driver, 'front', { maxSeatsPerSession: 2 });
  fill(driver, 'front', [101, 102, 103, 104, 105, 106, 107, 108, 109, 110]);
  const buyer = driver.create();
  expect(outcomeOf(driver.lockBest(buyer, { count: 3 }))).toBe('ACTIVE');
  expect(driver.session(buyer).seats.every(({ id }) => id > 200)).toBe(true);
  fill(driver, 'front', [201, 202, 203, 204, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110]);
  expect(outcomeOf(driver.lockBest(driver.create(), { count: 3 }))).toBe('CAP_SEATS');
});

test('best seats of one allotment are chosen in it, with the other seats as neighbours', () => {
  const driver = new EventDriver({ areas: [], policy: { orphanSeatPrevention: true } });
  define(driver, 'front', { access: 'STAFF' });
  fill(driver, 'front', [101, 102, 104]);
  const best = { count: 2, accessible: 0, priceIds: null, sectionIds: null, together: true, allotmentId: 'front' };
  const lock = (wish: BestWish) =>
    driver.ask({
      ...{ kind: 'lock-seats', key: null },
      selection: { seats: [], groupOfSeats: [], holdType: null, label: null, best: wish },
    });
  expect(lock(best)).toMatchObject({ ok: true, reply: { seats: [101, 102] } });
  expect(refusalOf(lock(best))).toMatchObject({ code: 'NO_SUITABLE_SEATS', largestTogether: 0 });
  expect(refusalOf(lock({ ...best, allotmentId: 'none' })).errors).toMatchObject([
    { field: 'bestAvailable.allotmentId', code: 'UNKNOWN_VALUE' },
  ]);
  // A buyer who may not take them finds none of them.
  expect(outcomeOf(driver.lockBest(driver.create(), { count: 1, allotmentId: 'front' }))).toBe('NO_SUITABLE_SEATS');
});

test('seats that a cart has lost do not count against the cap', () => {
  const driver = new EventDriver({ areas: [] });
  define(driver, 'fans', { maxSeatsPerSession: 2 });
  fill(driver, 'fans', [101, 102, 103]);
  const buyer = driver.create();
  driver.lock(buyer, [101, 102]);
  driver.ask({ kind: 'clean-assignments' });
  const seats = seatLines([101, 102, 103].map((objectId) => ({ objectId, assignmentId: 1 })));
  driver.ask({ kind: 'assign-prices', seats, groupOfSeats: [] });
  expect(outcomeOf(driver.lock(buyer, [101, 102]))).toBe('ACTIVE');
  expect(outcomeOf(driver.lock(buyer, [103]))).toBe('CAP_SEATS');
});

test('a pass opens seats that were put into its allotment after its session looked', () => {
  const driver = new EventDriver({ areas: [] });
  define(driver, 'fans', { access: 'PASS' });
  fill(driver, 'fans', [101]);
  const fan = createWith(driver, 'fan', ['fans']);
  expect(outcomeOf(driver.lock(fan, [101]))).toBe('ACTIVE');
  define(driver, 'staff', { access: 'STAFF' });
  fill(driver, 'staff', [102]);
  expect(outcomeOf(driver.lock(fan, [102]))).toBe('SEAT_CONFLICT');
  fill(driver, 'fans', [101, 102]);
  expect(outcomeOf(driver.lock(fan, [102]))).toBe('ACTIVE');
});
