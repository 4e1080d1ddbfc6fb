/** The form of a booking that is told by hand: what is made of it is what the schema makes of it. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { seatsAlone, stateSelection } from '#http/private-v2/state-selection.ts';
import { recognisedAsBySchema } from '../../support/recognition.ts';

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

test('whatever is told by hand, the schema accepts and makes the same of', () => {
  expect(recognisedAsBySchema(seatsAlone, stateSelection, bodies)).toBeGreaterThan(100);
});

test('seats with nothing but their ids are told by hand', () => {
  for (const body of [{ seats: [{ id: 1042 }] }, { seats: [{ id: 1042, row: 'A' }], groupOfSeats: [], cart: 7 }]) {
    expect(seatsAlone(body)).toEqual({ seats: [{ id: 1042 }], groupOfSeats: [] });
  }
});

test('everything else is left to the schema', () => {
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
  for (const body of others) expect(seatsAlone(body)).toBeUndefined();
});
