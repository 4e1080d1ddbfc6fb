/**
 * The buyer's page in each of its languages, in a real Chromium: a purchase from the queue to the confirmation, in which no
 * English is left, nothing is cut off, and a screen reader can read everything. Leaves pictures in test/pictures.
 */
import english from '../../src/pages/languages/buyer/en.ts';
import { type Language, languages } from '../../src/pages/languages/languages.ts';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import type { BuyerPage } from '../support/buyer-page.ts';
import { browser, open, useBuyers } from '../support/buyers.ts';
import { allowFrames } from '../support/frames.ts';
import { ask, calls, service, show, useHall } from '../support/hall.ts';
import { keepPicture } from '../support/pictures.ts';
import { applySettings } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';
import { ShopPage, type ShopServer, shopHtml, startShop } from '../support/shop-page.ts';

useHall();
useBuyers();

const admit = async (body: object): Promise<void> =>
  void succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, body));

/** A script for how much of an element is cut off, in pixels. */
const hiddenOf = (selector: string): string => {
  const element = `document.querySelector(${JSON.stringify(selector)})`;
  return `${element}.scrollWidth - ${element}.clientWidth`;
};

/** English sentences and labels that nothing else on the page can contain. */
const englishTexts = Object.values(english)
  .filter((text): text is string => typeof text === 'string')
  .filter((text) => text.length > 10 && !text.includes('{'));

/** What is wrong with the page as it is shown now. */
async function faultsOf({ page }: BuyerPage, language: Language, state: string): Promise<string[]> {
  const shown = (await page.evaluate('document.body.innerText')) as string;
  const left = language === 'en' ? [] : englishTexts.filter((text) => shown.includes(text));
  const found = [...left.map((text) => `English: ${text}`)];
  for (const value of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
    found.push(...(await seriousFindings(page)));
  }
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await keepPicture(page, `language-${language}-${state}`);
  return found.map((fault) => `${state}: ${fault}`);
}

const states = new Map<string, (language: Language) => Promise<BuyerPage>>([
  [
    'early',
    async (language) => {
      await admit({ mode: 'QUEUE', opensAt: new Date(service.clock.now() + 60_000).toISOString() });
      return await open(show, { language, width: 390, height: 700 });
    },
  ],
  [
    'pass',
    async (language) => {
      await admit({ mode: 'PASS' });
      return await open(show, { language, width: 390, height: 700 });
    },
  ],
]);

describe.each(languages)('in %s', (language) => {
  test.each([...states])('the page says why nothing can be chosen: %s', async (state, reach) => {
    const buyer = await reach(language);
    await buyer.until('document.querySelector("#cover-title")');
    expect(await faultsOf(buyer, language, state)).toEqual([]);
    expect(await overflowOf(buyer.page)).toBe(0);
  });

  test('tickets are bought', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    const buyer = await open(show, { language });
    const { page } = buyer;
    const press = (selector: string): Promise<void> => page.locator(selector).click();
    await buyer.seesMap();
    const found = await faultsOf(buyer, language, 'choosing');
    await press('.top .button');
    await press('.list__opener');
    await press('.list__rows .list__opener');
    await press('li:nth-child(2) > .list__seat');
    await buyer.until('document.querySelector(".notice__choices")');
    found.push(...(await faultsOf(buyer, language, 'refused')));
    await press('.notice__choices .button');
    await buyer.until('document.querySelectorAll(".lines > .line").length === 2');
    await press('.top .button');
    for (const width of [320, 390]) {
      await page.setViewport({ width, height: 700 });
      await press('#order-handle[aria-expanded="false"]');
      expect([width, await overflowOf(page)]).toEqual([width, 0]);
      await keepPicture(page, `language-${language}-order-${width}`);
      await press('#order-handle[aria-expanded="true"]');
      await keepPicture(page, `language-${language}-map-${width}`);
      // The whole total, beside the button that checks out.
      if (width === 390) expect(await page.evaluate(hiddenOf('.handle__words strong'))).toBe(0);
      expect([width, await overflowOf(page)]).toEqual([width, 0]);
    }
    await page.setViewport({ width: 1200, height: 760 });
    await press('.order__foot .button.primary');
    await buyer.until('document.querySelector(".order--paying")');
    found.push(...(await faultsOf(buyer, language, 'paying')));
    succeeded(await calls.confirm(succeeded(await calls.list()).body[0].id, { reference: 'ORDER-20431' }));
    await buyer.until('document.querySelector(".reference")');
    found.push(...(await faultsOf(buyer, language, 'confirmed')));
    await press('.order--confirmed .order__foot .button');
    await press('.best .button');
    await buyer.until('document.querySelectorAll(".lines > .line").length === 2');
    service.clock.advance(905_000);
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await buyer.until('document.querySelector(".order--over")');
    found.push(...(await faultsOf(buyer, language, 'over')));
    await applySettings(service, {});
    expect(found).toEqual([]);
  });
});

