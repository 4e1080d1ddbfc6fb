/** Releases of allotments: by time, and when everything else is sold; and what they leave as it is. */
import fc from 'fast-check';
import type { Release } from '#domain/allotments/allotment.ts';
import { allotmentsReply } from '#domain/allotments/allotment-replies.ts';
import { audienceOf, mayTake } from '#domain/allotments/may-take.ts';
import { allotmentOf, createWith, define, fill } from '../../support/allotments.ts';
import { EventDriver, outcomeOf, refusalOf } from '../../support/event-driver.ts';

const hour = 3_600_000;

/** A hall of one row of ten and one of four; the fan club has 101 to 103. */
function withFanClub(terms: Parameters<typeof define>[2] = { access: 'PASS' }): EventDriver {
  const driver = new EventDriver({ areas: [] });
  define(driver, 'fans', terms);
  fill(driver, 'fans', [101, 102, 103]);
  return driver;
}

function countsOf(driver: EventDriver): unknown {
  return allotmentsReply(driver.state).allotments.map(({ allotment, counts }) => [allotment.id, counts]);
}

function factsOf(driver: EventDriver): readonly string[] {
  return driver.records.flatMap(({ facts }) => facts.map(({ type }) => type)).filter((type) => /allotment/.test(type));
}

describe('a release by time', () => {
  test('gives the free seats to the public, and leaves held and sold ones where they are', () => {
    const driver = withFanClub({ access: 'PASS', release: { at: 1_800_000_000_000 + hour, whenSold: null, to: null } });
    driver.policy = { ...driver.policy, holdMs: 2 * hour };
    const fan = createWith(driver, 'fan', ['fans']);
    const other = driver.create();
    expect([outcomeOf(driver.lock(fan, [101])), outcomeOf(driver.lock(other, [102]))]).toEqual([
      'ACTIVE',
      'SEAT_CONFLICT',
    ]);
    driver.now += hour - 1;
    expect(outcomeOf(driver.lock(other, [102]))).toBe('SEAT_CONFLICT');
    driver.now += 1;
    expect(outcomeOf(driver.lock(other, [102]))).toBe('ACTIVE');
    expect([driver.seat(101), driver.session(fan).seats.map(({ id }) => id)]).toEqual(['LOCKED', [101]]);
    expect(allotmentOf(driver, 'fans').released).toMatchObject({ cause: 'TIME', to: 0 });
    // A cart that is given back falls to the present allotment, which is the public's.
    driver.cancel(fan);
    expect(outcomeOf(driver.lock(other, [101, 103]))).toBe('ACTIVE');
  });

  test('gives them to another allotment, and from there to the public when that one is released as well', () => {
    const at = 1_800_000_000_000;
    const driver = new EventDriver({ areas: [] });
    define(driver, 'sponsors', { access: 'PASS', release: { at: at + 2 * hour, whenSold: null, to: null } });
    define(driver, 'fans', { access: 'PASS', release: { at: at + hour, whenSold: null, to: 'sponsors' } });
    fill(driver, 'fans', [101]);
    const [fan, sponsor, other] = [createWith(driver, 'f', ['fans']), createWith(driver, 's', ['sponsors']), 'o'];
    const takers = (): readonly boolean[] =>
      [fan, sponsor, driver.create(other)].map((id) =>
        mayTake(driver.state, audienceOf(driver.state, driver.session(id)), driver.state.seatOf(101)),
      );
    expect(takers()).toEqual([true, false, false]);
    driver.now = at + hour;
    driver.sweep();
    expect(takers()).toEqual([false, true, false]);
    driver.now = at + 2 * hour;
    driver.sweep();
    expect(takers()).toEqual([true, true, true]);
  });
});

