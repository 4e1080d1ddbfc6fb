/** What is on, and the way to the payment, in a real Chromium. The shop is another site, which serves picture and page. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { ask, calls, show, useHall } from '../support/hall.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';

useHall();
useBuyers();

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#b91c1c"/></svg>';
/** The addresses of the shop that browsers have asked for. */
let asked: string[] = [];
const server = createServer(({ url = '' }, response) => {
  asked.push(url);
  const isPicture = url.endsWith('.svg');
  response.writeHead(200, { 'Content-Type': isPicture ? 'image/svg+xml' : 'text/html' });
  response.end(isPicture ? picture : '<title>Pay</title><h1>Pay here</h1>');
});
let shop: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  shop = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(async () => {
  asked = [];
  succeeded(await ask('PUT', '/api/private/management/v2.0/organization-config/', { frameOrigins: [shop] }));
  const face = {
    title: 'The Long Night of the City Orchestra',
    imageUrl: `${shop}/night.svg`,
    returnUrl: `${shop}/pay?to=me`,
  };
  succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/face/`, face));
});

const admit = async (admission: object) =>
  succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, admission));

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s', (device, width, height) => {
  test('the page says what is on, also in line and without a pass, and the tab where the buyer stands', async () => {
    await admit({ mode: 'QUEUE', ratePerMinute: 0 });
    const waiting = await open(show, { width, height });
    await waiting.sees('You are in line');
    await waiting.sees('The Long Night of the City Orchestra');
    await waiting.until('document.title.startsWith("You are next – The Long Night")');
    await waiting.until('document.querySelector(".event-head img")?.naturalWidth > 0');
    await keepPicture(waiting.page, `face-line-${device}`);
    await admit({ mode: 'PASS' });
    const uninvited = await open(show, { width, height });
    await uninvited.sees('You need an invitation');
    await uninvited.sees('The Long Night of the City Orchestra');
    await admit({ mode: 'OPEN' });
    const buyer = await open(show, { width, height });
    await buyer.seesMap();
    await buyer.sees('The Long Night of the City Orchestra');
    await buyer.sees('2027, ');
    await keepPicture(buyer.page, `face-map-${device}`);
    expect(await seriousFindings(buyer.page)).toEqual([]);
    expect(await overflowOf(buyer.page)).toBe(0);
  });

  test('after the checkout a button leads to the shop with a code, and then the order number is shown', async () => {
    const buyer = await open(show, { width, height });
    await buyer.seesMap();
    if (width < 820) await buyer.openOrder();
    await buyer.press('Find the best seats');
    await buyer.press('Check out');
    await buyer.sees('Waiting for payment');
    const address = await buyer.page.url();
    await buyer.press('Go to the payment');
    await buyer.sees('Pay here');
    const { searchParams } = new URL(buyer.page.url());
    expect([buyer.page.url().startsWith(`${shop}/pay`), searchParams.get('to')]).toEqual([true, 'me']);
    const code = searchParams.get('code');
    const { id } = succeeded(await ask('POST', `/api/private/v2.0/checkout-codes/${code}`)).body;
    expect(asked.some((one) => one.includes(id))).toBe(false);
    await buyer.page.goto(address);
    await buyer.sees('Go to the payment');
    expect(await seriousFindings(buyer.page)).toEqual([]);
    succeeded(await calls.confirm(id, { reference: 'ORDER-20431' }));
    await buyer.sees('Your order number: ORDER-20431');
    await keepPicture(buyer.page, `face-confirmed-${device}`);
    expect(await overflowOf(buyer.page)).toBe(0);
  });
});

test('without a picture and an address to return to the page shows neither', async () => {
  succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/face/`, {}));
  const buyer = await open(show);
  await buyer.seesMap();
  await buyer.press('Find the best seats');
  await buyer.press('Check out');
  await buyer.sees('Waiting for payment');
  await buyer.seesNot('Go to the payment');
  expect(await buyer.page.$('.event-head img')).toBeNull();
});
