/** Random histories of one event: what buyers, the box office and time may do next, in any order. */
import fc from 'fast-check';

export const bookings = [
  'lock-seats',
  'lock-seats',
  'unlock-seats',
  'sell-seats',
  'sell-locks',
  'sell-locks',
  'revert-sales',
  'revert-sales',
  'block-seats',
  'unblock-seats',
] as const;

/** Counted back from the latest session: 0 is the latest one; 99, the rarest, is one that does not exist. */
const sessionId = fc.constantFrom<string[]>('0', '0', '0', '1', '1', '2', '3', '99');
const seatId = fc.constantFrom(101, 102, 103, 104, 105, 106, 107, 108, 101, 103, 201, 202, 203, 204, 301, 302);
const seats = fc.array(seatId, { maxLength: 3 });
const place = fc.tuple(fc.constantFrom(9001, 9001, 9001, 9002, 9002, 9002, 9003, 9003, 9004), fc.nat(4));
const places = fc.array(place, { maxLength: 2 });
const holdType = fc.constantFrom(null, null, 'BRIEF', 'HOUSE', 'RESERVED', 'FOREVER', 'NONE');
const key = fc.constantFrom(null, null, null, 'k1', 'k2');
const reference = fc.constantFrom(null, 'order 1', 'order 2');

const allSeats = [101, 102, 103, 104, 105, 106, 107, 108, 201, 202, 203, 204];
const anySeats: fc.Arbitrary<number[]> = fc.oneof(seats, fc.constant(allSeats));

/** The calls of the legacy interface, in which each line succeeds or fails alone. */
const legacyStep = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.record({
      kind: fc.constant('each' as const),
      call: fc.constantFrom(
        'lock-seats' as const,
        'lock-seats' as const,
        'sell-locks' as const,
        'unlock-seats' as const,
      ),
      seats,
      places,
      key,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('amounts' as const),
      isClean: fc.constantFrom(false, false, false, true),
      seats: anySeats,
      places,
      amount: fc.constantFrom(5.5, 7),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('clear' as const),
      seats,
      areas: fc.array(fc.constantFrom(9001, 9002, 9003, 9004), { maxLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: 'clean' as const }) },
);

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('create' as const),
      sessionId,
      key: fc.constantFrom<string[]>('new', 'new', 'new', 'again'),
    }),
  },
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('lock' as const), sessionId, seats, places }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('unlock' as const), sessionId, seats, places }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('checkout' as const), sessionId, seats, places }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      sessionId,
      startOver: fc.constantFrom(true, false, null),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('confirm' as const), sessionId, reference, isLate: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), sessionId }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('exchange' as const), sessionId, seats, places, wanted: seats }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('erase' as const), sessionId }) },
  {
    weight: 14,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      call: fc.constantFrom(...bookings),
      seats,
      places,
      holdType,
      key,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('offer' as const),
      area: fc.constantFrom(9001, 9002, 9003),
      count: fc.constantFrom(null, 0, 2, 6),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      seconds: fc.constantFrom<number[]>(1, 1, 30, 60, 300, 600, 900),
    }),
  },
  { weight: 3, arbitrary: fc.constant({ kind: 'sweep' as const }) },
  { weight: 10, arbitrary: legacyStep },
);
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** A complete purchase, so that histories reach the states behind a purchase. */
const purchase = fc.record({ seats, reference }).map(({ seats: wanted, reference: order }) => {
  const steps: Step[] = [
    { kind: 'create', sessionId: '0', key: 'new' },
    { kind: 'checkout', sessionId: '0', seats: wanted, places: [[9001, 2]] },
    { kind: 'confirm', sessionId: '0', reference: order, isLate: false },
  ];
  return steps;
});
/** A purchase of which some places are reverted before it is released. */
const revertedPurchase = fc.record({ first: purchase, count: fc.constantFrom(1, 2) }).map(({ first, count }) => {
  const steps: Step[] = [
    ...first,
    { kind: 'book', call: 'revert-sales', seats: [], places: [[9001, count]], holdType: null, key: null },
    { kind: 'release', sessionId: '0' },
  ];
  return steps;
});
/** A purchase that exchanges a place for a seat. */
const exchangedPurchase = fc.record({ first: purchase, wanted: seats }).map(({ first, wanted }) => {
  const steps: Step[] = [...first, { kind: 'exchange', sessionId: '0', seats: [], places: [[9001, 2]], wanted }];
  return steps;
});
/** A purchase that loses its cart to a `clean` before it is confirmed, followed by another attempt. */
const purchaseWithCleanedCart = fc
  .record({ wanted: seats, reference, isBought: fc.boolean() })
  .map(({ wanted, reference: order, isBought }) => {
    const steps: Step[] = [
      { kind: 'create', sessionId: '0', key: 'new' },
      { kind: isBought ? 'checkout' : 'lock', sessionId: '0', seats: wanted, places: [[9001, 2]] },
      { kind: 'clean' },
      { kind: 'confirm', sessionId: '0', reference: order, isLate: false },
      { kind: 'amounts', isClean: false, seats: allSeats, places: [[9001, 4]], amount: 5.5 },
      { kind: 'checkout', sessionId: '0', seats: wanted, places: [[9001, 1]] },
    ];
    return steps;
  });
