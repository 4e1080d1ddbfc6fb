/**
 * Makes pages slow when SLOW_PAGES=1 is set: each frame, timer and answer comes late. This shows races between a page and its frames,
 * and between a test and its page. It takes no processor time, unlike Chromium's own throttle.
 */
import type { Page } from 'puppeteer-core';

const lateMs = 120;
const network = { download: 10_000_000, upload: 10_000_000, latency: 150 };

/** Before anything of a document runs. */
const script = `{
  const frame = window.requestAnimationFrame.bind(window);
  const timer = window.setTimeout.bind(window);
  const dropped = new Set();
  window.requestAnimationFrame = (call) => {
    const id = frame(() => timer(() => dropped.delete(id) || frame(call), ${lateMs}));
    return id;
  };
  window.cancelAnimationFrame = (id) => void dropped.add(id);
  window.setTimeout = (call, ms = 0, ...values) => timer(call, ms + ${lateMs}, ...values);
}`;

export async function slowDown(page: Page): Promise<void> {
  if (process.env.SLOW_PAGES === undefined) return;
  await page.emulateNetworkConditions(network);
  await page.evaluateOnNewDocument(script);
}
