/** The ticket types of a buyer's order in a real Chromium: chosen line by line, with their amounts, on wide and narrow screens. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { calls, service, show, useHall } from '../support/hall.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useBuyers();

const child = { id: 'child', name: 'Child', amount: 2_000, maxPerSession: 1 };
const standing = { id: 'child', name: 'Child', amount: 1_250 };

beforeEach(async () => {
  const prices = [
    { id: show.prices[0], name: 'Stalls', amount: 4_550, currency: 'EUR', ticketTypes: [child] },
    { id: show.prices[1], name: 'Standing', amount: 2_950, currency: 'EUR', ticketTypes: [standing] },
  ];
  const key = service.catalog.organization.token;
  succeeded(await service.call('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, { key, body: prices }));
});

/** The session's lines as `type amount`. */
async function lines(): Promise<string[]> {
  const [{ id }] = succeeded(await calls.list()).body;
  const { cart } = succeeded(await calls.read(id)).body;
  return [...cart.seats, ...cart.groupOfSeats].map(
    ({ ticketType = '-', amount, capacity = 1 }) => `${capacity} ${ticketType} ${amount}`,
  );
}

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s a buyer chooses the type of each seat and of the places of an area', async (_, width, height) => {
  const buyer = await open(show, { width, height });
  const { page } = buyer;
  const isNarrow = width < 800;
  await buyer.seesMap();
  if (isNarrow) await buyer.openOrder();
  await buyer.press('Find the best seats');
  if (isNarrow) await buyer.openOrder();
  await buyer.sees('€91.00');
  const seat = page.locator('select[aria-label^="Ticket type of Stalls"]');
  await seat.fill('child');
  await buyer.sees('€65.50');
  expect((await lines()).toSorted()).toEqual(['1 - 4550', '1 child 2000']);
  await buyer.press('One place more in Floor');
  await buyer.press('One place more in Floor');
  await buyer.sees('€124.50');
  await page.locator('select[aria-label="Ticket type of Floor"]').fill('child');
  await buyer.sees('€90.50');
  expect((await lines()).toSorted()).toEqual(['1 - 4550', '1 child 2000', '2 child 1250']);
  expect(await seriousFindings(page)).toEqual([]);
  expect(await overflowOf(page)).toBe(0);
  await buyer.press('One place less in Floor');
  await buyer.sees('€78.00');
  await buyer.press('Check out');
  await buyer.sees('Child');
  expect(buyer.refusals).toEqual([]);
});

test('a type that an order can have once is explained, and the order stays as it is', async () => {
  const buyer = await open(show);
  await buyer.seesMap();
  await buyer.press('Find the best seats');
  await buyer.sees('€91.00');
  const choose = 'select[aria-label^="Ticket type of Stalls"]';
  await buyer.page.locator(choose).fill('child');
  await buyer.sees('€65.50');
  await buyer.page.locator(`li:nth-of-type(2) ${choose}`).fill('child');
  await buyer.sees('Not that many of this ticket type');
  await buyer.sees('€65.50');
  expect((await lines()).toSorted()).toEqual(['1 - 4550', '1 child 2000']);
});
