/** The brand of an organization on the pages of its buyers, in a real Chromium: on the map, in line, without a pass, and in a shop. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'puppeteer-core';
import { overflowOf, seriousFindings } from '../support/accessibility.ts';
import { browser, open, useBuyers } from '../support/buyers.ts';
import { ask, service, show, useHall } from '../support/hall.ts';
import { keepPicture } from '../support/pictures.ts';
import { succeeded } from '../support/session-calls.ts';
import { ShopPage, type ShopServer, shopHtml, startShop } from '../support/shop-page.ts';

useHall();
useBuyers();

const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 40">
  <rect width="160" height="40" rx="8" fill="#7a1f3d"/><text x="16" y="27" font-size="20" fill="#fff">City Theatre</text></svg>`;
/** The address of the logo. */
let logoUrl: string;
let shop: ShopServer;
const server = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(picture);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  logoUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/logo.svg`;
  shop = await startShop();
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  shop.close();
});

const path = '/api/private/management/v2.0/branding/';
const colours = {
  light: {
    accent: '#7a1f3d',
    accentInk: '#ffffff',
    paper: '#fbf3ea',
    card: '#fffaf3',
    ink: '#2b0a16',
    inkQuiet: '#6b4452',
  },
  dark: {
    accent: '#f2a7bf',
    accentInk: '#2b0a16',
    paper: '#1d0c13',
    card: '#26121a',
    ink: '#fdeef3',
    inkQuiet: '#d3aebb',
  },
};
const texts = {
  de: {
    checkOut: 'Zur Abendkasse',
    inLineTitle: 'Bitte nehmen Sie Platz im Foyer',
    noPassTitle: 'Nur für Abonnenten',
    emptyOrder: '<b>Wählen</b> Sie Ihre Karten.',
  },
};
const admit = async (admission: object) =>
  succeeded(await ask('PUT', `/api/private/v2.0/events/${show.eventId}/admission`, admission));

beforeEach(async () => {
  succeeded(await ask('PUT', path, { logoUrl, logoAlt: 'City Theatre', colours, texts }));
});

const variable = (name: string) => `getComputedStyle(document.documentElement).getPropertyValue('${name}')`;
const logoIsThere = 'document.querySelector(".logo")?.naturalWidth > 0';

async function prefer(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: theme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
}

describe.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
])('on %s', (device, width, height) => {
  test('the map, the line and the page without a pass show the logo, the colours and the texts of the language', async () => {
    await admit({ mode: 'QUEUE', ratePerMinute: 0 });
    const stages = ['Bitte nehmen Sie Platz im Foyer', 'Nur für Abonnenten', 'Zur Abendkasse'];
    for (const [at, [mode, sentence]] of [['QUEUE'], ['PASS'], ['OPEN']]
      .map(([one], index) => [one as string, stages[index] as string] as const)
      .entries()) {
      await admit(mode === 'QUEUE' ? { mode, ratePerMinute: 0 } : { mode });
      const buyer = await open(show, { width, height, language: 'de' });
      if (mode === 'OPEN') {
        await buyer.seesMap();
        if (width < 820) await buyer.openOrder();
        await buyer.sees('<b>Wählen</b> Sie Ihre Karten.');
        await buyer.press('Beste Plätze finden');
      }
      await buyer.sees(sentence);
      await buyer.until(logoIsThere);
      expect(await buyer.page.$eval('.logo', (logo) => logo.getAttribute('alt'))).toBe('City Theatre');
      for (const theme of ['light', 'dark'] as const) {
        await prefer(buyer.page, theme);
        await buyer.until(`${variable('--accent')} === '${colours[theme].accent}'`);
        expect(await buyer.page.evaluate('getComputedStyle(document.querySelector(".top")).backgroundColor')).toBe(
          theme === 'light' ? 'rgb(255, 250, 243)' : 'rgb(38, 18, 26)',
        );
        expect(await seriousFindings(buyer.page)).toEqual([]);
        expect(await overflowOf(buyer.page)).toBe(0);
        await keepPicture(buyer.page, `brand-${at}-${theme}-${device}`);
      }
    }
  });
});

test('another language has the texts of the page, and the colours of the brand', async () => {
  const buyer = await open(show, { language: 'fr' });
  await buyer.seesMap();
  await buyer.until(`${variable('--accent')} === '#7a1f3d'`);
  await buyer.seesNot('Abendkasse');
});

test('what a shop sets for its map wins over the brand, and the rest of the brand is shown', async () => {
  const { publicKey } = service.catalog.organization;
  const config = { frameOrigins: [shop.origin] };
  succeeded(await ask('PUT', '/api/private/management/v2.0/organization-config/', config));
  const own = { variables: { '--accent': '#004d40' }, logo: `data:image/svg+xml,${encodeURIComponent(picture)}` };
  const options = { event: show.eventId, publicKey, locale: 'de', messages: { checkOut: 'Bezahlen' }, theme: own };
  shop.html = shopHtml(service.url, { sale: { options } });
  const context = await browser().createBrowserContext();
  const page = await ShopPage.open(context, shop.origin);
  await page.hears('sale', 'onReady');
  const frame = await page.frame();
  await frame.waitForFunction(`${variable('--paper')} === '#fbf3ea'`);
  expect(await frame.evaluate(variable('--accent'))).toBe('#004d40');
  expect(await frame.$eval('.logo', (logo) => logo.getAttribute('src')?.startsWith('data:image/'))).toBe(true);
  await frame.locator('::-p-aria([name="Beste Plätze finden"])').click();
  await frame.locator('::-p-aria([name="Bezahlen"])').wait();
  await context.close();
});

test('without a brand the page makes the same calls and shows nothing of one', async () => {
  const addresses = async () => {
    const buyer = await open(show);
    await buyer.seesMap();
    const made: string[] = await buyer.page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => name.replace(/\?.*$/, '')),
    );
    const style = await buyer.page.evaluate('document.documentElement.getAttribute("style")');
    return { made: made.filter((name) => !name.includes('/session')).toSorted(), style };
  };
  const branded = await addresses();
  succeeded(await ask('DELETE', path));
  const plain = await addresses();
  expect(branded.made.filter((name) => !plain.made.includes(name))).toEqual([logoUrl]);
  expect(plain.made.filter((name) => !branded.made.includes(name))).toEqual([]);
  expect([String(branded.style).includes('--accent'), String(plain.style).includes('--accent')]).toEqual([true, false]);
});