describe('a release by what is sold', () => {
  const whenSold = (scope: 'EVENT' | 'PRICE') => ({ at: null, whenSold: scope, to: null });

  test('comes with the sale of the last other seat, not with its hold', () => {
    const driver = withFanClub({ access: 'STAFF', release: whenSold('EVENT') });
    const others = [104, 105, 106, 107, 108, 109, 110, 201, 202, 203];
    driver.book('sell-seats', others);
    const buyer = driver.create();
    driver.lock(buyer, [204]);
    driver.checkout(buyer);
    expect(factsOf(driver)).not.toContain('allotment-released');
    driver.confirm(buyer);
    expect(allotmentOf(driver, 'fans').released).toMatchObject({ cause: 'EVENT' });
    expect(outcomeOf(driver.lock(driver.create(), [101, 102]))).toBe('ACTIVE');
  });

  test('looks at the seats of its prices only, each price by itself', () => {
    const driver = new EventDriver({ areas: [] });
    define(driver, 'wheelchairs', { access: 'NEED', release: whenSold('PRICE') });
    fill(driver, 'wheelchairs', [101, 201]);
    driver.book('sell-seats', [202, 203, 204]);
    // Row B has another price than row A: its wheelchair seat is released, the other is not.
    const buyer = driver.create();
    expect([outcomeOf(driver.lock(buyer, [201])), outcomeOf(driver.lock(buyer, [101]))]).toEqual([
      'ACTIVE',
      'SEAT_CONFLICT',
    ]);
    expect(countsOf(driver)).toEqual([['wheelchairs', { ACTIVE: 1, LOCKED: 0, SOLD: 0, BLOCKED: 0 }]]);
    driver.book('sell-seats', [102, 103, 104, 105, 106, 107, 108, 109, 110]);
    expect(outcomeOf(driver.lock(buyer, [101]))).toBe('ACTIVE');
  });

  test('of one allotment can be the condition of another', () => {
    const at = 1_800_000_000_000;
    const driver = new EventDriver({ rows: [4], areas: [] });
    define(driver, 'house', { access: 'STAFF', release: whenSold('EVENT') });
    define(driver, 'fans', { access: 'PASS', release: { at: at + hour, whenSold: null, to: 'house' } });
    fill(driver, 'house', [101]);
    fill(driver, 'fans', [102]);
    driver.book('sell-seats', [103, 104]);
    expect(factsOf(driver)).not.toContain('allotment-released');
    driver.now = at + hour;
    driver.sweep();
    // The seat of the fans is the house's now; nothing else is left, so that the house is released in the same record.
    expect(driver.records.at(-1)?.facts.map((fact) => 'allotment' in fact && [fact.type, fact.allotment])).toEqual([
      ['allotment-released', 2],
      ['allotment-released', 1],
    ]);
  });

  test('does not come before anything is sold: an event without prices is not sold out', () => {
    const driver = new EventDriver({ rows: [4], areas: [], prices: [] });
    define(driver, 'house', { access: 'STAFF', release: whenSold('EVENT') });
    fill(driver, 'house', [101]);
    driver.sweep();
    expect(factsOf(driver)).not.toContain('allotment-released');
  });
});

