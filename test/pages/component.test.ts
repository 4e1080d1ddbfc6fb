/**
 * The component in the page of a shop, which has another origin than the service, in a real Chromium: it sells, it only
 * shows, it tells the shop what the service has answered, and its calls are the buyer's presses.
 */
import type { BrowserContext } from 'puppeteer-core';
import { browser, useBuyers } from '../support/buyers.ts';
import { allowFrames } from '../support/frames.ts';
import { calls, seat, service, show, useHall } from '../support/hall.ts';
import { applySettings } from '../support/service.ts';
import { succeeded } from '../support/session-calls.ts';
import { type ShopMap, ShopPage, type ShopServer, shopHtml, startShop } from '../support/shop-page.ts';

useHall();
useBuyers();

let shop: ShopServer;
let buyer: BrowserContext;

beforeAll(async () => {
  shop = await startShop();
});

beforeEach(async () => {
  buyer = await browser().createBrowserContext();
  await allowFrames(service, [shop.origin]);
});

afterEach(async () => {
  await buyer.close();
  await applySettings(service, {});
});

afterAll(() => shop.close());

const sold = (more: Partial<ShopMap['options']> = {}, script = ''): ShopMap => {
  return { options: { event: show.eventId, publicKey: service.catalog.organization.publicKey, ...more }, script };
};

async function open(maps: Readonly<Record<string, ShopMap>>): Promise<ShopPage> {
  shop.html = shopHtml(service.url, maps);
  return await ShopPage.open(buyer, shop.origin);
}

const sessionCount = async (): Promise<number> => succeeded(await calls.list()).body.length;
const labelled = (at: number) => expect.objectContaining({ kind: 'seat', id: seat(at), places: 1 });

describe('two maps on one page', () => {
  test('one sells and the other only shows what the first has taken, without a session', async () => {
    const page = await open({ sale: sold(), hall: sold({ mode: 'static' }) });
    const [ready] = await Promise.all([page.hears('sale', 'onReady'), page.hears('hall', 'onReady')]);
    expect(ready).toMatchObject({
      event: { id: show.eventId, name: 'Show' },
      order: { sessionId: null, count: 0, lines: [] },
    });
    expect(ready.prices).toContainEqual(expect.objectContaining({ name: '45.00 EUR', left: expect.any(Number) }));
    const order = await page.call('sale', `select([${seat(2)}])`);
    expect(order).toMatchObject({ state: 'ACTIVE', count: 1, formatted: '45.00 EUR' });
    expect(order.lines).toEqual([labelled(2)]);
    const [frame] = [await page.frame(1)];
    await frame.locator('::-p-aria([name="Show as a list"])').click();
    await frame.locator('.list__sections ::-p-text(Stalls)').click();
    await frame.locator('.list__rows ::-p-text(Row A)').click();
    await page.shows('Taken', 1);
    expect(await sessionCount()).toBe(1);
    expect(await page.names('hall')).toEqual(['onReady']);
    expect(await page.call('hall', `select([${seat(5)}])`)).toMatchObject({ refused: 'NOT_SELLING' });
    expect(page.errors).toEqual([]);
  });
});

