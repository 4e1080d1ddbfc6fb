/** Selections by composite key: the text behind an idempotency key. */
import { SeatKeys } from '#domain/layout/seat-keys.ts';
import { keyedText, resolveLines } from '#http/private-v1/selections.ts';

test('the hashed text of a request is the JSON of its lines and of what they name, as lists', async () => {
  const row = { id: 11, sectionId: 1, name: 'A', firstSeatId: 101, seatNames: ['1', '2'], seatIds: null };
  const sections = [
    { id: 1, name: 'Stalls', ga: false },
    { id: 2, name: 'Floor', ga: true },
  ];
  const keys = ['Stalls;;A;;2', 'Floor', 'x', '1;;11;;101'];
  const resolved = await resolveLines(
    new SeatKeys(sections, [row]),
    keys.length,
    (at) => keys[at] as string,
    (at) => (at === 1 ? 4 : null),
  );
  const named = { seats: [102, 101], seatLines: [0, 3], areas: [{ id: 2, capacity: 4 }], areaLines: [1], failed: [2] };
  expect(keyedText('[{"compositeKey":"x"}]', resolved)).toBe(JSON.stringify([[{ compositeKey: 'x' }], named]));
});
