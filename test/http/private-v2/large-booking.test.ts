/** A booking body that is parsed in a thread is answered as a small one is. */
import { inlineBytesMax } from '#codec/bodies/bulk-bodies.ts';
import { calls, seat, show, useHall } from '../../support/hall.ts';
import { bookingOf, outcomeOf } from '../../support/session-calls.ts';

/** Makes a body too large for the event loop without a change of what it says. */
const padding = ' '.repeat(inlineBytesMax);

useHall({ once: true });

test('it books, and a small body with the same key and content gets the recorded answer', async () => {
  const [floor] = show.areas as [number];
  const body = JSON.stringify(bookingOf([seat(0), seat(1)], [[floor, 2]], { holdType: 'RESERVED' }));
  for (const sent of [body + padding, body, body + padding]) {
    expect(await calls.book('lock', sent, 'large')).toMatchObject({ status: 200, body: true });
  }
  const other = JSON.stringify(bookingOf([seat(2)], [], {}));
  expect(outcomeOf(await calls.book('lock', other + padding, 'large'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
  const { seatsOnEvent } = await calls.assignments();
  expect(seatsOnEvent.slice(0, 3).map((one: { state: string }) => one.state)).toEqual(['LOCKED', 'LOCKED', 'ACTIVE']);
});

test.each([
  ['{"seats":[{"id":1},{"id":"x"}]}'],
  ['{"seats":[{"id":1},{"id":2}],"holdType":7,"groupOfSeats":[{"id":1}]}'],
  ['{"seats":[{"id":1}]'],
  ['{"seats":[{"id":-1}]}'],
  [`{"seats":${'['.repeat(101)}${']'.repeat(101)}}`],
  ['[]'],
])('%s is refused in the same words', async (body) => {
  const [small, large] = [await calls.book('lock', body), await calls.book('lock', body + padding)];
  expect(small.status).toBe(400);
  const ofThisCall = { requestId: expect.anything(), timestamp: expect.anything() };
  expect(large).toMatchObject({ status: 400, body: { ...small.body, ...ofThisCall } });
  expect(large.body.errors).toEqual(small.body.errors);
});

test('4 MB of wrong entries are refused', async () => {
  const body = `{"seats":[${'true,'.repeat(800_000)}true]}`;
  expect(outcomeOf(await calls.book('lock', body))).toBe('400 VALIDATION_FAILED');
});
