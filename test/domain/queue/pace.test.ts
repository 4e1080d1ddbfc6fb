/** When the next ticket of a queue is due, by its rate. */
import { creditOf, nextAdmissionAt, type Pace, paceAfter, paceOfFirst } from '#domain/queue/pace.ts';

const start = 1_795_453_356_000;
const minute = 60_000;

/** The database takes only a whole number of milliseconds as the next deadline of an event. */
test.each([1, 7, 59, 60, 61, 24_000, 59_999])(
  'the next one at %i a minute is due in the first whole millisecond that has earned it',
  (rate) => {
    const later = start + minute + 17;
    // The first one that joins an empty queue begins a new pace, at a fraction of a millisecond.
    let pace: Pace = paceOfFirst({ from: start, taken: 0 }, rate, later);
    for (let ticket = 0; ticket < 500; ticket++) {
      const due = nextAdmissionAt(pace, rate);
      expect(due).toBe(Math.floor(due));
      expect(creditOf(pace, rate, due)).toBe(1);
      if (due > later) expect(creditOf(pace, rate, due - 1)).toBe(0);
      pace = paceAfter(pace, rate, due, 1);
    }
  },
);

test('the next one is due at once without a rate, and never at a rate of 0', () => {
  expect(nextAdmissionAt({ from: start + 0.5, taken: 0 }, null)).toBe(start + 1);
  expect(nextAdmissionAt({ from: start, taken: 3 }, 0)).toBe(Number.POSITIVE_INFINITY);
});
