/**
 * The page of `docs/live.md` in a real browser, on another origin than the service: follows an event, and comes back by
 * itself after its node was killed; behind nginx as docker-compose.yml configures it, if nginx is installed, at another
 * node.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { Page } from 'puppeteer-core';
import { listen } from '#http/server/server.ts';
import { findNginx, startFront } from '../../bench/stand/cluster/front.ts';
import { freePort } from '../../bench/stand/free-port.ts';
import type { SeatNews } from '../../src/client/index.ts';
import { patientPage, startBrowser, type TestBrowser } from '../support/browser.ts';
import { openCatalog } from '../support/catalog.ts';
import { showElsewhere } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import type { Show } from '../support/service.ts';
import { sessionCalls, succeeded } from '../support/session-calls.ts';

/** What the page keeps beside the documented script. */
declare const bookable: Set<number>;
declare const told: SeatNews[];

/** A killed node's events are free after this time. */
const leaseMs = 2_500;

let catalog: Awaited<ReturnType<typeof openCatalog>>;
let redis: RedisServer;
let chromium: TestBrowser;
let port: number;
let node: NodeProcess;
let other: NodeProcess;
let shop: Server | null = null;

const start = (settings: Record<string, string> = {}) =>
  startNodeProcess(catalog, [redis.url], { LEASE_MS: String(leaseMs), ...settings });
const startWatched = () => start({ PORT: String(port) });

beforeAll(async () => {
  [catalog, redis, port] = await Promise.all([openCatalog(), startRedis(), freePort()]);
  [chromium, node, other] = await Promise.all([startBrowser(), startWatched(), start()]);
});

/** No page of an earlier test watches. */
afterEach(async () => {
  for (const page of await chromium.browser.pages()) await page.goto('about:blank');
});

afterAll(async () => {
  await chromium.close();
  shop?.closeAllConnections();
  shop?.close();
  await Promise.all([node.kill(), other.kill()]);
  await redis.stop();
  await catalog.close();
});

/** The documented page for this event, which also keeps what it was told. */
async function pageOf(show: Show, baseUrl: string): Promise<string> {
  const document = await readFile(new URL('../../docs/live.md', import.meta.url), 'utf8');
  const script = /^```js\n([\s\S]*?)^```$/m.exec(document)?.[1] as string;
  const known = `const event = '${show.eventId}', key = '${catalog.organization.publicKey}', told = [];`;
  const followed = script
    .replaceAll('http://127.0.0.1:8080', baseUrl)
    .replace('new Set();', 'new Set(); Object.assign(window, { told, bookable });')
    .replace('function apply(news) {', 'function apply(news) { told.push(news);');
  return `<script type="module">${known}${followed}</script>`;
}

async function open(show: Show, baseUrl = node.url): Promise<Page> {
  shop?.close();
  const html = await pageOf(show, baseUrl);
  shop = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(html));
  const page = await patientPage(chromium.browser);
  await page.goto(`http://127.0.0.1:${await listen(shop, 0, '127.0.0.1')}/`);
  await page.waitForFunction(() => typeof told === 'object' && told.some(({ kind }) => kind === 'prices'));
  return page;
}

const toldTo = (page: Page): Promise<typeof told> => page.evaluate(() => told);
const bookableAt = async (page: Page): Promise<number[]> => (await page.evaluate(() => [...bookable])).sort();

/** Both nodes know of each other. */
async function bothKnown(): Promise<void> {
  await eventually(async () => {
    const peers = await Promise.all([node, other].map((one) => one.metric('usher_peers')));
    return peers.every((count) => count === 1);
  });
}

/** Holds a seat as soon as the events of a killed node have another owner; resolves with the session. */
async function holdAfterKill(at: NodeProcess, show: Show, seat: number): Promise<string> {
  const calls = sessionCalls(at, show);
  const session = await eventually(async () => {
    const { status, body } = await calls.create('meanwhile');
    return status < 300 ? (body.sessionId as string) : null;
  });
  await eventually(async () => (await calls.lock(session, [seat])).status === 200);
  return session;
}

/** Kills the page's node, holds a seat at the other one, and starts the node again on the same port. */
async function changeWhileDown(show: Show, seat: number, page: Page): Promise<string> {
  await node.kill();
  const session = await holdAfterKill(other, show, seat);
  expect(await bookableAt(page)).toContain(seat);
  node = await startWatched();
  await page.waitForFunction((id) => !bookable.has(id), {}, seat);
  return session;
}

test('a page on another origin sees every change, and resumes by itself after its node was killed', async () => {
  await bothKnown();
  const [show] = await showElsewhere([node, other], node);
  const page = await open(show);
  expect(await bookableAt(page)).toEqual([...show.seats].sort());
  for (const seat of show.seats.slice(0, 5)) {
    await sessionCalls(other, show).open([seat]);
    await page.waitForFunction((id) => !bookable.has(id), {}, seat);
    const change = (await toldTo(page)).findLast(({ kind }) => kind === 'change');
    expect(change).toMatchObject({ taken: [seat] });
  }
  const before = await toldTo(page);
  const seat = show.seats[7] as number;
  const session = await changeWhileDown(show, seat, page);
  const [change] = (await toldTo(page)).slice(before.length);
  expect(change).toMatchObject({ kind: 'change', taken: [seat] });
  succeeded(await sessionCalls(other, show).cancel(session));
  await page.waitForFunction((id) => bookable.has(id), {}, seat);
  expect(await bookableAt(page)).toEqual(show.seats.slice(5).toSorted());
});

test('a page whose event was on the killed node shows what a new page shows', async () => {
  await bothKnown();
  const [show] = await showElsewhere([node, other], other);
  const page = await open(show);
  await sessionCalls(other, show).open([show.seats[0] as number]);
  await changeWhileDown(show, show.seats[7] as number, page);
  const left = show.seats.filter((_, at) => at !== 0 && at !== 7);
  await eventually(async () => {
    expect(await bookableAt(page)).toEqual(left.toSorted());
    return true;
  });
});

const isInstalled = findNginx() !== null;
(isInstalled ? test : test.skip)('behind nginx, a page whose node was killed resumes at another node', async () => {
  await bothKnown();
  const ports = [node, other].map(({ url }) => Number(new URL(url).port));
  // The third node of the configuration does not run.
  const front = await startFront(await freePort(), [...ports, await freePort()]);
  try {
    const [show] = await showElsewhere([node, other], node);
    const page = await open(show, `http://127.0.0.1:${front?.port}`);
    const [asked, left] = await eventually(async () => {
      const [here, there] = await Promise.all([node, other].map((one) => one.metric('usher_stream_viewers')));
      if (here === there) return null;
      return here === 1 ? ([node, other] as const) : ([other, node] as const);
    });
    const [first, second] = show.seats as [number, number];
    await sessionCalls(left, show).open([first]);
    await page.waitForFunction((id) => !bookable.has(id), {}, first);
    const before = await toldTo(page);
    await asked.kill();
    await holdAfterKill(left, show, second);
    await page.waitForFunction((id) => !bookable.has(id), {}, second);
    const later = (await toldTo(page)).slice(before.length);
    expect(later.map(({ kind }) => kind)).not.toContain('prices');
    expect(await bookableAt(page)).toEqual(show.seats.slice(2).toSorted());
  } finally {
    await front?.stop();
  }
});
