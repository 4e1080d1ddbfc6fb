/** The hand-written parser of the usual booking body gives the same result as the schema. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bookingBody, parseSeatsOnly } from '#codec/bodies/state-selection.ts';
import { expectSameAsSchema } from '../../support/fast-parser.ts';

const id = fc.oneof(
  { weight: 20, arbitrary: fc.maxSafeInteger() },
  fc.constantFrom(-0, 0.5, 2 ** 53, '7', null, undefined),
);
const rarely = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, value);
const seat = fc.oneof(
  { weight: 20, arbitrary: fc.record({ id, capacity: rarely(fc.constantFrom(1, null, 'x')), note: rarely(id) }) },
  fc.constantFrom(null, 7, [], 'seat'),
);
const bodies = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        seats: fc.oneof({ weight: 8, arbitrary: fc.array(seat, { maxLength: 4 }) }, fc.constantFrom(null, {}, 'x')),
        groupOfSeats: fc.constantFrom([], null, {}, [{ id: 1, capacity: 2 }]),
        sessionId: rarely(fc.constantFrom(null, 'x')),
        holdType: rarely(fc.constantFrom(null, 'RESERVED', 7)),
        cartSeatIds: rarely(id),
        other: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  },
  fc.jsonValue(),
);

test('the schema parses every booking body that the fast parser accepts to the same value', () => {
  expect(expectSameAsSchema(parseSeatsOnly, bookingBody, bodies)).toBeGreaterThan(100);
});

test('the fast parser accepts booking bodies with only seat ids', () => {
  for (const body of [{ seats: [{ id: 1042 }] }, { seats: [{ id: 1042, row: 'A' }], groupOfSeats: [], cart: 7 }]) {
    expect(parseSeatsOnly(body)).toEqual({
      selection: { seats: [1042], groupOfSeats: [], holdType: null, label: null },
      text: null,
    });
  }
});

test('the fast parser leaves all other booking bodies to the schema', () => {
  const seats = [{ id: 1042 }];
  const others = [
    ...[null, 7, [], {}],
    ...[{ seats: null }, { seats: [1042] }, { seats: [{ id: '1042' }] }, { seats: [{ id: 1042, capacity: 1 }] }],
    ...[
      { seats, groupOfSeats: null },
      { seats, groupOfSeats: [{}] },
    ],
    ...[
      { seats, holdType: null },
      { seats, sessionId: null },
      { seats, cartSeatIds: [] },
    ],
  ];
  for (const body of others) expect(parseSeatsOnly(body)).toBeUndefined();
});
