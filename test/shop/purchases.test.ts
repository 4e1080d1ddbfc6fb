/**
 * Purchases at the example shop in a real Chromium, from the first seat to the order number: the shop is another site than
 * the service, started as its README says. Stripe's own script is the only thing that the browser gets from elsewhere.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'puppeteer-core';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { browser, useBuyers } from '../support/buyers.ts';
import { eventually } from '../support/eventually.ts';
import { ExampleShop, stripeVariables } from '../support/example-shop.ts';
import { calls, service, show, useHall } from '../support/hall.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';
import { chargeEuros, letShopWait } from '../support/shop-orders.ts';
import { ShopPage } from '../support/shop-page.ts';
import { StripeStandIn, stripePageScript } from '../support/stripe-stand-in.ts';

const rows = ['A', 'B', 'C', 'D'].map((name) => ({ name, seatCount: 10 }));
useHall({ layout: { name: 'Hall', sections: [{ name: 'Stalls', rows }] }, once: true });
useBuyers();

let stripe: StripeStandIn;
let shop: ExampleShop;
type Size = readonly [width: number, height: number];

let buyer: BrowserContext;
/** What the buyer's bank says; empty: it pays. */
let refusal = '';

beforeAll(async () => {
  letShopWait(service);
  await chargeEuros(service, show.eventId, show.prices.slice(0, 1));
  stripe = await StripeStandIn.open();
  shop = await ExampleShop.make('demo', stripeVariables(stripe));
  await startDemo();
});

beforeEach(async () => {
  buyer = await browser().createBrowserContext();
  refusal = '';
});

afterEach(() => buyer.close());

afterAll(async () => {
  await shop.remove();
  stripe.close();
});

/** With the keys of the demo, as `npm start` writes them. */
async function startDemo(more: Readonly<Record<string, string>> = {}): Promise<void> {
  const { publicKey, token: organizationToken } = service.catalog.organization;
  const keys = { baseUrl: service.url, eventId: show.eventId, publicKey, organizationToken };
  await writeFile(join(shop.folder, 'demo.json'), JSON.stringify(keys));
  await shop.start({ DATA_DIR: shop.folder, ...more });
}

/** The browser gets Stripe's script from the test, and the form asks the test to pay. */
async function prepare(page: Page, [width, height]: Size): Promise<void> {
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
  await page.exposeFunction('payByCard', (clientSecret: string) => {
    if (refusal === '') stripe.pay(clientSecret);
    return refusal;
  });
  await page.setRequestInterception(true);
  page.on('request', async (request) => {
    if (!request.url().startsWith('https://js.stripe.com/')) return await request.continue();
    await request.respond({ contentType: 'text/javascript', body: stripePageScript });
  });
}

/** A buyer who has chosen two seats and is asked how to pay. */
async function atPayment(size: Size = [1440, 900]): Promise<ShopPage> {
  const at = await ShopPage.open(buyer, `${shop.url}/`, (page) => prepare(page, size));
  await choose(at, size);
  return at;
}

async function choose(at: ShopPage, size: Size): Promise<void> {
  if (size[0] < 820) await (await at.frame()).locator('#order-handle[aria-expanded="false"]').click();
  await at.press('Find the best seats');
  await at.press('Check out');
  await at.press('Go to the payment');
  await sees(at, 'How would you like to pay?');
}

/** Asks anew each time: a wait inside a document would end with it when the shop goes to its next page. */
function sees({ page }: ShopPage, text: string): Promise<unknown> {
  return eventually(async () => {
    expect(await textOf(page)).toContain(text);
    return true;
  });
}

const textOf = (page: Page) => page.evaluate('document.body.innerText') as Promise<string>;
const press = ({ page }: ShopPage, name: string) => page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
const newestSession = async () => succeeded(await calls.read(succeeded(await calls.list()).body[0].id)).body;
const newestIntent = () => stripe.intents.at(-1) as (typeof stripe.intents)[number];

