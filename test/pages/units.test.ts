/** A table in a real Chromium: a press on one of its seats offers all of them, and they are given back together. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { eventually } from '../support/eventually.ts';
import { ask, calls, seat, show, useHall } from '../support/hall.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useBuyers();

/** The first row is a table for up to so many guests. */
async function setTable(max: number): Promise<void> {
  const table = { name: 'Table A', seats: [0, 1, 2, 3, 4, 5].map(seat), min: 1, max };
  succeeded(await ask('PUT', `/api/private/v2.0/schemas/${show.schemaId}/units/`, { units: [table] }));
}

test('a buyer takes a whole table after a press on one seat, and gives it back', async () => {
  await setTable(4);
  const buyer = await open(show);
  await buyer.openRow('Stalls', 'Row A');
  await buyer.choose('Seat 2');
  await buyer.sees('These seats are booked together');
  await buyer.press('Take all 6 seats');
  await buyer.sees('6 tickets');
  const [{ id }] = succeeded(await calls.list()).body;
  expect(succeeded(await calls.read(id)).body.total).toBe(180);
  await buyer.sees('No guest');
  expect(await seriousFindings(buyer.page)).toEqual([]);
  expect(await overflowOf(buyer.page)).toBe(0);
  await buyer.page.locator('button[aria-label="Give back Stalls, Row A, Seat 5"]').click();
  await eventually(async () => (await calls.cart(id)).seats.length === 0);
});
