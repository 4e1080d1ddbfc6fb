/**
 * The buyer's page in each of its main states, in both themes, and on unusual screens: is it usable with a screen
 * reader, does everything fit, and do fingers move the map? Leaves pictures in test/pictures.
 */
import { demoLayout } from '../../src/demo-venue.ts';
import { onDevice, waitForMap } from '../first-picture/first-picture.ts';
import { controlsHeard, overflowOf, seriousFindings } from '../support/accessibility.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { browser, open, useBuyers } from '../support/buyers.ts';
import { Fingers } from '../support/fingers.ts';
import { keepPicture } from '../support/pictures.ts';
import { applySettings, openPricedShow, type Show } from '../support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';
import { service, useService } from '../support/shared-service.ts';
import { longName, wordyHall } from '../support/wordy-hall.ts';

let playhouse: Show;

useService();
useBuyers();

beforeAll(async () => {
  playhouse = await openPricedShow(service, { ...(demoLayout(1) as object), venueId: undefined });
});

async function setAdmission(show: Show, body: object): Promise<void> {
  const { token: key } = service.catalog.organization;
  succeeded(await service.call('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, { key, body }));
}

/** What is wrong with the page as it is, in these themes; takes a picture of each. */
async function faults({ page }: BuyerPage, name: string, themes = ['light', 'dark']): Promise<string[]> {
  const found: string[] = [];
  for (const value of themes) {
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    found.push(...(await seriousFindings(page)));
    await keepPicture(page, `map-${name}-${value}`);
  }
  const nameless = (await controlsHeard(page)).filter((control) => control.endsWith(': '));
  return [...found, ...nameless].map((fault) => `${name}: ${fault}`);
}

test('every state of a purchase is usable with a screen reader, in the light and in the dark', async () => {
  await applySettings(service, { orphanSeatPrevention: true });
  const show = await openPricedShow(service, rowsHall);
  const buyer = await open(show);
  const found: string[] = [];
  const check = async (name: string): Promise<void> => void found.push(...(await faults(buyer, name)));
  await buyer.sees('Best available');
  await check('choosing');
  await buyer.openRow('Stalls', 'Row A');
  await buyer.choose('Seat 2');
  await buyer.sees('One seat would be left alone');
  await check('refused');
  await buyer.press('Take Stalls, Row A, Seat 1 as well');
  await buyer.sees('2 tickets');
  await buyer.press('Show the map');
  await check('cart');
  await buyer.press('Check out');
  await buyer.sees('Waiting for payment');
  await check('paying');
  const calls = sessionCalls(service, show);
  succeeded(await calls.confirm(succeeded(await calls.list()).body[0].id));
  await buyer.sees('You are going!');
  await check('confirmed');
  await applySettings(service, {});
  expect(found).toEqual([]);
});

test('every state without a map is usable with a screen reader, in the light and in the dark', async () => {
  const show = await openPricedShow(service, rowsHall);
  const found: string[] = [];
  const check = async (buyer: BuyerPage, name: string): Promise<void> =>
    void found.push(...(await faults(buyer, name)));
  const opensAt = new Date(service.clock.now() + 60_000).toISOString();
  await setAdmission(show, { mode: 'QUEUE', opensAt });
  const early = await open(show);
  await early.sees('You are early');
  await check(early, 'early');
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 0 });
  const waiting = await open(show);
  await waiting.sees('You are in line');
  await check(waiting, 'waiting');
  await setAdmission(show, { mode: 'PASS' });
  const uninvited = await open(show);
  await uninvited.sees('You need an invitation');
  await check(uninvited, 'pass');
  const unknown = await open({ ...show, eventId: playhouse.eventId.replaceAll(/[0-9a-f]/g, '0') });
  await unknown.sees('There is no such event');
  await check(unknown, 'unknown');
  const { token: key } = service.catalog.organization;
  await setAdmission(show, { mode: 'OPEN' });
  const path = `/api/private/v2.0/events/${show.eventId}/status`;
  succeeded(await service.call('POST', path, { key, body: { status: 'ARCHIVED' } }));
  const late = await open(show);
  await late.sees('This event is over');
  await check(late, 'closed');
  expect(found).toEqual([]);
});

