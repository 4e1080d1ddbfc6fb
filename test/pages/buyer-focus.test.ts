/**
 * The keyboard's focus on the buyer's page: no key that is pressed twice, or held too long, gives an order up, and no
 * button that comes in the place of another one takes its focus.
 */
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { calls, show, useHall } from '../support/hall.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useBuyers();

/** The words of the element with the focus. */
const focused = 'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent';

async function stateOfOrder(): Promise<string> {
  return succeeded(await calls.list()).body[0].state;
}

/** A buyer whose order is checked out; the focus has begun on "Check out". */
async function paying(): Promise<BuyerPage> {
  const buyer = await open(show);
  await buyer.press('Find the best seats');
  await buyer.sees('2 tickets');
  await buyer.tabTo('Check out');
  await buyer.key('Enter');
  await buyer.sees('Waiting for payment');
  return buyer;
}

test('a key that is held down on "Check out" checks out, and cancels nothing', async () => {
  const buyer = await open(show);
  await buyer.press('Find the best seats');
  await buyer.sees('2 tickets');
  await buyer.tabTo('Check out');
  const { keyboard } = buyer.page;
  await keyboard.down('Enter');
  await buyer.sees('Waiting for payment');
  for (let repeats = 0; repeats < 10; repeats++) await keyboard.down('Enter');
  await keyboard.up('Enter');
  expect(await buyer.page.evaluate(focused)).toBe('Waiting for payment');
  expect(await buyer.text()).toContain('Waiting for payment');
  expect(await stateOfOrder()).toBe('PENDING_PAYMENT');
});

test('more presses of the same key after the checkout change nothing', async () => {
  const buyer = await paying();
  await buyer.key('Enter', 'Enter', 'Space', 'Enter');
  expect(await buyer.page.evaluate(focused)).toBe('Waiting for payment');
  expect(await stateOfOrder()).toBe('PENDING_PAYMENT');
});

test('cancelling asks first; a key that is pressed too often or held keeps the order', async () => {
  const buyer = await paying();
  await buyer.tabTo('Cancel this order and start over');
  const { keyboard } = buyer.page;
  await keyboard.down('Enter');
  await buyer.sees('Cancel this order?');
  expect(await buyer.page.evaluate(focused)).toBe('Keep my order');
  for (let repeats = 0; repeats < 10; repeats++) await keyboard.down('Enter');
  await keyboard.up('Enter');
  expect(await seriousFindings(buyer.page)).toEqual([]);
  await buyer.key('Enter');
  await buyer.seesNot('Cancel this order?');
  expect(await buyer.page.evaluate(focused)).toBe('Cancel this order and start over');
  await buyer.key('Enter');
  await buyer.sees('Your 2 tickets are given back at once');
  await buyer.key('Escape');
  await buyer.seesNot('Cancel this order?');
  expect(await stateOfOrder()).toBe('PENDING_PAYMENT');
  await buyer.key('Enter');
  await buyer.press('Cancel the order');
  await buyer.sees('Choose seats on the map');
  expect(await buyer.page.evaluate(focused)).toBe('Your order');
  expect(await stateOfOrder()).toBe('CANCELLED');
});

test('a question is taken back when the order is confirmed meanwhile', async () => {
  const buyer = await paying();
  await buyer.press('Cancel this order and start over');
  await buyer.sees('Cancel this order?');
  succeeded(await calls.confirm(succeeded(await calls.list()).body[0].id));
  await buyer.sees('You are going!');
  await buyer.seesNot('Cancel this order?');
  expect(await buyer.page.evaluate(focused)).toBe('You are going!');
});

test('giving everything back asks first, in a dialog that fits a small phone', async () => {
  const buyer = await open(show, { width: 320, height: 568, isTouch: true });
  await buyer.openOrder();
  await buyer.press('Find the best seats');
  await buyer.sees('2 tickets · 90.00 EUR');
  expect(await seriousFindings(buyer.page)).toEqual([]);
  await buyer.openOrder();
  await buyer.press('Give everything back');
  await buyer.sees('Give everything back?');
  expect(await overflowOf(buyer.page)).toBe(0);
  await buyer.press('Keep my tickets');
  await buyer.press('Give everything back');
  await buyer.press('Give them back');
  await buyer.sees('Choose seats on the map');
});

test('the button of the list hands the focus to what it shows, so that a second press does not undo it', async () => {
  const buyer = await open(show);
  await buyer.sees('Best available');
  await buyer.tabTo('Show as a list');
  await buyer.key('Enter', 'Enter');
  await buyer.sees('All seats');
  expect(await buyer.page.evaluate(focused)).toBe('All seats');
  await buyer.tabTo('Show the map');
  await buyer.key('Enter');
  await buyer.seesNot('All seats');
  expect(await buyer.page.evaluate(focused)).toBe('Seat map');
});

test('a refusal that is closed returns the focus to the seat that was refused', async () => {
  const buyer = await open(show);
  await buyer.openRow('Stalls', 'Row A');
  await buyer.before('/lock', async () => void (await calls.open([show.seats[2] as number])));
  await buyer.choose('Seat 3');
  await buyer.sees('This seat is gone');
  await buyer.tabTo('Close this message');
  await buyer.key('Enter');
  await buyer.seesNot('This seat is gone');
  expect(await buyer.page.evaluate(focused)).not.toBe('');
  expect(await buyer.page.evaluate('document.activeElement === document.body')).toBe(false);
});
