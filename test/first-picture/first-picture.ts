/**
 * Measures in a real Chromium how long a buyer waits for the first picture of a map: from the navigation to the frame in
 * which the seats are drawn sharp, as the page itself marks it. Also what that costs: bytes of the network, and time of the processor.
 */
import { type Browser, type Page, PredefinedNetworkConditions } from 'puppeteer-core';

/** Milliseconds since the navigation began, and what the picture has cost. */
export interface FirstPicture {
  /** The last of the page's modules has arrived. */
  readonly script: number;
  /** The answers with the layout and with the prices have arrived. */
  readonly layout: number;
  readonly prices: number;
  /** The seats are drawn. */
  readonly shown: number;
  /** What came over the network, with its headers. */
  readonly bytes: number;
  /** Processor time of the page's main thread, in milliseconds. */
  readonly busy: number;
  /** The longest time for which the page could not answer; 0: less than 50 ms. */
  readonly longestTask: number;
}

/** The mark that the page sets (`src/pages/shared/map-view.ts`). */
const mark = 'usher-map-shown';
const waitMs = 60_000;

/**
 * `desktop`: as fast as this machine. `phone`: a small touch screen, a fourth of the processor, and a slow 4G network, on
 * which each call takes half a second longer. `quick-phone`: the same on a fast 4G network, where it takes a sixth of a second.
 */
export const devices = ['desktop', 'phone', 'quick-phone'] as const;
export type Device = (typeof devices)[number];

const desktopScreen = { width: 1280, height: 800 };
const phoneScreen = { width: 390, height: 844, deviceScaleFactor: 3, isMobile: true, hasTouch: true };
const phoneSlowdown = 4;

/** Notes the page's long tasks. */
const noteTasks = `(() => {
  globalThis.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) globalThis.longestTask = Math.max(globalThis.longestTask, duration);
  }).observe({ type: 'longtask', buffered: true });
})()`;

/** A script for the figures of the page that is open. */
const figures = `(() => {
  const ended = (isWanted) => Math.max(0, ...performance.getEntriesByType('resource')
    .filter(({ name }) => isWanted(new URL(name).pathname)).map(({ responseEnd }) => responseEnd));
  return {
    script: ended((path) => path.endsWith('.js')),
    layout: ended((path) => path.endsWith('/api/public/v1.0/event/')),
    prices: ended((path) => path.endsWith('/event/prices/')),
    shown: performance.getEntriesByName('${mark}')[0].startTime,
    bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
    longestTask: globalThis.longestTask,
  };
})()`;

/** Opens the address with an empty cache, and again so many times with a filled one. The first entry is the former. */
export function firstPictures(browser: Browser, device: Device, address: string, returns = 0): Promise<FirstPicture[]> {
  return onDevice(browser, device, async (page) => {
    await page.evaluateOnNewDocument(noteTasks);
    const pictures = [await visit(page, address)];
    for (let visits = 0; visits < returns; visits++) pictures.push(await visit(page, address));
    return pictures;
  });
}

/** Runs with a page that has the device's screen and speed, and nothing in its cache. */
export async function onDevice<Result>(
  browser: Browser,
  device: Device,
  measure: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.createBrowserContext();
  try {
    const page = await context.newPage();
    await page.setViewport(device === 'desktop' ? desktopScreen : phoneScreen);
    if (device !== 'desktop') {
      await page.emulateCPUThrottling(phoneSlowdown);
      await page.emulateNetworkConditions(PredefinedNetworkConditions[device === 'phone' ? 'Slow 4G' : 'Fast 4G']);
    }
    return await measure(page);
  } finally {
    await context.close();
  }
}

async function visit(page: Page, address: string): Promise<FirstPicture> {
  // A blank page between two visits: the second one is a navigation, not a reload, which would ask for everything again.
  await page.goto('about:blank');
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto(address);
  await waitForMap(page);
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const busy = 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  return { ...((await page.evaluate(figures)) as Omit<FirstPicture, 'busy'>), busy };
}

/** Resolves when the seats are drawn. */
export async function waitForMap(page: Page): Promise<void> {
  await page.waitForFunction(`performance.getEntriesByName('${mark}').length > 0`, { timeout: waitMs });
}
