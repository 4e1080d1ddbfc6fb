/**
 * The buyer's page in a real Chromium where things go wrong or happen twice: double presses, answers that are overtaken, a
 * computer that sleeps, a page over http, streams and queues that fail, pictures that the browser has lost.
 */
import type { HTTPRequest } from 'puppeteer-core';
import { demoLayout } from '../../src/demo-venue.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { open, useBuyers } from '../support/buyers.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyFront, problemFault } from '../support/faulty-front.ts';
import { Fingers } from '../support/fingers.ts';
import { calls, service, show, useHall } from '../support/hall.ts';
import { openPricedShow } from '../support/service.ts';
import { type SessionCalls, sessionCalls, succeeded } from '../support/session-calls.ts';

useHall();
useBuyers();

/** The seats of the newest session of a show. */
async function seatsBought(at: SessionCalls): Promise<readonly number[]> {
  return (await at.cart(succeeded(await at.list()).body[0].id)).seats;
}

test('a page that came over http, where the browser makes no UUIDs, sells seats too', async () => {
  const buyer = await open(show, { script: 'delete Crypto.prototype.randomUUID' });
  await buyer.press('Find the best seats');
  await buyer.sees('2 tickets');
  await buyer.press('Check out');
  await buyer.sees('Waiting for payment');
});

test('the second press of a double click does not give the seat back', async () => {
  const buyer = await open(show);
  await buyer.openRow('Stalls', 'Row A');
  await buyer.choose('Seat 3');
  await buyer.sees('1 ticket');
  await buyer.page.evaluate(
    `document.querySelector('.list__seat--mine').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))`,
  );
  await buyer.press('Check out');
  await buyer.sees('Waiting for payment');
  expect(await seatsBought(calls)).toEqual([show.seats[2]]);
});

test('a double press on a section shows its seats, and takes none of them', async () => {
  const playhouse = await openPricedShow(service, { ...(demoLayout(1) as object), venueId: undefined });
  const buyer = await open(playhouse);
  await buyer.seesMap();
  const fingers = await Fingers.on(buyer);
  const section = await fingers.seatNear({ x: fingers.middle.x, y: fingers.middle.y - 60 });
  await buyer.page.mouse.click(section.x, section.y, { count: 2 });
  const seat = await fingers.seatNear({ x: section.x + 60, y: section.y });
  await buyer.page.mouse.click(seat.x, seat.y);
  await buyer.press('Check out');
  await buyer.sees('Waiting for payment');
  expect(await seatsBought(sessionCalls(service, playhouse))).toHaveLength(1);
});

test('a key that is held down takes the seat once', async () => {
  const buyer = await open(show);
  await buyer.sees('Best available');
  await buyer.tabTo('Seat map');
  await buyer.page.keyboard.down('Enter');
  await buyer.hears('Yours: Stalls, Row A, Seat 1');
  await buyer.page.keyboard.down('Enter');
  await buyer.page.keyboard.up('Enter');
  await buyer.press('Check out');
  await buyer.sees('Waiting for payment');
});

test('an answer that a later press has overtaken is not shown', async () => {
  const buyer = await open(show);
  await buyer.openRow('Stalls', 'Row A');
  await buyer.choose('Seat 1');
  await buyer.sees('1 ticket');
  await buyer.page.setRequestInterception(true);
  const late = lateRead(buyer);
  await buyer.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  const answer = await late;
  await buyer.choose('Seat 2');
  await buyer.sees('2 tickets');
  await buyer.page.evaluate(`
    window.totals = [];
    new MutationObserver(() => totals.push(document.querySelector('.total')?.textContent ?? ''))
      .observe(document.getElementById('order'), { subtree: true, childList: true, characterData: true })`);
  await answer();
  await buyer.choose('Seat 3');
  await buyer.sees('3 tickets');
  const totals = (await buyer.page.evaluate('totals')) as string[];
  expect(totals.filter((total) => total.startsWith('1 ticket'))).toEqual([]);
});