test('every refusal and every piece of bad news is shown, and usable with a screen reader', async () => {
  const show = await openPricedShow(service, rowsHall);
  const calls = sessionCalls(service, show);
  const buyer = await open(show);
  const found: string[] = [];
  const check = async (name: string): Promise<void> => void found.push(...(await faults(buyer, name, ['light'])));
  await buyer.sees('Best available');
  await buyer.page.select('.best select', '10');
  await buyer.press('Find the best seats');
  await buyer.sees('Not that many together');
  await check('apart');
  await buyer.press('Seats may be in neighbouring rows');
  await buyer.sees('10 tickets');
  await buyer.tabTo('Seat map');
  await buyer.hears('Row A, Seat 1');
  await buyer.key('ArrowDown', 'ArrowDown');
  await buyer.hears('Row C, Seat 1, 45.00 EUR, Available, Your order is full');
  await buyer.key('Enter');
  await buyer.sees('One order can hold 10 tickets');
  await check('full');
  const session = succeeded(await calls.list()).body[0].id;
  const { seats } = await calls.cart(session);
  const others = show.seats.filter((seat) => !seats.includes(seat));
  const places = [
    [show.areas[0], 20],
    [show.areas[1], 4],
  ] as const;
  succeeded(await calls.book('block', bookingOf(others, places)));
  await buyer.sees('Seats that are given back appear here at once');
  await check('sold-out');
  succeeded(await calls.book('unblock', bookingOf(others, places)));
  await buyer.seesNot('Seats that are given back appear here at once');
  succeeded(await calls.withdraw(session));
  await buyer.press('Check out');
  await buyer.sees('Your order was cancelled');
  await check('cancelled');
  await buyer.press('Choose again');
  await buyer.sees('Choose seats on the map');
  await buyer.page.setOfflineMode(true);
  await buyer.sees('Connection lost');
  await check('offline');
  await buyer.page.setOfflineMode(false);
  await buyer.seesNot('Connection lost');
  expect(found).toEqual([]);
});

test('a seat that goes while it is being chosen, and an order whose time runs out, are shown', async () => {
  const show = await openPricedShow(service, rowsHall);
  const calls = sessionCalls(service, show);
  const buyer = await open(show);
  const found: string[] = [];
  const check = async (name: string): Promise<void> => void found.push(...(await faults(buyer, name)));
  await buyer.openRow('Stalls', 'Row A');
  await buyer.choose('Seat 1');
  await buyer.sees('1 ticket');
  await buyer.before('/lock', async () => void (await calls.open([show.seats[2] as number])));
  await buyer.choose('Seat 3');
  await buyer.sees('This seat is gone');
  await check('gone');
  service.clock.advance(850_000);
  await buyer.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await buyer.sees('Please check out soon');
  await check('running-out');
  service.clock.advance(60_000);
  await buyer.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
  await buyer.sees('Your time has run out');
  await check('over');
  expect(found).toEqual([]);
});

test('a section whose name has commas is named whole in the order', async () => {
  const buyer = await open(await openPricedShow(service, wordyHall));
  await buyer.openRow('Orchestra', 'Row B');
  await buyer.choose('Seat 3');
  await buyer.sees('1 ticket');
  const line = (await buyer.page.$eval('.lines .line__name', (found) => found.textContent)) as string;
  expect(line).toBe(`Row B, Seat 3${longName}`);
});

test.each([
  ['a small phone', { width: 320, height: 568, pixelRatio: 3, isTouch: true }],
  ['a phone on its side', { width: 740, height: 360, pixelRatio: 2, isTouch: true }],
  ['a screen of 3840 × 2160', { width: 3840, height: 2160 }],
])('on %s nothing is cut off', async (name, screen) => {
  const file = name.replaceAll(/\W+/g, '-');
  for (const [hall, show] of [
    ['playhouse', playhouse],
    ['words', await openPricedShow(service, wordyHall)],
  ] as const) {
    const buyer = await open(show, screen);
    await buyer.sees('Show as a list');
    await keepPicture(buyer.page, `map-${hall}-${file}`);
    expect(await overflowOf(buyer.page)).toBe(0);
    await buyer.press('Show as a list');
    await buyer.sees(hall === 'words' ? longName : 'Dress circle');
    await keepPicture(buyer.page, `map-${hall}-list-${file}`);
    expect(await overflowOf(buyer.page)).toBe(0);
  }
});

