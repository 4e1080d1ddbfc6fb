/**
 * The component where something is in its way: a site that may not show it, a service that does not answer, blocked
 * storage, an element that is taken away, the back button. And the options that change what it shows.
 */
import { createServer } from 'node:http';
import type { BrowserContext, Page } from 'puppeteer-core';
import { listen } from '#http/server/server.ts';
import { browser, useBuyers } from '../support/buyers.ts';
import { eventually } from '../support/eventually.ts';
import { allowFrames } from '../support/frames.ts';
import { calls, seat, service, show, useHall } from '../support/hall.ts';
import { passCalls } from '../support/pass-calls.ts';
import { claimsFor, secretIssuer, signPass } from '../support/passes.ts';
import { succeeded } from '../support/session-calls.ts';
import { type ShopMap, ShopPage, type ShopServer, shopHtml, startShop } from '../support/shop-page.ts';

useHall();
useBuyers();

let shop: ShopServer;
let buyer: BrowserContext;

beforeEach(async () => {
  shop = await startShop();
  buyer = await browser().createBrowserContext();
  await allowFrames(service, [shop.origin]);
});

afterEach(async () => {
  await buyer.close();
  shop.close();
});

const map = (more: Partial<ShopMap['options']> = {}, script = ''): ShopMap => {
  return { options: { event: show.eventId, publicKey: service.catalog.organization.publicKey, ...more }, script };
};

async function open(one: ShopMap, prepare?: (page: Page) => Promise<unknown>): Promise<ShopPage> {
  shop.html = shopHtml(service.url, { sale: one });
  return await ShopPage.open(buyer, shop.origin, prepare);
}

const sessionCount = async (): Promise<number> => succeeded(await calls.list()).body.length;

