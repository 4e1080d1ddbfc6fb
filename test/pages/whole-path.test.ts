/**
 * The whole path of a venue through the console, in a real browser: from an organization that has nothing to the report of eleven
 * sales. Once with the mouse, once with the keyboard alone. Every step is reached from the one before by what the page
 * shows, and nobody types an id or an address. The parts are tested in detail elsewhere.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'puppeteer-core';
import { seriousFindings } from '../support/accessibility.ts';
import { patientPage, startBrowser, type TestBrowser } from '../support/browser.ts';
import { admitPerson, email, password } from '../support/console-page.ts';
import { eventually } from '../support/eventually.ts';
import { type Hand, KeyboardHand, MouseHand } from '../support/hand.ts';
import { keepPicture } from '../support/pictures.ts';
import { privatePrefix, publicPrefix, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';

useService();

let chromium: TestBrowser;

beforeAll(async () => {
  chromium = await startBrowser();
});

afterAll(() => chromium.close());

describe.each([
  ['mouse', MouseHand],
  ['keyboard', KeyboardHand],
] as const)('with the %s', (name, HandOf) => {
  const organization = () => service.catalog[name === 'mouse' ? 'organization' : 'other'];
  const person = `${name}.${email}`;
  const complaints: string[] = [];
  let page: Page;
  let hand: Hand;

  const look = async (step: string): Promise<void> => {
    await keepPicture(page, `path-${name}-${step}`);
    expect(await seriousFindings(page)).toEqual([]);
  };
  const ask = async (method: string, path: string, body?: unknown) =>
    succeeded(await service.call(method, path, { key: organization().token, body })).body;
  const eventId = async () => ((await page.evaluate('location.hash')) as string).split('/')[2] as string;

  /** A session of a buyer who has waited in the queue, as a shop's page opens it. */
  async function comeIn(event: string): Promise<string> {
    const { publicKey } = organization();
    const queue = `/api/public/v2.0/event/${event}/queue/`;
    const headers = { 'Idempotency-Key': randomUUID() };
    const { ticket } = succeeded(await service.call('POST', `${queue}?publicKey=${publicKey}`, { headers })).body;
    await eventually(async () => {
      service.clock.advance(1_000);
      return succeeded(await service.call('GET', `${queue}${ticket}`)).body.state === 'ADMITTED';
    });
    const body = { eventId: event, publicKey, pass: ticket };
    const key = { 'Idempotency-Key': randomUUID() };
    return succeeded(await service.call('POST', publicPrefix, { headers: key, body })).body.sessionId;
  }

  async function pay(sessionId: string): Promise<void> {
    await ask('POST', `${privatePrefix}${sessionId}/confirm`, { reference: `SHOP-${sessionId.slice(-6)}` });
  }

  /** Buys the best seats at the second price. */
  async function buy(event: string, count: number): Promise<void> {
    const id = await comeIn(event);
    const { content } = await ask('GET', `/api/private/v2.0/event/${event}/prices/`);
    const priceIds = [content.find((price: { readonly name: string }) => price.name === '30.00 EUR').id];
    const call = async (verb: string, body: unknown) =>
      succeeded(await service.call('POST', `${publicPrefix}${id}/${verb}`, { body }));
    await call('lock', { bestAvailable: { count, priceIds } });
    await call('checkout', {});
    await pay(id);
  }

  beforeAll(async () => {
    await admitPerson({ ...service.catalog, organization: organization() }, person);
    page = await patientPage(await chromium.browser.createBrowserContext());
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`${service.url}/console/`);
    hand = new HandOf(page);
  });

  test('a theatre is generated, changed by hand and saved', async () => {
    await hand.see('Log in to the console');
    await hand.write('Email', person);
    await hand.write('Password', password);
    await hand.press('Log in');
    await hand.see('A new one needs a layout: make it under Venues.');
    await hand.press('Venues');
    await hand.see('There are no venues yet. Make one, then draw its layout.');
    await look('no-venues');
    await hand.press('New venue');
    await hand.write('Name', 'Grand');
    await hand.press('Make the venue');
    await hand.press('New layout for Grand');
    await hand.write('Name of the layout', 'Main house');
    for (const [field, figure] of [
      ['Rows', '3'],
      ['Seats in the first row', '7'],
      ['More seats per row', '0'],
      ['Curve in degrees', '0'],
      ['Aisles', '0'],
      ['Balcony rows', '2'],
    ] as const) {
      await hand.write(field, figure);
    }
    await hand.choose('Row names', 'From the back');
    await hand.see('35 seats and 0 places');
    await look('new-layout');
    await hand.press('Make the layout');
    await hand.see('Everything is saved.');
    await hand.pick('Stalls, row C, seat 4');
    await hand.see('1 seat and 0 shapes selected');
    await hand.press('Remove');
    await hand.press('Change Balcony');
    await hand.write('Name', 'Circle');
    await hand.press('Change');
    await hand.see('2 changes not saved.');
    await look('editor');
    await hand.press('Save');
    await hand.see('Everything is saved.');
  });

  test('an event is made from the layout, and its prices are painted', async () => {
    await hand.press('New event');
    await hand.write('Name', 'Hamlet');
    await hand.writeTime('Begins', '05012027', '0730PM');
    await hand.press('Make the event');
    await hand.see('The event has no prices.');
    await look('checklist');
    await hand.press('Let buyers buy');
    await hand.see('Buyers can buy');
    await hand.press('Go there');
    await hand.see('New price…');
    await hand.press('New price…');
    await hand.write('Name', '55.00 EUR');
    await hand.write('Amount', '55');
    await hand.write('Currency', 'EUR');
    for (const [at, [type, amount]] of [
      ['Adult', '55'],
      ['Child', '25'],
    ].entries()) {
      await hand.press('Add a ticket type');
      await hand.write('Name', type as string, `Type ${at + 1}`);
      await hand.write('Amount', amount as string, `Type ${at + 1}`);
    }
    await look('price');
    await hand.press('Make price');
    await hand.see('55.00 EUR made.');
    await hand.press('New price…');
    await hand.write('Name', '30.00 EUR');
    await hand.write('Amount', '30.00');
    await hand.write('Currency', 'EUR');
    await hand.press('Make price');
    await hand.see('30.00 EUR made.');
    await hand.press('Paint seats on the map');
    await hand.pick('Stalls, row A, seat 4');
    await hand.see('20 seats selected.');
    await hand.press('55.00 EUR');
    await hand.see('20 seats painted.');
    await hand.pick('Circle, row A, seat 4');
    await hand.see('14 seats selected.');
    await hand.press('30.00 EUR');
    await hand.see('14 seats painted.');
    await look('painting');
  });

  test('the sale is opened with a queue, from the checklist', async () => {
    await hand.press('On-sale');
    await hand.see('Every seat and every place has a price.');
    await hand.press('Queue');
    await hand.write('Admitted a minute', '600');
    await hand.press('Save');
    await hand.see('The queue lets in 600 buyers a minute.');
    await hand.press('Publish');
    await hand.see('The event is published.');
    await look('on-sale');
  });

  test('ten buyers come through the queue, one of them at the map', async () => {
    const event = await eventId();
    for (const count of [1, 2, 1, 1, 1, 1, 1, 1, 1]) await buy(event, count);
    const opened = chromium.browser.waitForTarget((target) => target.url().includes('/map/'));
    await hand.press('Buyer’s map');
    const shop = (await (await opened).page()) as Page;
    shop.on('pageerror', (error) => complaints.push(String(error)));
    const buyer = hand.at(shop);
    await shop.setViewport({ width: 1200, height: 760 });
    await shop.bringToFront();
    await eventually(async () => {
      // Only while somebody waits: an admitted ticket must not lapse before the page has used it.
      const { queue } = await ask('GET', `/api/private/v2.0/events/${event}/admission`);
      if (queue.waiting > 0) service.clock.advance(1_000);
      return ((await shop.evaluate('document.body.innerText')) as string).includes('Find the best seats');
    });
    await buyer.choose('Price', '55.00 EUR');
    await buyer.press('Find the best seats');
    await buyer.see('€110.00');
    await buyer.press('Check out');
    const waiting = `${privatePrefix}?eventId=${event}&state=PENDING_PAYMENT`;
    const [{ id }] = await eventually(async () => {
      const list = await ask('GET', waiting);
      return list.length > 0 && list;
    });
    await keepPicture(shop, `path-${name}-buyer`);
    await pay(id);
    await shop.close();
    await page.bringToFront();
  });

  test('one more is sold at the counter, and the report has the sums of all eleven sales', async () => {
    await hand.press('Box office');
    await hand.see('4 free');
    await hand.press('2');
    await hand.press('55.00 EUR · Child');
    await hand.press('Choose the 2 best places');
    await hand.see('€50.00');
    await look('till');
    await hand.press('Sell', 'Sale');
    await hand.see('Next sale');
    await hand.press('Report');
    await hand.see('Sold');
    await look('report');
    // Nine buyers have ten seats at 30, one has two at 55, and the counter has sold two at 25.
    await hand.see('€460.00');
    await hand.press('Orders');
    await hand.see('Orders, the latest first');
    expect(await page.$$('main tbody tr')).toHaveLength(11);
    expect(complaints).toEqual([]);
  });
});
