/** The changes of the feed as text: a session is shown as the private session is, and read back to the same text. */
import fc from 'fast-check';
import { encodeChange, feedChange, textOfChange } from '#codec/answers/change.ts';
import { encodePrivate } from '#codec/answers/session.ts';
import { anySession } from '../../support/random-sessions.ts';
import { expectValid } from '../../support/valid-answers.ts';

const eventId = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';

test('a session of a change is the private session, digit by digit, without the member that changes by itself', () => {
  fc.assert(
    fc.property(anySession, (session) => {
      const text = encodeChange(eventId, {
        type: 'session.confirmed',
        session,
        seq: 4711,
        place: 2,
        at: 1_800_000_000_123,
      });
      const shown = encodePrivate(eventId, session, 0).replace(/"expiresInSeconds":\d+,/, '');
      expect(text).toBe(
        `{"id":"${eventId}-4711-2","type":"session.confirmed","occurredAt":"2027-01-15T08:00:00.123Z",` +
          `"eventId":"${eventId}","sequence":4711,"data":${shown}}`,
      );
      expectValid(feedChange.strict(), JSON.parse(text));
      const { id, type, occurredAt, sequence } = JSON.parse(text);
      const read = { id, type, occurredAt, eventId, sequence, data: shown };
      expect(textOfChange(read, 'occurredAt')).toBe(text);
      expect(textOfChange(read, 'timestamp')).toContain(`"timestamp":"${occurredAt}","eventId"`);
    }),
  );
});

test('a booking of a change shows ticket types of its seats and places, and nothing of them without any', () => {
  const terms = { holdType: null, label: null, deadline: null };
  const change = { type: 'booking.sold', seq: 4711, place: 0, at: 1_800_000_000_123 } as const;
  const dataOf = (lines: Parameters<typeof encodeChange>[1] & { readonly lines: object }) => {
    const shown = JSON.parse(encodeChange(eventId, lines));
    expectValid(feedChange.strict(), shown);
    return shown.data;
  };
  const typed = {
    seats: [7, 8],
    areas: [[9, 2, 'child'] as const, [9, 1] as const],
    ticketTypes: [[7, 'child'] as const],
  };
  expect(dataOf({ ...change, lines: { ...typed, ...terms } })).toEqual({
    seats: [7, 8],
    groupOfSeats: [
      { id: 9, capacity: 2, ticketType: 'child' },
      { id: 9, capacity: 1 },
    ],
    ticketTypes: { 7: 'child' },
    ...{ holdType: null, label: null, expiresAt: null },
  });
  expect(dataOf({ ...change, lines: { seats: [7], areas: [], ...terms } })).not.toHaveProperty('ticketTypes');
});
