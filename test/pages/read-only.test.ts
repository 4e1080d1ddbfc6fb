/** The buyer's page while the service is read-only: the banner with the reason, and a cart that can still be paid for. */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { service, show, useHall } from '../support/hall.ts';
import { setMode } from '../support/read-only.ts';

useHall();
useBuyers();

const reason = 'Back at 14:30.';

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s a page that is opened says why nothing can be ordered', async (_, width, height) => {
  await setMode({ reason, until: null }, service);
  const buyer = await open(show, { width, height });
  await buyer.seesMap();
  await buyer.sees('No orders at the moment.');
  await buyer.sees(reason);
  expect(await seriousFindings(buyer.page)).toEqual([]);
  expect(await overflowOf(buyer.page)).toBe(0);
  await setMode(null, service);
});

test('an order that was begun before can be checked out, and more seats come when it is over', async () => {
  const buyer = await open(show, { width: 1440, height: 900 });
  await buyer.seesMap();
  await buyer.press('Find the best seats');
  await buyer.sees('Check out');
  await setMode({ reason, until: null }, service);
  await buyer.press('Find the best seats');
  await buyer.sees(reason);
  await setMode(null, service);
  await buyer.press('Find the best seats');
  await buyer.seesNot(reason);
  await setMode({ reason, until: null }, service);
  await buyer.press('Check out');
  await buyer.sees('4 tickets');
  await setMode(null, service);
});