describe('a release to an allotment that is released back', () => {
  const at = 1_800_000_000_000 + hour;
  /** `a` has 101 and 201, `b` has 102; the rows have different prices. */
  function ring(one: Release, back: Release): EventDriver {
    const driver = new EventDriver({ rows: [4, 4], areas: [] });
    define(driver, 'b', { access: 'PASS' });
    define(driver, 'a', { access: 'PASS', release: one });
    define(driver, 'b', { access: 'PASS', release: back }, false);
    fill(driver, 'a', [101, 201]);
    fill(driver, 'b', [102]);
    return driver;
  }
  const releasesOf = (driver: EventDriver) =>
    driver.records.flatMap(({ facts }) =>
      facts.flatMap((fact) => (fact.type === 'allotment-released' ? [[fact.allotment, fact.to, fact.seats]] : [])),
    );

  test.each([
    ['at the same moment', 0],
    ['later, and the event slept over both', hour],
    ['earlier, and the event slept over both', -1],
  ])('%s leaves every seat to the public', (_name, later) => {
    const driver = ring({ at, whenSold: null, to: 'b' }, { at: at + later, whenSold: null, to: 'a' });
    driver.now = at + hour;
    const buyer = driver.create();
    expect(outcomeOf(driver.lock(buyer, [101, 102, 201]))).toBe('ACTIVE');
    const first =
      later <= 0
        ? [
            [1, 2, undefined],
            [2, 0, undefined],
          ]
        : [
            [2, 1, undefined],
            [1, 0, undefined],
          ];
    expect(releasesOf(driver)).toEqual(first);
  });

  test("by time does not take back the seats of its part: they are the public's", () => {
    const driver = ring({ at: null, whenSold: 'PRICE', to: 'b' }, { at, whenSold: null, to: 'a' });
    driver.now = at;
    driver.book('sell-seats', [202, 203, 204]);
    expect(releasesOf(driver)).toEqual([
      [1, 2, undefined],
      [2, 0, [4, 1]],
    ]);
  });

  test("by what is sold does not go round: the part that is released first is the public's", () => {
    const price = (to: string): Release => ({ at: null, whenSold: 'PRICE', to });
    const driver = ring(price('b'), price('a'));
    fill(driver, 'b', [102, 204]);
    driver.book('sell-seats', [202, 203]);
    expect(releasesOf(driver)).toEqual([[1, 0, [7, 1]]]);
  });
});

test('seats that were released by part stay where the fact put them, whatever terms come later', () => {
  const driver = new EventDriver({ rows: [4, 4], areas: [] });
  define(driver, 'b', { access: 'PASS' });
  define(driver, 'a', { access: 'STAFF', release: { at: null, whenSold: 'PRICE', to: 'b' } });
  fill(driver, 'a', [101, 201]);
  driver.book('sell-seats', [202, 203, 204]);
  define(driver, 'a', { access: 'STAFF', release: null }, false);
  expect(driver.state.allotments?.slotOf(driver.state.seatOf(201))).toBe(allotmentOf(driver, 'b').slot);
});

test('a call a millisecond before the opening is told when it opens, and one at that moment takes the seat', () => {
  const driver = withFanClub({ access: 'PUBLIC', opensAt: 1_800_000_000_000 + hour });
  const buyer = driver.create();
  driver.now += hour - 1;
  driver.policy = { ...driver.policy, holdMs: 2 * hour };
  const late = driver.create();
  const refusal = refusalOf(driver.lock(late, [101, 102]));
  expect(refusal).toMatchObject({
    code: 'NOT_ON_SALE',
    opensAt: 1_800_000_000_000 + hour,
    conflicts: { seats: [101, 102], groupOfSeats: [] },
  });
  driver.lock(late, [104]);
  // With a seat that is taken, waiting does not help.
  expect(refusalOf(driver.lock(driver.create(), [101, 104])).code).toBe('SEAT_CONFLICT');
  driver.now += 1;
  expect(outcomeOf(driver.lock(late, [101]))).toBe('ACTIVE');
  expect(factsOf(driver).at(-1)).toBe('allotment-opened');
  expect(buyer).not.toBe(late);
});

test('a seat that a buyer may not take is no free neighbour for the orphan rule', () => {
  const driver = withFanClub();
  driver.policy = { ...driver.policy, orphanSeatPrevention: true };
  // 104 is the first seat of the row for the public: leaving it alone beside the fan club's seats is refused.
  expect(refusalOf(driver.lock(driver.create(), [105]))).toMatchObject({ code: 'ORPHAN_SEATS', orphanSeats: [104] });
  expect(outcomeOf(driver.lock(createWith(driver, 'fan', ['fans']), [105]))).toBe('ACTIVE');
});

