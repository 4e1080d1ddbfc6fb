/**
 * Buyers at their pages: one Chromium for the whole file. `useBuyers` registers the hooks, after `useService` or `useHall`.
 * After each test the pages that it opened are closed, and none of them may have had an error.
 */
import { startBrowser, type TestBrowser } from './browser.ts';
import { BuyerPage, type BuyerPageOptions } from './buyer-page.ts';
import type { Show } from './service.ts';
import { service } from './shared-service.ts';

let chromium: TestBrowser;
let opened: BuyerPage[] = [];

export function useBuyers(): void {
  beforeAll(async () => {
    chromium = await startBrowser();
  });

  afterEach(async () => {
    const errors = opened.flatMap((buyer) => buyer.errors);
    for (const buyer of opened) await buyer.close();
    opened = [];
    expect(errors).toEqual([]);
  });

  afterAll(() => chromium.close());
}

/** A buyer at the page of a show; `url`: of something in front of the service. */
export async function open(show: Show, options: BuyerPageOptions = {}, url = service.url): Promise<BuyerPage> {
  const buyer = await BuyerPage.open(chromium.browser, { ...service, url }, show, options);
  opened.push(buyer);
  return buyer;
}

/** The browser itself, for pages that are not the buyer's. */
export const browser = () => chromium.browser;