describe('a purchase', () => {
  test('is told step by step, with the service’s state', async () => {
    const page = await open({ sale: sold() });
    await page.press('Find the best seats');
    const held = await page.hears('sale', 'onHold');
    expect(held.lines).toHaveLength(2);
    expect(await page.names('sale')).toEqual(['onReady', 'onSession', 'onSelect', 'onSelect', 'onHold', 'onChange']);
    expect(held.order).toMatchObject({ count: 2, formatted: '90.00 EUR', maxSeats: 10 });
    expect(Date.parse(held.expiresAt ?? '') - Date.parse(held.serverTime ?? '')).toBeGreaterThan(800_000);
    const [first] = held.lines;
    expect(await page.call('sale', `deselect([${first.id}])`)).toMatchObject({ count: 1 });
    expect((await page.hears('sale', 'onDeselect')).line.id).toBe(first.id);
    const paying = await page.call('sale', 'checkout()');
    expect(paying.state).toBe('PENDING_PAYMENT');
    const { order } = await page.hears('sale', 'onCheckedOut');
    expect(order?.sessionId).toBe(succeeded(await calls.list()).body[0].id);
    expect(await page.call('sale', `select([${seat(0)}])`)).toMatchObject({ refused: 'NOT_CHOOSING' });
    succeeded(await calls.confirm(order?.sessionId ?? ''));
    expect((await page.hears('sale', 'onConfirmed')).order?.state).toBe('CONFIRMED');
  });

  test('of seats and places by calls alone, and all of it is given back by one', async () => {
    const page = await open({ sale: sold() });
    const [area] = show.areas;
    const both = await page.call(
      'sale',
      `select({ seats: [${seat(0)}, ${seat(1)}], areas: [{ id: ${area}, places: 3 }] })`,
    );
    expect(both).toMatchObject({ count: 5, formatted: '178.50 EUR' });
    const more = await page.call('sale', `select({ areas: [{ id: ${area}, places: 2 }] })`);
    expect(more.lines.find(({ kind }) => kind === 'area')?.places).toBe(5);
    expect((await page.call('sale', `deselect({ areas: [{ id: ${area}, places: 4 }] })`)).count).toBe(3);
    expect(await page.call('sale', 'clear()')).toMatchObject({ count: 0, sessionId: both.sessionId, state: 'ACTIVE' });
    expect(await page.call('sale', 'bestAvailable({ count: 3 })')).toMatchObject({ count: 3 });
    expect(await page.call('sale', 'startOver()')).toMatchObject({ sessionId: null, count: 0 });
    await page.page.evaluate(`maps.sale.zoomTo({ seats: [${seat(3)}] })`);
  });

  test('that somebody else was faster for is refused with alternatives, which can be taken', async () => {
    const page = await open({ sale: sold() });
    await page.hears('sale', 'onReady');
    await calls.open([seat(7)]);
    const refused = await page.call('sale', `select([${seat(7)}])`);
    expect(refused).toMatchObject({ refused: 'SEAT_CONFLICT', alternatives: expect.any(Number) });
    const failed = await page.hears('sale', 'onHoldFailed');
    expect(failed).toMatchObject({ code: 'SEAT_CONFLICT', conflicts: [{ id: seat(7) }] });
    expect((await page.hears('sale', 'onUnavailable')).seats).toEqual([expect.objectContaining({ id: seat(7) })]);
    const other = failed.alternatives[0].seats.map(({ id }: { id: number }) => id);
    expect(await page.call('sale', `select(${JSON.stringify(other)})`)).toMatchObject({ count: other.length });
  });

  test('whose time runs out is told with what it held', async () => {
    const page = await open({ sale: sold() });
    await page.call('sale', `select([${seat(4)}])`);
    service.clock.advance(905_000);
    await (await page.frame()).evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    const expired = await page.hears('sale', 'onExpired');
    expect(expired).toMatchObject({ reason: 'EXPIRED', lost: [{ id: seat(4) }], order: { count: 0 } });
  });
});

describe('a session', () => {
  test('continues after a reload, in a second tab, and after changes there', async () => {
    const page = await open({ sale: sold() });
    const { sessionId } = await page.call('sale', `select([${seat(0)}])`);
    await page.page.reload();
    const again = await page.hears('sale', 'onSession');
    expect([again.sessionId, again.order?.count]).toEqual([sessionId, 1]);
    const second = await ShopPage.open(buyer, shop.origin);
    expect((await second.hears('sale', 'onSession')).sessionId).toBe(sessionId);
    await second.call('sale', `select([${seat(1)}])`);
    await page.page.bringToFront();
    await (await page.frame()).evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await page.hears('sale', 'onChange', 'news.order.count === 2');
    expect(await sessionCount()).toBe(1);
  });

  test('that another tab has begun is used instead of a new one', async () => {
    const first = await open({ sale: sold() });
    const second = await ShopPage.open(buyer, shop.origin);
    await Promise.all([first, second].map((page) => page.hears('sale', 'onReady')));
    const { sessionId } = await first.call('sale', `select([${seat(0)}])`);
    expect(await second.call('sale', `select([${seat(1)}])`)).toMatchObject({ sessionId, count: 2 });
  });

  test('begins anew with `start`, and is the given one with an id', async () => {
    const page = await open({ sale: sold({ session: 'start' }) });
    const { sessionId } = await page.call('sale', `select([${seat(0)}])`);
    await page.page.reload();
    await page.hears('sale', 'onReady');
    expect(await page.names('sale')).toEqual(['onReady']);
    const given = await open({ sale: sold({ session: sessionId as string }) });
    expect((await given.hears('sale', 'onSession')).order).toMatchObject({ sessionId, count: 1 });
    const unknown = await open({ sale: sold({ session: `${sessionId}x` }) });
    expect((await unknown.hears('sale', 'onExpired')).reason).toBe('UNKNOWN');
  });
});