describe('the language', () => {
  /** The files of languages that the page has loaded. */
  const parts = (buyer: BuyerPage): Promise<number> =>
    buyer.page.evaluate(
      'performance.getEntriesByType("resource").filter(({ name }) => name.includes("/part-")).length',
    ) as Promise<number>;
  const languageOf = (buyer: BuyerPage): Promise<unknown> => buyer.page.evaluate('document.documentElement.lang');
  const setTo = (tags: readonly string[]): string =>
    `Object.defineProperty(navigator, 'languages', { value: ${JSON.stringify(tags)} })`;

  test('is that of the browser, where the address names none, and is loaded alone', async () => {
    const swiss = await open(show, { script: setTo(['rm', 'de-CH', 'fr']) });
    await swiss.sees('Ihre Bestellung');
    expect([await languageOf(swiss), await parts(swiss)]).toEqual(['de-CH', 1]);
    const british = await open(show, { script: setTo(['en-GB']) });
    await british.sees('Your order');
    expect([await languageOf(british), await parts(british)]).toEqual(['en-GB', 0]);
    const other = await open(show, { script: setTo(['sv', 'fi']), language: 'not-a-language' });
    await other.sees('Your order');
    expect([await languageOf(other), await parts(other)]).toEqual(['en', 0]);
  });

  test('is on its way while the seats are asked for', async () => {
    const buyer = await open(show, { language: 'pl' });
    await buyer.sees('Twoje zamówienie');
    const part = `performance.getEntriesByType('resource').find(({ name }) => name.includes('/part-')).name`;
    const { pathname } = new URL((await buyer.page.evaluate(part)) as string);
    const isAsked = buyer.page.waitForRequest((request) => request.url().includes('/api/public/v1.0/event/?'));
    await buyer.before(pathname, async () => void (await isAsked));
    await buyer.page.reload();
    await buyer.seesMap();
    await buyer.sees('Twoje zamówienie');
  });

  test('from right to left turns the page around, and not the hall', async () => {
    const seatsFrom = async (language: string): Promise<string[]> => {
      const buyer = await open(show, { language });
      await buyer.seesMap();
      const sides = (await buyer.page.evaluate(
        'document.getElementById("order").getBoundingClientRect().left > document.getElementById("map").getBoundingClientRect().left',
      )) as boolean;
      expect([language, sides]).toEqual([language, language === 'en']);
      return await namesAcross(buyer);
    };
    const [english, arabic] = [await seatsFrom('en'), await seatsFrom('ar')];
    expect(english).toEqual(['1', '2', '3', '4', '5', '6']);
    expect(arabic).toEqual(english);
  });
});

/** The numbers of the seats that the pointer finds in one row of the map, from left to right. */
async function namesAcross({ page }: BuyerPage): Promise<string[]> {
  const box = await (await page.$('#map'))?.boundingBox();
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 };
  const shown = 'document.querySelector(".tooltip:not([hidden]) strong")?.textContent ?? ""';
  const numberAt = async (across: number, down: number): Promise<string | undefined> => {
    await page.mouse.move(x + across, y + down);
    return /(\d+)\D*$/.exec((await page.evaluate(shown)) as string)?.[1];
  };
  let row = height;
  while (row > height / 2 && (await numberAt(width * 0.52, row)) === undefined) row -= 10;
  const found: string[] = [];
  for (let across = width * 0.3; across < width * 0.7; across += 8) {
    const number = await numberAt(across, row);
    if (number !== undefined && number !== found.at(-1)) found.push(number);
  }
  return found;
}

describe('in a shop’s page', () => {
  let shop: ShopServer;

  beforeAll(async () => {
    shop = await startShop();
  });

  beforeEach(() => allowFrames(service, [shop.origin]));

  afterAll(() => shop.close());

  async function openShop(language: string, more: object): Promise<ShopPage> {
    const options = { event: show.eventId, publicKey: service.catalog.organization.publicKey, ...more };
    const html = shopHtml(service.url, { sale: { options } });
    shop.html = html.replace('<!doctype html>', `<!doctype html><html lang="${language}">`);
    return await ShopPage.open(browser(), shop.origin);
  }

  test('the map speaks the language of the page, until the shop names another', async () => {
    const page = await openShop('nl', { messages: { checkOut: 'Kopen bij ons' } });
    const title = 'document.querySelector("iframe").title';
    await page.shows('Je bestelling');
    await page.page.waitForFunction(`${title} === 'Zaalplattegrond'`);
    await page.press('Beste plaatsen zoeken');
    await page.shows('Kopen bij ons');
    await page.call('sale', `changeOptions({ locale: 'it' })`);
    await page.shows('Il tuo ordine');
    await page.page.waitForFunction(`${title} === 'Pianta dei posti'`);
    await page.shows('2 biglietti');
    await page.page.close();
  });

  test('refusals are told in the language', async () => {
    const page = await openShop('en', { locale: 'fr' });
    await page.hears('sale', 'onReady');
    await calls.open([show.seats[7] as number]);
    expect(await page.call('sale', `select([${show.seats[7]}])`)).toMatchObject({ refused: 'SEAT_CONFLICT' });
    expect((await page.hears('sale', 'onHoldFailed')).message).toContain('Quelqu’un d’autre vient de prendre');
    await page.page.close();
  });
});