/** The page is accessible, is as wide as the screen, and had no error. */
async function expectSound({ page, errors }: ShopPage, picture: string): Promise<void> {
  await keepPicture(page, `shop-${picture}`);
  expect([await seriousFindings(page), await overflowOf(page), errors]).toEqual([[], 0, []]);
}

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s', (device, width, height) => {
  test('a purchase by card ends with the order number, and no address had the session', async () => {
    const at = await atPayment([width, height]);
    expect(await textOf(at.page)).toMatch(/Stalls, row \w, seat \d+[\s\S]*€90\.00/);
    await expectSound(at, `choice-${device}`);
    await press(at, 'Pay by card');
    await sees(at, 'Card 4242');
    await expectSound(at, `card-${device}`);
    expect(newestIntent()).toMatchObject({ amount: 9000, currency: 'eur' });
    refusal = 'Your card was declined.';
    await press(at, 'Pay €90.00');
    await sees(at, refusal);
    refusal = '';
    await press(at, 'Pay €90.00');
    await sees(at, 'You are going!');
    const { reference, state } = await newestSession();
    expect([state, (await textOf(at.page)).includes(reference), newestIntent().metadata.order]).toEqual([
      'CONFIRMED',
      true,
      reference,
    ]);
    expect(await stripe.tellPaid(shop.url, newestIntent())).toBe(204);
    await expectSound(at, `confirmed-${device}`);
    const sessionId = (await newestSession()).id;
    expect(at.page.url()).not.toContain(sessionId);
  });

  test('the seats can be paid at the door, and an order can be cancelled', async () => {
    const at = await atPayment([width, height]);
    await press(at, 'Pay at the door');
    await sees(at, 'To pay at the door: €90.00.');
    const { reference } = await newestSession();
    await sees(at, reference);
    await expectSound(at, `door-${device}`);
    await at.page.goto(`${shop.url}/`);
    await expectSound(at, `seats-${device}`);
    await choose(at, [width, height]);
    await at.page.locator('::-p-aria([name="Cancel this order"])').click();
    await sees(at, 'Cancel this order?');
    await expectSound(at, `cancel-${device}`);
    await press(at, 'Yes, cancel it');
    await sees(at, 'This order is cancelled');
    expect((await newestSession()).state).toBe('CANCELLED');
    await expectSound(at, `cancelled-${device}`);
  });
});

describe('a payment that arrives too late', () => {
  /** The buyer has the form, and the time runs out while the bank is asked. */
  async function payingLate(): Promise<{ at: ShopPage; seats: { id: number }[] }> {
    const at = await atPayment();
    await press(at, 'Pay by card');
    await sees(at, 'Card 4242');
    stripe.pay(newestIntent().client_secret);
    const { cart } = await newestSession();
    service.clock.advance(601_000);
    expect((await newestSession()).state).toBe('EXPIRED');
    return { at, seats: cart.seats };
  }

  test('gets the same seats, while they are free: the page of the buyer changes by itself', async () => {
    const { at } = await payingLate();
    await stripe.tellPaid(shop.url, newestIntent());
    await sees(at, 'You are going!');
    const { state, reclaimed, reference } = await newestSession();
    expect([state, reclaimed, (await textOf(at.page)).includes(reference)]).toEqual(['CONFIRMED', true, true]);
  });

  test('is sent back when somebody else has a seat', async () => {
    const { at, seats } = await payingLate();
    const { id } = await newestSession();
    await calls.open(seats.slice(0, 1).map((one) => one.id));
    await stripe.tellPaid(shop.url, newestIntent());
    await sees(at, 'These seats are gone');
    await sees(at, 'Your payment of €90.00 was sent back to your card.');
    expect([stripe.refunds, succeeded(await calls.read(id)).body.state]).toEqual([[newestIntent().id], 'EXPIRED']);
    await expectSound(at, 'refunded');
  });
});

test('without the keys of Stripe the shop says so, and sells at the door', async () => {
  await shop.kill();
  const none = { STRIPE_SECRET_KEY: '', STRIPE_PUBLISHABLE_KEY: '', STRIPE_WEBHOOK_SECRET: '' };
  await startDemo(none);
  const at = await atPayment();
  await sees(at, 'This shop takes no cards at the moment');
  expect(await at.page.$('#card')).toBeNull();
  await expectSound(at, 'no-cards');
  await press(at, 'Pay at the door');
  await sees(at, 'To pay at the door: €90.00.');
  await shop.kill();
  await expect(startDemo({ ...none, STRIPE_SECRET_KEY: 'sk_test_only' })).rejects.toThrow(
    'STRIPE_PUBLISHABLE_KEY is missing',
  );
});
