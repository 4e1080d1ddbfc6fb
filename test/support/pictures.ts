/** Pictures of pages that tests leave for people to look at: in test/pictures, which git ignores, the newest of each name. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';

const folder = join(import.meta.dirname, '..', 'pictures');

export async function keepPicture(page: Page, name: string): Promise<void> {
  // A page that was in the background shows its last frame until it has drawn another one.
  await page.bringToFront();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(0))))');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), optimizeForSpeed: true });
}
