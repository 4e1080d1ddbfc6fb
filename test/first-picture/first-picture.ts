/**
 * Measures in a real Chromium how long a buyer waits for the first picture of a map: from the navigation to the frame in
 * which the seats are drawn sharp, as the page itself marks it.
 */
import type { Browser, Page } from 'puppeteer-core';

/** Milliseconds since the navigation began. */
export interface FirstPicture {
  /** The last of the page's modules has arrived. */
  readonly script: number;
  /** The answers with the layout and with the prices have arrived. */
  readonly layout: number;
  readonly prices: number;
  /** The seats are drawn. */
  readonly shown: number;
}

/** The mark that the page sets (`src/pages/shared/map-view.ts`). */
const mark = 'usher-map-shown';
const waitMs = 60_000;

/** A script for the times of the page that is open. */
const times = `(() => {
  const ended = (isWanted) => Math.max(0, ...performance.getEntriesByType('resource')
    .filter(({ name }) => isWanted(new URL(name).pathname)).map(({ responseEnd }) => responseEnd));
  return {
    script: ended((path) => path.endsWith('.js')),
    layout: ended((path) => path.endsWith('/api/public/v1.0/event/')),
    prices: ended((path) => path.endsWith('/event/prices/')),
    shown: performance.getEntriesByName('${mark}')[0].startTime,
  };
})()`;

/** Opens the address with an empty cache, and again so many times with a filled one. The first entry is the former. */
export async function firstPictures(browser: Browser, address: string, returns = 0): Promise<FirstPicture[]> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport({ width: 1280, height: 800 });
    const pictures = [await visit(page, address)];
    for (let visits = 0; visits < returns; visits++) pictures.push(await visit(page, address));
    return pictures;
  } finally {
    await context.close();
  }
}

async function visit(page: Page, address: string): Promise<FirstPicture> {
  // A blank page between two visits: the second one is a navigation, not a reload, which would ask for everything again.
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForFunction(`performance.getEntriesByName('${mark}').length > 0`, { timeout: waitMs });
  return (await page.evaluate(times)) as FirstPicture;
}
