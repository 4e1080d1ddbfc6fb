/** The hand-written parser of the usual selection body gives the same result as the schema. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseSeatsOnly, selection } from '#codec/bodies/selection.ts';
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
    arbitrary: fc.record({ seats: list(seat), groupOfSeats: list(area), other: fc.jsonValue() }, { requiredKeys: [] }),
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