/** A purchase that is paid after it has expired, when another buyer may have taken a part of it. */
const latePurchase = fc
  .record({
    wanted: seats,
    rival: seats,
    reference,
    seconds: fc.constantFrom(1, 300, 7_200),
    between: fc.constantFrom<Step['kind'] | null>('clean', null, null, null),
  })
  .map(({ wanted, rival, reference: order, seconds, between }) => {
    const steps: Step[] = [
      { kind: 'create', sessionId: '0', key: 'new' },
      { kind: 'checkout', sessionId: '0', seats: wanted, places: [[9001, 2]] },
      ...(between === 'clean' ? [{ kind: 'clean' as const }] : []),
      { kind: 'pass', seconds: 600 },
      { kind: 'sweep' },
      { kind: 'create', sessionId: '0', key: 'new' },
      { kind: 'lock', sessionId: '0', seats: rival, places: [] },
      { kind: 'pass', seconds },
      { kind: 'confirm', sessionId: '1', reference: order, isLate: true },
      { kind: 'confirm', sessionId: '1', reference: order, isLate: true },
    ];
    return steps;
  });
const wholeRow: Extract<Step, { kind: 'lock' }>['seats'] = [201, 202, 203, 204];

/** A whole row is locked and part of it given back, in one or two calls, before the checkout. */
const partialUnlock = fc
  .record({
    isBought: fc.boolean(),
    first: fc.subarray(wholeRow),
    second: fc.subarray(wholeRow),
  })
  .map(({ isBought, first, second }) => {
    const steps: Step[] = [
      { kind: 'create', sessionId: '0', key: 'new' },
      { kind: 'lock', sessionId: '0', seats: wholeRow, places: [] },
      { kind: 'unlock', sessionId: '0', seats: first, places: [] },
      { kind: 'unlock', sessionId: '0', seats: second, places: [] },
      { kind: 'checkout', sessionId: '0', seats: isBought ? second : [], places: [] },
      { kind: 'cancel', sessionId: '0', startOver: true },
    ];
    return steps;
  });
export const history = fc
  .array(
    fc.oneof(
      { weight: 16, arbitrary: step.map((one): Step[] => [one]) },
      { weight: 2, arbitrary: purchase },
      { weight: 1, arbitrary: revertedPurchase },
      { weight: 1, arbitrary: exchangedPurchase },
      { weight: 1, arbitrary: purchaseWithCleanedCart },
      { weight: 1, arbitrary: partialUnlock },
      { weight: 1, arbitrary: latePurchase },
    ),
    { minLength: 20, maxLength: 50 },
  )
  .map((parts): Step[] => [{ kind: 'create', sessionId: '0', key: 'new' }, ...parts.flat()]);

/** The step with the id of its session; `made` are the ids of all sessions so far. */
export function named(one: Step, made: readonly string[]): Step {
  if (!('sessionId' in one)) return one;
  const last = made.at(-1);
  if (one.kind !== 'create') return { ...one, sessionId: made.at(-1 - Number(one.sessionId)) ?? 'nobody' };
  const id = `s${made.length}`;
  return { ...one, sessionId: id, key: one.key === 'again' && last !== undefined ? `key of ${last}` : `key of ${id}` };
}
