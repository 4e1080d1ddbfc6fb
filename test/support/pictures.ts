/**
 * Pictures of pages that tests leave for people to look at, if asked with PICTURES=1: in test/pictures, which git ignores, the
 * newest of each name.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { overflowOf, seriousFindings } from './accessibility.ts';

const folder = join(import.meta.dirname, '..', 'pictures');
/** Taking and packing them is a third of the processor time of such a test, and no test looks at them. */
const areWanted = process.env.PICTURES === '1';

export async function keepPicture(page: Page, name: string): Promise<void> {
  // A page that was in the background shows its last frame until it has drawn another one.
  await page.bringToFront();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(0))))');
  if (!areWanted) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), optimizeForSpeed: true });
}

/** The page fits a phone and a desktop, and is accessible in the light and in the dark. Leaves a picture of each. */
export async function looksRight(page: Page, name: string): Promise<void> {
  const before = page.viewport();
  for (const width of [390, 1440]) {
    await page.setViewport({ width, height: 900 });
    for (const value of ['light', 'dark']) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value }]);
      expect(await overflowOf(page)).toBe(0);
      expect(await seriousFindings(page)).toEqual([]);
      await keepPicture(page, `${name}-${width}-${value}`);
    }
  }
  await page.emulateMediaFeatures([]);
  await page.setViewport(before);
}
