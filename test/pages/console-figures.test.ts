/**
 * The console at a cluster of two nodes, in a real browser: its figures are those of both, also when it is asked at the
 * node that does not own the event, and after a reload. Webhooks are sent to a real receiver.
 */
import type { Page } from 'puppeteer-core';
import { patientPage, startBrowser, type TestBrowser } from '../support/browser.ts';
import { showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { admitPerson, ConsolePage } from '../support/console-page.ts';
import { eventually } from '../support/eventually.ts';
import { feedSettled } from '../support/feed-calls.ts';
import { keepPicture } from '../support/pictures.ts';
import { answer, startReceiver } from '../support/receiver.ts';
import type { Show, TestService } from '../support/service.ts';
import { bookingOf, sessionCalls, succeeded } from '../support/session-calls.ts';
import { letTimePass, webhookCalls } from '../support/webhook-calls.ts';

const stepMs = 5_000;
const minuteMs = 60_000;

let cluster: TestCluster;
let chromium: TestBrowser;
let nodes: readonly TestService[];
let front: TestService;
let page: Page;
let shown: ConsolePage;

beforeAll(async () => {
  const settings = { WEBHOOKS_ALLOW_PRIVATE: '1', STREAM_TICK_MS: '10' };
  [chromium, cluster] = await Promise.all([startBrowser(), startTestCluster(2, { settings })]);
  nodes = cluster.nodes;
  [front] = cluster.nodes as [TestService];
  await admitPerson(front.catalog);
  page = await patientPage(chromium.browser);
  shown = new ConsolePage(page);
  await page.setViewport({ width: 1280, height: 900 });
  await page.goto(`${front.url}/console/`);
  await page.waitForSelector('input[type=email]');
  await shown.logIn();
});

afterAll(async () => {
  await chromium.close();
  await cluster.close();
});

/** All nodes share the time. */
function advance(ms: number): void {
  for (const { clock } of nodes) clock.advance(ms);
}

/** What a screen reader says of the first plot. */
function buying(): Promise<string> {
  return page.$eval('.plot-area', (found) => found.getAttribute('aria-label') ?? '');
}

/** The page reads at once, as when a person comes back to it. */
function lookAgain(): Promise<unknown> {
  return page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
}

async function tile(label: string): Promise<string> {
  const tiles = (await page.$$eval('.tile', (found) => found.map((one) => one.textContent))) as string[];
  return tiles.find((text) => text.startsWith(label)) ?? '';
}

async function buyAt(node: TestService, show: Show, seats: readonly number[]): Promise<void> {
  const calls = sessionCalls(node, show);
  const session = await calls.open(seats);
  succeeded(await calls.checkout(session));
  succeeded(await calls.confirm(session));
}

test('the figures of an event on another node are whole, whichever node the buyers use, and an hour of them is there after a reload', async () => {
  const [show, owner] = await showElsewhere(nodes, front);
  const seatsAt = (from: number, to: number): number[] => show.seats.slice(from, to);
  await buyAt(front, show, seatsAt(0, 2));
  await buyAt(owner, show, seatsAt(2, 4));
  advance(stepMs);
  // Nothing happens for most of an hour.
  for (const { clock } of nodes) clock.leap(58 * minuteMs);
  await sessionCalls(front, show).open([show.seats[6] as number]);
  advance(stepMs);
  await shown.go(`#/events/${show.eventId}`);
  const whole = async (): Promise<boolean> => {
    expect(await tile('Sold')).toContain('Sold4');
    expect(await tile('Held')).toContain('Held1');
    // Two holds in the first five seconds, one in the last.
    expect(await buying()).toContain('Holds: now 0.2, highest 0.4');
    expect(await buying()).toContain('Confirmations: now 0.0, highest 0.4');
    return true;
  };
  await eventually(whole);
  await page.reload();
  await eventually(whole);
  await shown.see('Sold to a session\n4');
  await keepPicture(page, 'console-live');
});

test('a webhook is tested, and a delivery that failed is sent again, to a real receiver', async () => {
  await using receiver = await startReceiver(answer(204));
  const calls = webhookCalls(front);
  const { id } = await calls.create(receiver.url, ['booking.blocked']);
  await shown.go(`#/webhooks/${id}`);
  await shown.press('Send a test');
  await receiver.seen(({ length }) => length === 1);
  expect(receiver.requests.map(({ body }) => body.type)).toEqual(['webhook.test']);
  await shown.press('Done');
  receiver.reply = answer(500);
  const [show, owner] = await showElsewhere(nodes, front);
  succeeded(await sessionCalls(front, show).book('block', bookingOf([show.seats[0]])));
  await feedSettled(owner);
  const failed = await calls.deliveryWhen(id, ({ lastStatus }) => lastStatus === 500);
  await lookAgain();
  receiver.reply = answer(204);
  await shown.pressAt(`::-p-aria(Send again: booking.blocked ${failed.id})`);
  await shown.see('booking.blocked is sent again.');
  await eventually(async () => {
    for (const node of nodes) await letTimePass(node, 1000);
    return receiver.requests.length === 3;
  });
  await calls.deliveryWhen(id, ({ state }) => state === 'DELIVERED');
  await lookAgain();
  await page.waitForSelector('tbody .badge.good');
  await keepPicture(page, 'console-webhook');
  expect(receiver.requests.at(-1)?.id).toBe(receiver.requests.at(-2)?.id);
});

test('nothing in all this was an error of the page, and no address had a token in it', async () => {
  expect(shown.complaints).toEqual([]);
  const addresses = (await page.evaluate(
    '[location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]',
  )) as string[];
  const { token } = await page.evaluate(() => JSON.parse(sessionStorage.getItem('usher-console') ?? '{}'));
  expect(token.length).toBeGreaterThan(20);
  expect(addresses.filter((address) => address.includes(token) || /usher_log_/.test(address))).toEqual([]);
});
