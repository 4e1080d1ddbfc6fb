/**
 * The till of the console, in a real browser: seats sold in three presses, picked on the map, by keys alone and by touch; refusals,
 * lost answers, and what roles are offered.
 */
import { overflowOf } from '../support/accessibility.ts';
import { eventually } from '../support/eventually.ts';
import { FaultyFront } from '../support/faulty-front.ts';
import { ask, calls, service, show, useHall } from '../support/hall.ts';
import { page, shown, useConsole } from '../support/opened-console.ts';
import { hire } from '../support/people-calls.ts';
import { keepPicture, looksRight } from '../support/pictures.ts';
import { setMode } from '../support/read-only.ts';
import { succeeded } from '../support/session-calls.ts';

const theatre = {
  name: 'Hall',
  sections: [
    { name: 'Stalls', rows: ['A', 'B'].map((name) => ({ name, seatCount: 20 })) },
    { name: 'Circle', rows: [{ name: 'A', seatCount: 12 }] },
    { name: 'Floor', ga: true, capacity: 20 },
  ],
};

useHall({ layout: theatre });
useConsole();

/** The purchases as `places amount`, the latest first. */
async function purchases(): Promise<readonly string[]> {
  const sessions = succeeded(await calls.list()).body as { state: string; cartSize: number; total: number }[];
  return sessions.filter(({ state }) => state === 'CONFIRMED').map(({ cartSize, total }) => `${cartSize} ${total}`);
}

async function openTill(free = 52): Promise<void> {
  await shown.go(`#/events/${show.eventId}/box-office`);
  await shown.see(`${free} free`);
}

/** The person with this role is logged in instead, until the page is loaded anew with `was`. */
async function become(role: 'BOX_OFFICE' | 'VIEWER'): Promise<() => Promise<void>> {
  const { token, refreshToken } = await hire(service, role);
  const was = String(await page.evaluate('sessionStorage["usher-console"]'));
  const enter = async (login: string): Promise<void> => {
    await page.evaluate(`sessionStorage["usher-console"] = ${JSON.stringify(login)}`);
    await page.reload();
    await page.waitForSelector('.top-bar');
  };
  await enter(JSON.stringify({ ...JSON.parse(was), token, refreshToken, family: role }));
  return () => enter(was);
}

const focused = () => page.evaluate('document.activeElement.id');
const linesShown = () =>
  page.$$eval('.till-cart .cart-lines > li > span:first-child', (found) => found.map(({ textContent }) => textContent));
const pressed = (selector: string) => shown.pressAt(selector);
const first = () => show.seats[0] as number;

beforeAll(() => page.setViewport({ width: 1440, height: 900 }));

test('two best seats are sold in three presses', async () => {
  await openTill();
  await shown.press('2');
  await pressed('.offer');
  await shown.see('2 places');
  expect(await linesShown()).toEqual(['Stalls, row A, seat 10', 'Stalls, row A, seat 11']);
  await looksRight(page, 'console-till-cart');
  await pressed('#till-sell');
  await shown.see('Next sale');
  expect(await purchases()).toEqual(['2 90']);
  await looksRight(page, 'console-till-sold');
  await shown.press('Next sale');
  await shown.see('Choose a number and a price');
});

test('by keys alone, and a field keeps its keys', async () => {
  await openTill();
  await page.keyboard.press('3');
  await page.keyboard.press('a');
  await eventually(async () => (await focused()) === 'till-sell');
  await shown.fillIn('Name of the customer', 'Ada 9 Lovelace');
  await page.focus('#till-sell');
  expect(await linesShown()).toHaveLength(3);
  await page.keyboard.press('Enter');
  await eventually(async () => (await focused()) === 'till-next');
  expect(await purchases()).toEqual(['3 135']);
  await page.keyboard.press('Enter');
  await shown.see('Choose a number and a price');
  // The arrows go from price to price; the second one is the area.
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await shown.see('2 × Floor');
  await page.keyboard.press('Escape');
  await shown.see('Choose a number and a price');
  await shown.pressAt('::-p-aria([name="Keys of the till"][role="checkbox"])');
  await page.focus('main');
  await page.keyboard.press('a');
  await shown.pressAt('::-p-aria([name="Keys of the till"][role="checkbox"])');
  await page.focus('main');
  await page.keyboard.press('b');
  await shown.see('1 × Floor');
  expect(await linesShown()).toEqual(['1 × Floor']);
  await page.keyboard.press('Escape');
});