test('best available seats and alternatives are those that the buyer may take', () => {
  const driver = withFanClub();
  const idsOf = (session: string) => driver.session(session).seats.map(({ id }) => id);
  const [fan, other] = [createWith(driver, 'fan', ['fans']), driver.create()];
  fill(driver, 'fans', [101, 102, 103, 104, 105, 106, 107, 108, 109, 110]);
  driver.lockBest(other, { count: 3 });
  driver.lockBest(fan, { count: 3 });
  expect([idsOf(other).every((id) => id > 200), idsOf(fan).every((id) => id < 200)]).toEqual([true, true]);
  const { alternatives = [] } = refusalOf(driver.lockOrSuggest(driver.create(), [204, 201]));
  for (const seat of alternatives.flat()) expect(seat).toBeGreaterThan(200);
});

test('a session holds no more seats of an allotment than its terms say', () => {
  const driver = withFanClub({ access: 'PUBLIC', maxSeatsPerSession: 2 });
  const buyer = driver.create();
  expect(outcomeOf(driver.lock(buyer, [101, 104]))).toBe('ACTIVE');
  expect(refusalOf(driver.lock(buyer, [102, 103]))).toMatchObject({ code: 'CAP_SEATS', maxSeats: 2 });
  expect(outcomeOf(driver.lock(buyer, [102, 105, 106]))).toBe('ACTIVE');
});

test('a late payment takes back only what its session may take now', () => {
  const driver = withFanClub({ access: 'PUBLIC', closesAt: 1_800_000_000_000 + hour });
  const buyer = driver.create();
  driver.lock(buyer, [101]);
  driver.checkout(buyer);
  driver.now += hour;
  driver.sweep();
  const body = { reference: 'late', properties: null, reclaim: true } as const;
  const answer = driver.ask({ kind: 'confirm-session', organizationId: 7, sessionId: buyer, body });
  expect(refusalOf(answer)).toMatchObject({ code: 'SESSION_DEAD', conflicts: { seats: [101], groupOfSeats: [] } });
});

test('the organization takes any seat, whatever its allotment', () => {
  const driver = withFanClub({ access: 'STAFF' });
  expect(outcomeOf(driver.book('sell-seats', [101, 104]))).toBe('true');
  expect(countsOf(driver)).toEqual([['fans', { ACTIVE: 2, LOCKED: 0, SOLD: 1, BLOCKED: 0 }]]);
});

/** Random histories on one row: what is released, against everything else counted anew after each call. */
test('releases by what is sold come exactly when a count of everything else says so', () => {
  const seat = fc.integer({ min: 101, max: 106 });
  const step = fc.oneof(
    fc.record({ kind: fc.constant('sell' as const), seat }),
    fc.record({ kind: fc.constant('revert' as const), seat }),
    fc.record({ kind: fc.constant('lock' as const), seat }),
    fc.record({ kind: fc.constant('unlock' as const), seat }),
    fc.record({ kind: fc.constant('fill' as const), seat }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const driver = new EventDriver({ rows: [6], areas: [] });
      define(driver, 'house', { access: 'STAFF', release: { at: null, whenSold: 'EVENT', to: null } });
      let own: number[] = [];
      let isReleased = false;
      for (const { kind, seat: id } of steps) {
        if (kind === 'fill') {
          own = own.includes(id) ? own.filter((one) => one !== id) : [...own, id];
          fill(driver, 'house', own);
        } else driver.book(`${kind === 'revert' ? 'revert-sales' : `${kind}-seats`}` as 'sell-seats', [id]);
        const others = [101, 102, 103, 104, 105, 106]
          .filter((one) => !own.includes(one))
          .map((one) => driver.seat(one));
        isReleased ||= others.includes('SOLD') && !others.includes('ACTIVE') && !others.includes('LOCKED');
        expect(allotmentOf(driver, 'house').released !== null).toBe(isReleased);
      }
    }),
    { numRuns: 300 },
  );
});
