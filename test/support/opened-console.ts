/**
 * One person at the console: one Chromium with one page for the whole file. `useConsole` registers the hooks, after
 * `useService` or `useHall`. The person has a login in the catalog's organization and is logged in unless told otherwise.
 */
import type { Page } from 'puppeteer-core';
import { patientPage, startBrowser, type TestBrowser } from './browser.ts';
import { admitPerson, ConsolePage } from './console-page.ts';
import { service } from './shared-service.ts';

export let page: Page;
export let shown: ConsolePage;
let chromium: TestBrowser;

export function useConsole({ isLoggedIn = true } = {}): void {
  beforeAll(async () => {
    [chromium] = await Promise.all([startBrowser(), admitPerson(service.catalog)]);
    page = await patientPage(chromium.browser);
    shown = new ConsolePage(page);
    await page.setViewport({ width: 1280, height: 900 });
    await page.goto(`${service.url}/console/`);
    await page.waitForSelector('input[type=email]');
    if (isLoggedIn) await shown.logIn();
  });

  afterAll(() => chromium.close());
}
