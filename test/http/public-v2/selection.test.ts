/** The hand-written parser of the usual selection body gives the same result as the schema. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { lockSelection, parseLock, parseSeatsOnly, selection } from '#codec/bodies/selection.ts';
import { selectionEntriesMax } from '#domain/limits.ts';
import { expectSameAsSchema } from '../../support/fast-parser.ts';

const seat = fc.oneof(
  { weight: 20, arbitrary: fc.maxSafeInteger() },
  fc.constantFrom(-0, 0.5, 2 ** 53, '7', null, [], {}),
);
const list = (entry: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.array(entry, { maxLength: 5 }) },
    fc.constantFrom(null, undefined, {}, 'seats', 3),
  );
const area = fc.record({ id: seat, capacity: seat }, { requiredKeys: [] });
const bodies = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        seats: list(seat),
        groupOfSeats: list(area),
        bestAvailable: fc.constantFrom(undefined, undefined, undefined, undefined, undefined, null, { count: 1 }),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  },
  fc.jsonValue(),
);

test('the schema parses every selection that the fast parser accepts to the same value', () => {
  expect(expectSameAsSchema(parseSeatsOnly, selection, bodies)).toBeGreaterThan(200);
});

test('the fast parser accepts selections with only seats, up to the maximum number', () => {
  const most = Array.from({ length: selectionEntriesMax }, (_, at) => at);
  for (const seats of [[], [1042], most]) {
    for (const body of [{ seats }, { seats, groupOfSeats: [] }, { seats, note: 'more' }]) {
      expect(parseSeatsOnly(body)).toEqual({ seats, groupOfSeats: [] });
    }
  }
  expect(parseSeatsOnly({ seats: [...most, 1] })).toBeUndefined();
});

test('the fast parser leaves all other selections to the schema', () => {
  const others = [
    {},
    [],
    null,
    7,
    { seats: null },
    { seats: [], groupOfSeats: null },
    { seats: [], groupOfSeats: [{}] },
  ];
  for (const body of others) expect(parseSeatsOnly(body)).toBeUndefined();
});

test('the same holds for a lock, of named seats or of a wish', () => {
  const whole = fc.oneof(fc.integer({ min: -1, max: 1002 }), seat);
  const wish = fc.record(
    { count: whole, priceIds: list(whole), sectionIds: list(whole), accessible: whole, together: fc.jsonValue() },
    { requiredKeys: ['count'] },
  );
  const wishes = fc.record({ bestAvailable: fc.oneof(wish, fc.record({ count: whole }), fc.jsonValue()) });
  const mixed = fc.record(
    { seats: list(seat), groupOfSeats: list(area), bestAvailable: wish, suggest: fc.jsonValue() },
    { requiredKeys: [] },
  );
  expect(expectSameAsSchema(parseLock, lockSelection, fc.oneof(bodies, wishes, mixed))).toBeGreaterThan(500);
  expect(parseLock({ bestAvailable: { count: 2 } })).toBeDefined();
});
