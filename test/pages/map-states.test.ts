/**
 * The buyer's page in each of its main states, in the light and in the dark, and on unusual screens: what a screen reader
 * would stumble over, what does not fit, and how fingers move the map. Leaves pictures in test/pictures.
 */
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { CDPSession } from 'puppeteer-core';
import { demoLayout } from '../../src/demo-venue.ts';
import { firstPictures } from '../first-picture/first-picture.ts';
import { controlsHeard, overflowOf, seriousFindings } from '../support/accessibility.ts';
import { startBrowser, type TestBrowser } from '../support/browser.ts';
import { BuyerPage, type BuyerPageOptions } from '../support/buyer-page.ts';
import { keepPicture } from '../support/pictures.ts';
import { applySettings, openPricedShow, type Show, startTestService, type TestService } from '../support/service.ts';
import { rowsHall, sessionCalls, succeeded } from '../support/session-calls.ts';
import { longName, wordyHall } from '../support/wordy-hall.ts';

let chromium: TestBrowser;
let service: TestService;
let playhouse: Show;
let opened: BuyerPage[] = [];

beforeAll(async () => {
  [chromium, service] = await Promise.all([startBrowser(), startTestService()]);
  playhouse = await openPricedShow(service, { ...(demoLayout(1) as object), venueId: undefined });
}, 60_000);

afterEach(async () => {
  const errors = opened.flatMap((buyer) => buyer.errors);
  for (const buyer of opened) await buyer.close();
  opened = [];
  expect(errors).toEqual([]);
});

afterAll(async () => {
  await chromium.close();
  await service.close();
});

async function open(show: Show, options: BuyerPageOptions = {}): Promise<BuyerPage> {
  const buyer = await BuyerPage.open(chromium.browser, service, show, options);
  opened.push(buyer);
  return buyer;
}

/** The page says so itself, for those who measure it. */
const isDrawn = 'performance.getEntriesByName("usher-map-shown").length > 0';

async function setAdmission(show: Show, body: object): Promise<void> {
  const { token: key } = service.catalog.organization;
  succeeded(await service.call('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, { key, body }));
}

/** What is wrong with the page as it is, in both themes; takes a picture of each. */
async function faults({ page }: BuyerPage, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const value of ['light', 'dark']) {
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
}, 60_000);

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
}, 60_000);

test.each([
  ['a small phone', { width: 360, height: 640, pixelRatio: 3, isTouch: true }],
  ['a phone on its side', { width: 740, height: 360, pixelRatio: 2, isTouch: true }],
  ['a screen of 3840 × 2160', { width: 3840, height: 2160 }],
])(
  'on %s nothing is cut off',
  async (name, screen) => {
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
  },
  60_000,
);

test('two fingers zoom the map, one moves it, a tap takes the seat under it; the page itself stays as it is', async () => {
  const buyer = await open(playhouse, { width: 360, height: 640, pixelRatio: 2, isTouch: true });
  await buyer.until(isDrawn);
  const fingers = await Fingers.on(buyer);
  const { middle } = fingers;
  const stalls = { x: middle.x, y: middle.y - 60 };
  await fingers.pinch(stalls, 10, 110);
  const seat = await fingers.seatNear(stalls);
  await fingers.tap(seat);
  const taken = await fingers.heard('Yours: ');
  const moved = { x: seat.x - 60, y: seat.y + 40 };
  await fingers.drag(seat, moved);
  await fingers.tap(moved);
  expect(await fingers.heard('Given back: ')).toBe(taken);
  await fingers.pinch(stalls, 60, 48);
  await fingers.tap({ x: stalls.x + (moved.x - stalls.x) * 0.8, y: stalls.y + (moved.y - stalls.y) * 0.8 });
  expect(await fingers.heard('Yours: ')).toBe(taken);
  await keepPicture(buyer.page, 'map-playhouse-near');
  expect(await buyer.page.evaluate('visualViewport.scale + scrollY')).toBe(1);
});

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Fingers on the map, as the touch screen of a phone reports them. */
class Fingers {
  readonly middle: Point;
  readonly #buyer: BuyerPage;
  readonly #session: CDPSession;

  private constructor(buyer: BuyerPage, session: CDPSession, middle: Point) {
    this.#buyer = buyer;
    this.#session = session;
    this.middle = middle;
  }

  static async on(buyer: BuyerPage): Promise<Fingers> {
    const box = await (await buyer.page.$('#map'))?.boundingBox();
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
    return new Fingers(buyer, await buyer.page.createCDPSession(), { x: x + width / 2, y: y + height / 2 });
  }

  /** A point with a seat under it, at most half the way to the next seat from this one. */
  async seatNear({ x, y }: Point): Promise<Point> {
    const isOver = 'document.getElementById("map").classList.contains("is-over-target")';
    for (const across of [0, 12, 24]) {
      for (const along of [0, 15, 30]) {
        await this.#buyer.page.mouse.move(x + across, y + along);
        if (await this.#buyer.page.evaluate(isOver)) return { x: x + across, y: y + along };
      }
    }
    throw new Error('there is no seat near this point');
  }

  async tap(at: Point): Promise<void> {
    await this.#touch('touchStart', [at]);
    await this.#touch('touchEnd', []);
  }

  async drag(from: Point, to: Point): Promise<void> {
    await this.#slide((part) => [{ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }]);
  }

  /** `from` and `to`: each finger's distance from the middle. */
  async pinch({ x, y }: Point, from: number, to: number): Promise<void> {
    await this.#slide((part) => {
      const reach = from + (to - from) * part;
      return [
        { x: x - reach, y },
        { x: x + reach, y },
      ];
    });
  }

  /** The seat that the page has announced after these words. */
  async heard(words: string): Promise<string> {
    const said = (await this.#buyer.until(`document.getElementById('say').textContent
      .split(${JSON.stringify(words)})[1]`)) as string;
    return said.split('.')[0] ?? '';
  }

  async #slide(at: (part: number) => readonly Point[]): Promise<void> {
    await this.#touch('touchStart', at(0));
    for (const part of [0.25, 0.5, 0.75, 1]) await this.#touch('touchMove', at(part));
    await this.#touch('touchEnd', []);
  }

  async #touch(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[]): Promise<void> {
    await this.#session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  }
}

test('a new buyer sees the seats of a playhouse at once', async () => {
  const address = `${service.url}/map/?event=${playhouse.eventId}&key=${service.catalog.organization.publicKey}`;
  const [picture] = await firstPictures(chromium.browser, address);
  // A third of a second on a machine at rest.
  expect(picture?.shown).toBeLessThan(5_000);
});