/** Resolves when the page reads its session, with a function that sends the answer of that moment. */
function lateRead({ page }: BuyerPage): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    page.on('request', (request: HTTPRequest) => {
      const isRead = request.method() === 'GET' && /\/session\/[^/]+$/.test(request.url());
      if (!isRead) {
        void request.continue();
        return;
      }
      fetch(request.url())
        .then((response) => response.text())
        .then((body) => resolve(() => request.respond({ status: 200, contentType: 'application/json', body })))
        .catch(reject);
    });
  });
}

test('an order that ran out while the computer slept is over when it wakes up', async () => {
  const buyer = await open(show);
  await buyer.press('Find the best seats');
  await buyer.sees('2 tickets');
  service.clock.advance(3_600_000);
  await buyer.page.evaluate('{ const now = Date.now; Date.now = () => now.call(Date) + 3_600_000; }');
  await buyer.sees('Your time has run out');
});

test('a buyer who pays stays with the payment when the stream is refused, and others read why', async () => {
  await using front = await FaultyFront.open(service.url);
  const [paying, choosing] = await Promise.all([open(show, {}, front.url), open(show, {}, front.url)]);
  await choosing.sees('Best available');
  await paying.press('Find the best seats');
  await paying.press('Check out');
  await paying.sees('Waiting for payment');
  const refusal = problemFault(403, 'NOT_ENABLED');
  front.fail('/changes?', refusal, refusal);
  front.cut();
  await choosing.sees('No online sale');
  expect(await choosing.page.evaluate('getComputedStyle(document.getElementById("map")).visibility')).toBe('hidden');
  const streams = () => front.requests.filter(({ path }) => path.includes('/changes?')).length;
  await eventually(() => streams() >= 4);
  succeeded(await calls.confirm(succeeded(await calls.list()).body[0].id));
  await paying.sees('You are going!');
});

test('new prices are shown also when the layout cannot be read again', async () => {
  await using front = await FaultyFront.open(service.url);
  const buyer = await open(show, {}, front.url);
  await buyer.seesMap();
  await buyer.seesNot('25');
  front.fail('/v1.0/event/?', ...Array.from({ length: 5 }, () => ({ lost: 'request' as const })));
  const { token: key } = service.catalog.organization;
  const body = { seats: [{ objectId: show.seats[9], assignmentId: show.prices[1] }], groupOfSeats: [] };
  const path = `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;
  succeeded(await service.call('POST', path, { key, body }));
  service.clock.advance(250);
  // 24 places and a seat have the second price now.
  await buyer.sees('25');
});

test('a buyer who cannot reach the queue is told so, and joins it when it can be reached', async () => {
  const { token: key } = service.catalog.organization;
  const path = `/api/private/v2.0/events/${show.eventId}/admission`;
  succeeded(await service.call('PUT', path, { key, body: { mode: 'QUEUE', ratePerMinute: 0 } }));
  // In the browser: it repeats a request that is lost on a kept connection by itself, as often as it has such connections.
  const script = `
    const real = window.fetch;
    window.isLost = true;
    window.fetch = (request) => isLost && request.url.includes('/queue/') ? Promise.reject(new TypeError()) : real(request);`;
  const buyer = await open(show, { script });
  await buyer.sees('The box office cannot be reached');
  await buyer.page.evaluate('window.isLost = false');
  await buyer.sees('You are in line');
});

test('a map whose pictures the browser has lost is drawn again', async () => {
  const buyer = await open(show);
  await buyer.seesMap();
  // In one step, because the page may draw again at any time.
  const isLost = await buyer.page.evaluate(`{
    const canvas = document.querySelector('#map canvas');
    const context = canvas.getContext('2d');
    window.drawn = canvas.toDataURL();
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, canvas.width, canvas.height);
    canvas.toDataURL() !== drawn;
  }`);
  expect(isLost).toBe(true);
  await buyer.page.evaluate(`document.querySelector('#map canvas').dispatchEvent(new Event('contextrestored'))`);
  await eventually(() => buyer.page.evaluate(`document.querySelector('#map canvas').toDataURL() === drawn`));
});
