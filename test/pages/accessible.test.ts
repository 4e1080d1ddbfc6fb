/** Wheelchair places on the buyer's page in a real Chromium: shown and spoken, and found by the form, on wide and narrow screens. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { accessibleHall, keepForNeed } from '../support/accessible-hall.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { calls, seat, show, useHall } from '../support/hall.ts';
import { succeeded } from '../support/session-calls.ts';

useHall({ layout: accessibleHall });
useBuyers();

beforeEach(async () => {
  await keepForNeed(show, [0, 1, 2, 6, 7, 8].map(seat));
});

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s the form finds a wheelchair place and seats beside it', async (_, width, height) => {
  const buyer = await open(show, { width, height });
  const { page } = buyer;
  const isNarrow = width < 800;
  await buyer.seesMap();
  if (isNarrow) await buyer.openOrder();
  await page.locator('::-p-aria([name="Companions"][role="combobox"])').fill('2');
  await buyer.press('Find wheelchair places');
  if (isNarrow) await buyer.openOrder();
  await buyer.sees('Check out');
  const [{ id }] = succeeded(await calls.list()).body;
  const { cart } = succeeded(await calls.read(id)).body;
  expect(cart.seats.map(({ id: held }: { id: number }) => held)).toEqual([0, 1, 2].map(seat));
  expect(await seriousFindings(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await buyer.press('Find wheelchair places');
  if (isNarrow) await buyer.openOrder();
  // The button moves down below the lines of the order that is longer now.
  await buyer.sees('Row B, Seat 3');
  await buyer.press('Find wheelchair places');
  await buyer.sees('Not that many wheelchair places together');
  expect(buyer.refusals).toHaveLength(1);
});
