/** A large booking body is parsed in a thread: to the same selection as a small one, with the same errors. */
import fc from 'fast-check';
import { parseBulk } from '#codec/bodies/bulk-bodies.ts';
import { type BookingBody, bookingBody, bookingExample } from '#codec/bodies/state-selection.ts';
import { agreement, type BodyUnderTest } from '../../support/body-agreement.ts';

const id = fc.maxSafeInteger();
const seats = fc.array(fc.record({ id, capacity: fc.option(fc.nat()) }, { requiredKeys: ['id'] }), { maxLength: 5 });

const bookings: BodyUnderTest<BookingBody> = {
  schema: bookingBody,
  parse: (bytes) => parseBulk('booking', bytes),
  bodies: fc.record(
    {
      seats: fc.option(seats),
      groupOfSeats: fc.option(fc.array(fc.record({ id, capacity: fc.nat() }), { maxLength: 3 })),
      holdType: fc.option(fc.constantFrom('RESERVED', 'VIP')),
      sessionId: fc.option(fc.uuid()),
    },
    { requiredKeys: [] },
  ),
  shown: ({ selection, text }) => ({ ...selection, seats: [...selection.seats], text }),
  expected: ({ selection }: BookingBody) => ({ ...selection, text: JSON.stringify(selection) }),
};

test('a booking is parsed as its schema says', () => {
  const { accepted, refused } = agreement(bookings);
  expect(Math.min(accepted, refused)).toBeGreaterThan(100);
});

test('its seats are a column', () => {
  const parsed = parseBulk('booking', new TextEncoder().encode(JSON.stringify(bookingExample)));
  expect(parsed).toMatchObject({ selection: { seats: Float64Array.of(1042) } });
});

test('a schema that forgets an area is found', () => {
  const schema = bookingBody.transform(({ selection }) => ({
    selection: { ...selection, groupOfSeats: [] },
    text: null,
  }));
  expect(() => agreement({ ...bookings, schema })).toThrow(/Property failed/);
});