test('two fingers zoom the map, one moves it, a tap shows the seat under it; the page itself stays as it is', async () => {
  const buyer = await open(playhouse, { width: 360, height: 640, pixelRatio: 2, isTouch: true });
  await buyer.seesMap();
  const fingers = await Fingers.on(buyer);
  const { middle } = fingers;
  const stalls = { x: middle.x, y: middle.y - 60 };
  await fingers.pinch(stalls, 10, 110);
  const seat = await fingers.seatNear(stalls);
  await fingers.tap(seat);
  await buyer.press('Hold this seat');
  const taken = await fingers.heard('Yours: ');
  const moved = { x: seat.x - 60, y: seat.y + 40 };
  await fingers.drag(seat, moved);
  await fingers.tap(moved);
  await buyer.press('Give back');
  expect(await fingers.heard('Given back: ')).toBe(taken);
  await fingers.pinch(stalls, 60, 48);
  await fingers.tap({ x: stalls.x + (moved.x - stalls.x) * 0.8, y: stalls.y + (moved.y - stalls.y) * 0.8 });
  await buyer.press('Hold this seat');
  expect(await fingers.heard('Yours: ')).toBe(taken);
  await keepPicture(buyer.page, 'map-playhouse-near');
  expect(await buyer.page.evaluate('visualViewport.scale + scrollY')).toBe(1);
});

test('a map whose place gets another size is never black, not for one frame', async () => {
  const buyer = await open(playhouse);
  await waitForMap(buyer.page);
  // Told after the map itself, before the frame is shown.
  const corners = (await buyer.page.evaluate(`new Promise((resolve) => {
    const canvas = document.querySelector('.map canvas');
    const seen = [];
    new ResizeObserver((_, observer) => {
      seen.push([...canvas.getContext('2d').getImageData(2, 2, 1, 1).data.slice(0, 3)]);
      if (seen.length === 4) resolve(seen);
      else canvas.parentElement.style.height = (200 + 20 * seen.length) + 'px';
    }).observe(canvas.parentElement);
  })`)) as readonly (readonly number[])[];
  expect(corners.filter((colour) => colour.every((part) => part === 0))).toEqual([]);
  expect(corners).toHaveLength(4);
});

const pageOf = ({ eventId }: Show): string =>
  `${service.url}/map/?event=${eventId}&key=${service.catalog.organization.publicKey}`;

/** The paths of the calls of a buyer's page until the seats are drawn, in their order. */
async function askedBy(show: Show): Promise<string[]> {
  const asked: string[] = [];
  await onDevice(browser(), 'desktop', async (page) => {
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace(show.eventId, 'ID')));
    await page.goto(pageOf(show));
    await waitForMap(page);
  });
  return asked;
}

const map = ['/api/public/v1.0/event/', '/api/public/v1.0/event/prices/'];
const others = ['admission/', 'face/'].map((name) => `/api/public/v2.0/event/ID/${name}`);
const files = ['main.css', 'main.js'].map((name) => `/pages/map/${name}`);

test('the first buyer waits for three things in turn: the page, its script, and the seats', async () => {
  const asked = await askedBy(await openPricedShow(service, rowsHall));
  expect(asked[0]).toBe('/map/');
  // The document names what is on and how buyers are let in, and the script does not ask for them again.
  expect(asked.slice(1, 5).toSorted()).toEqual([...others, ...files]);
  expect(asked.slice(5, 7)).toEqual(map);
  expect(asked.filter((path) => /face|admission|main/.test(path))).toHaveLength(4);
});

test('the next buyer of an event that lets everybody in waits for the page, and for the rest at once', async () => {
  const show = await openPricedShow(service, rowsHall);
  await askedBy(show);
  const asked = await askedBy(show);
  expect(asked.slice(1, 7).toSorted()).toEqual([...map, ...others, ...files].toSorted());
  expect(asked.filter((path) => /face|admission|main|v1/.test(path))).toHaveLength(6);
});

test('the document of an event names the map only while it lets everybody in', async () => {
  const show = await openPricedShow(service, rowsHall);
  const read = async (): Promise<boolean> => {
    const { publicKey } = service.catalog.organization;
    succeeded(await service.call('GET', `/api/public/v2.0/event/${show.eventId}/admission/?publicKey=${publicKey}`));
    const response = await fetch(pageOf(show));
    return response.headers.get('Link')?.includes('/prices/') === true;
  };
  expect(await read()).toBe(true);
  await setAdmission(show, { mode: 'QUEUE', ratePerMinute: 600 });
  expect(await read()).toBe(false);
  await setAdmission(show, { mode: 'OPEN' });
  expect(await read()).toBe(true);
});