describe('a map that cannot be shown', () => {
  test('because the site is not allowed says what to set', async () => {
    await allowFrames(service, ['https://other.example.com']);
    const page = await open(map());
    const failed = await page.hears('sale', 'onFailed');
    expect(failed.code).toBe('NOT_ALLOWED');
    expect(failed.message).toContain(`"frameOrigins": ["${shop.origin}"]`);
    expect(await page.call('sale', 'clear()')).toMatchObject({ refused: 'NOT_ALLOWED' });
  });

  test('because the policy of the page forbids it names the directive', async () => {
    shop.headers = { 'Content-Security-Policy': "frame-src 'self'" };
    const failed = await (await open(map())).hears('sale', 'onFailed');
    expect([failed.code, failed.message]).toEqual([
      'NOT_ALLOWED',
      expect.stringContaining(`Add ${service.url} to its frame-src`),
    ]);
  });

  test('because nothing answers is given up after a time', async () => {
    const silent = createServer(() => {});
    const baseUrl = `http://127.0.0.1:${await listen(silent, 0, '127.0.0.1')}`;
    try {
      const page = await open(map({ baseUrl, timeoutMs: 300 }));
      const call = page.call('sale', 'clear()');
      expect((await page.hears('sale', 'onFailed')).code).toBe('NOT_REACHED');
      expect(await call).toMatchObject({ refused: 'NOT_REACHED' });
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  test('because of its options, its event or the sale says so', async () => {
    expect((await (await open(map({ event: '' }))).hears('sale', 'onFailed')).code).toBe('WRONG_OPTIONS');
    const unknown = map({ event: show.eventId.replace(/^./, (first) => (first === '0' ? '1' : '0')) });
    expect((await (await open(unknown)).hears('sale', 'onFailed')).code).toBe('ENTITY_NOT_FOUND');
    const { token: key } = service.catalog.organization;
    const path = `/api/private/v2.0/events/${show.eventId}/status`;
    succeeded(await service.call('POST', path, { key, body: { status: 'ARCHIVED' } }));
    const page = await open(map());
    expect((await page.hears('sale', 'onFailed')).code).toBe('EVENT_ARCHIVED');
    expect(await page.call('sale', 'clear()')).toMatchObject({ refused: 'EVENT_ARCHIVED' });
  });
});

describe('a map', () => {
  test('that is taken out of the page in the middle of a call refuses it, and works when it is put back', async () => {
    const page = await open(map());
    await page.hears('sale', 'onReady');
    const refused = await page.page.evaluate(`{
      const call = maps.sale.select([${seat(0)}]);
      maps.sale.remove();
      call.catch(({ code }) => code);
    }`);
    expect(refused).toBe('REMOVED');
    await page.page.evaluate('document.getElementById("shop").append(maps.sale)');
    expect(await page.call('sale', `select([${seat(1)}])`)).toMatchObject({ count: expect.any(Number) });
    await page.page.evaluate('maps.sale.destroy()');
    expect(await page.page.$('usher-map')).toBeNull();
    expect(await page.call('sale', 'clear()')).toMatchObject({ refused: 'REMOVED' });
  });

  test.each([
    ['of the frame', `location.port === '${'PORT'}'`],
    ['of both', 'true'],
  ])('sells where the storage %s is blocked', async (_, where) => {
    const { port } = new URL(service.url);
    const block = `if (${where.replace('PORT', port)}) for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, { get() { throw new DOMException('blocked', 'SecurityError'); } });
    }`;
    const page = await open(map(), (one) => one.evaluateOnNewDocument(block));
    const { sessionId } = await page.call('sale', `select([${seat(0)}])`);
    await page.page.reload();
    await page.hears('sale', 'onReady');
    const told = await page.told('sale');
    expect(told.map((news) => news.sessionId).filter(Boolean)).toEqual(where === 'true' ? [] : [sessionId]);
    expect(page.errors).toEqual([]);
  });

  test('is up to date when the browser shows the page again from its cache', async () => {
    const page = await open(map());
    const { sessionId } = await page.call('sale', `select([${seat(0)}])`);
    succeeded(await calls.lock(sessionId as string, [seat(1)]));
    await page.page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
    await page.hears('sale', 'onChange', 'news.order.count === 2');
    await page.page.goto(`${service.url}/docs/`);
    succeeded(await calls.lock(sessionId as string, [seat(2)]));
    await page.page.goBack();
    await page.hears('sale', 'onChange', 'news.order.count === 3');
  });

  test('listens to its own shop only, and the shop to its own map', async () => {
    const page = await open(map());
    await page.call('sale', `select([${seat(0)}])`);
    const forged = (type: string) => JSON.stringify({ v: 1, id: 99, type, body: {} });
    await page.page.evaluate(`{
      const other = document.createElement('iframe');
      document.body.append(other);
      other.contentWindow.eval('parent.frames[0].postMessage(${forged('clear')}, "*")');
      other.contentWindow.eval('parent.postMessage(${forged('confirmed')}, "*")');
      other.remove();
    }`);
    expect(await page.call('sale', 'zoomTo({})')).toBeUndefined();
    expect(await page.call('sale', `select([${seat(1)}])`)).toMatchObject({ count: 2 });
    expect(await page.names('sale')).not.toContain('onConfirmed');
  });

  test('follows the colour scheme that the shop sets, and its colours, logo and texts', async () => {
    const logo = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"/>';
    const theme = { colorScheme: 'dark', variables: { '--accent': '#b3261e', '--body': 'none' }, logo } as const;
    const page = await open(map({ theme, messages: { findBest: 'Beste Plätze' } }));
    await page.shows('Beste Plätze');
    const frame = await page.frame();
    expect(await frame.evaluate('matchMedia("(prefers-color-scheme: dark)").matches')).toBe(true);
    const accent = 'getComputedStyle(document.documentElement).getPropertyValue("--accent")';
    expect(await frame.evaluate(accent)).toBe('#b3261e');
    expect(await frame.evaluate('document.querySelector(".logo").naturalWidth')).toBe(40);
    await page.page.evaluate('maps.sale.changeOptions({ theme: { colorScheme: "light" }, messages: {} })');
    await page.shows('Find the best seats');
    await frame.waitForFunction('!matchMedia("(prefers-color-scheme: dark)").matches');
    expect(await frame.evaluate(accent)).not.toBe('#b3261e');
  });

  test('is as high as its content', async () => {
    const page = await open(map());
    const { height } = await page.hears('sale', 'onHeight', 'news.height > 400');
    const now = () => page.page.evaluate('document.querySelector("iframe").offsetHeight') as Promise<number>;
    await eventually(
      async () => (await now()) === (await page.told('sale')).findLast(({ name }) => name === 'onHeight')?.height,
    );
    expect(height).toBeLessThan(1_600);
    const overflow =
      'document.querySelector(".order__scroll").scrollHeight - document.querySelector(".order__scroll").clientHeight';
    await (await page.frame()).waitForFunction(`document.querySelector('.order__scroll') && ${overflow} <= 1`);
    await page.page.evaluate('maps.sale.changeOptions({ height: "fill" })');
    expect(await page.page.evaluate('document.querySelector("iframe").style.height')).toBe('100%');
  });
});

describe('the options', () => {
  test('bound the order and what can be chosen', async () => {
    const page = await open(map({ maxSeats: 2, partySize: 2, filter: { seats: [seat(0), seat(1)] } }));
    await page.hears('sale', 'onReady');
    expect(await page.call('sale', 'bestAvailable()')).toMatchObject({ refused: 'NOT_OFFERED' });
    const frame = await page.frame();
    await frame.locator('::-p-aria([name="Show as a list"])').click();
    await frame.locator('.list__sections ::-p-text(Stalls)').click();
    await frame.locator('.list__rows ::-p-text(Row A)').click();
    await page.shows('Not offered here');
    await page.press('Show the map');
    const sections = { sections: [(await page.hears('sale', 'onReady')).sections[0].id] };
    await page.page.evaluate(`maps.sale.changeOptions({ filter: ${JSON.stringify(sections)} })`);
    expect(await page.call('sale', 'bestAvailable()')).toMatchObject({ count: 2, maxSeats: 2 });
    await page.shows('Your order is full');
    expect(await page.call('sale', `select([${seat(11)}])`)).toMatchObject({ refused: 'CAP_SEATS' });
    expect((await page.hears('sale', 'onHoldFailed')).code).toBe('CAP_SEATS');
    await page.page.evaluate('maps.sale.changeOptions({ maxSeats: 4 })');
    expect(await page.call('sale', `select([${seat(11)}])`)).toMatchObject({ count: 3, maxSeats: 4 });
  });

  test('hold seats at the start, and format amounts in the shop', async () => {
    const body = [
      { id: show.prices[0], name: 'Stalls', amount: 4_500, currency: 'EUR' },
      { id: show.prices[1], name: 'Floor', amount: 2_950, currency: 'EUR' },
    ];
    const key = service.catalog.organization.token;
    succeeded(await service.call('PUT', `/api/private/v2.0/event/${show.eventId}/prices/`, { key, body }));
    const format = "formatAmount: (amount, currency) => currency + '!' + amount";
    const [area = 0] = show.areas;
    const selected = { seats: [seat(3)], areas: [{ id: area, places: 1 }] };
    const page = await open(map({ selected }, format));
    const { order } = await page.hears('sale', 'onHold');
    expect(order).toMatchObject({ amount: 7_450, currency: 'EUR', formatted: 'EUR!7450', count: 2 });
    expect(order?.lines[0]).toMatchObject({ id: seat(3), amount: 4_500, formatted: 'EUR!4500' });
    await page.shows('EUR!7450');
    await page.page.reload();
    await page.hears('sale', 'onReady');
    expect(await page.call('sale', `deselect([${seat(3)}])`)).toMatchObject({ count: 1 });
    expect(await sessionCount()).toBe(1);
  });

  test('bring a pass when the sale asks for one', async () => {
    const issuer = secretIssuer('shop');
    const passes = passCalls(service, show);
    await passes.store(issuer);
    await passes.setMode('PASS');
    const pass = await signPass(issuer, claimsFor(show.eventId, service.clock.now(), { maxSeats: 3 }));
    const page = await open(map({}, `pass: async (code) => code === 'PASS_REQUIRED' ? '${pass}' : null`));
    expect((await page.hears('sale', 'onReady')).order?.maxSeats).toBe(3);
    expect(await page.call('sale', 'bestAvailable({ count: 3 })')).toMatchObject({ count: 3 });
    const without = await ShopPage.open(await browser().createBrowserContext(), shop.origin);
    expect((await without.hears('sale', 'onFailed')).code).toBe('PASS_USED');
  });

  test('point at seats without a session, also where a pass is needed', async () => {
    await passCalls(service, show).setMode('PASS');
    const page = await open(map({ mode: 'spotlight', selected: { seats: [seat(8)] } }));
    await page.hears('sale', 'onReady');
    await page.page.evaluate(`maps.sale.zoomTo({ sections: [] })`);
    expect(await sessionCount()).toBe(0);
  });

  test('can be attributes of the element, and its news are events', async () => {
    const { publicKey } = service.catalog.organization;
    shop.html = `<!doctype html><script type="module" src="${service.url}/usher.js"></script>
      <script>
        globalThis.told = [];
        addEventListener('usher-ready', ({ detail }) => told.push({ map: 'sale', name: 'onReady', ...detail }), true);
      </script>
      <usher-map event="${show.eventId}" public-key="${publicKey}" party-size="4"></usher-map>`;
    const page = await ShopPage.open(buyer, shop.origin);
    await page.hears('sale', 'onReady');
    const order = await page.page.evaluate('document.querySelector("usher-map").bestAvailable()');
    expect(order).toMatchObject({ count: 4 });
  });
});