test('seats are picked on the map, and a reload finds the sale again', async () => {
  await openTill();
  await page.focus('.map-surface');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await shown.see('1 place');
  const before = await linesShown();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await shown.see('2 places');
  await page.reload();
  await shown.see('This sale was not finished.');
  expect(await linesShown()).toHaveLength(2);
  await pressed(`[aria-label="Give back ${before[0]}"]`);
  await eventually(async () => (await linesShown()).length === 1);
  await shown.press('Give everything back');
  await shown.see('Choose a number and a price');
  const { seatsOnEvent } = await calls.assignments();
  expect(new Set(seatsOnEvent.map(({ state }: { readonly state: string }) => state))).toEqual(new Set(['ACTIVE']));
});

test('on a phone, by touch', async () => {
  await page.setViewport({ width: 390, height: 844, hasTouch: true, isMobile: true });
  await openTill();
  await page.tap('.count-pad .button:nth-of-type(4)');
  await page.tap('.offer');
  await shown.see('4 places');
  await eventually(async () => (await focused()) === 'till-sell');
  expect(await overflowOf(page)).toBe(0);
  await keepPicture(page, 'console-till-phone');
  await page.tap('#till-sell');
  await shown.see('Next sale');
  expect(await purchases()).toEqual(['4 180']);
  await page.tap('#till-next');
  await page.setViewport({ width: 1440, height: 900 });
});

test('ticket types are counted before the best seats are chosen', async () => {
  const ticketTypes = [
    { id: 'adult', name: 'Adult', amount: 4_500 },
    { id: 'child', name: 'Child', amount: 2_000 },
  ];
  const body = [{ id: show.prices[0], name: 'Seats', amount: 4_500, currency: 'EUR', ticketTypes }];
  succeeded(await ask('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, body));
  await openTill();
  await shown.press('2');
  await pressed('.offer:nth-of-type(1)');
  await shown.press('1');
  await pressed('.offer:nth-of-type(2)');
  await looksRight(page, 'console-till-types');
  await shown.press('Choose the 3 best places');
  await shown.see('€110.00');
  await pressed('#till-sell');
  await shown.see('Next sale');
  expect(await purchases()).toHaveLength(1);
  await shown.see('Child, €20.00');
  await shown.press('Next sale');
});

test('a refusal says what to do, and offers other seats', async () => {
  await calls.open([first()]);
  await openTill(51);
  await page.focus('.map-surface');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await shown.see('No longer free: Stalls, row A, seat 1. Take others.');
  await looksRight(page, 'console-till-refused');
  await shown.pressAt('#till-instead');
  await shown.see('1 place');
  await setMode({ reason: 'Back soon.', until: null }, service);
  await pressed('.offer');
  await shown.see('The service does not take orders at the moment.');
  await setMode(null, service);
  service.clock.advance(3_600_000);
  await pressed('.offer');
  await shown.see('The time of the last sale was over');
});

test('an answer that is lost is asked for again, and nothing is taken or sold twice', async () => {
  await using front = await FaultyFront.open(service.url);
  await page.goto(`${front.url}/console/`);
  await page.waitForSelector('input[type=email]');
  await shown.logIn();
  await openTill();
  const lost = Array.from({ length: 20 }, () => ({ lost: 'answer' }) as const);
  front.fail('/lock', ...lost);
  await shown.press('2');
  await pressed('.offer');
  await shown.see('No answer came.');
  await looksRight(page, 'console-till-no-answer');
  front.forgive();
  await shown.press('Try again');
  await shown.see('2 places');
  front.fail('/confirm', ...lost);
  await pressed('#till-sell');
  await shown.see('No answer came.');
  front.forgive();
  await page.reload();
  await shown.see('Next sale');
  expect(await purchases()).toEqual(['2 90']);
  const { seatsOnEvent } = await calls.assignments();
  expect(seatsOnEvent.filter(({ state }: { readonly state: string }) => state !== 'ACTIVE')).toHaveLength(2);
  await page.goto(`${service.url}/console/`);
  await page.waitForSelector('.top-bar, input[type=email]');
  await shown.logIn();
});

test('a viewer is offered no box office', async () => {
  const back = await become('VIEWER');
  await shown.go(`#/events/${show.eventId}/orders`);
  await shown.see('Orders');
  expect(await shown.text()).not.toContain('Box office');
  await shown.go(`#/events/${show.eventId}/box-office`);
  await shown.see('Your role may not sell.');
  await back();
});

test('the box office sells, and undoes a purchase for a day', async () => {
  const back = await become('BOX_OFFICE');
  await openTill();
  await pressed('.offer');
  await pressed('#till-sell');
  await shown.see('Next sale');
  expect(await purchases()).toEqual(['1 45']);
  await back();
});

test('nothing in all this was an error of the page', () => {
  expect(shown.complaints).toEqual([]);
});
