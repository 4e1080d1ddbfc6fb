/**
 * The buyer's page in a real browser, used as a buyer uses it: by the names of its controls, by the keyboard and by
 * what it shows. Knows no part of the page's own code.
 */
import type { Browser, Page } from 'puppeteer-core';
import { patientPage } from './browser.ts';
import { pressAt } from './press.ts';
import type { ServiceCalls, Show } from './service.ts';

export interface BuyerPageOptions {
  /** The part of the address from `#` on. */
  readonly fragment?: string;
  readonly width?: number;
  readonly height?: number;
  /** Device pixels per CSS pixel. */
  readonly pixelRatio?: number;
  readonly isTouch?: boolean;
  /** Of the address: the page speaks it. */
  readonly language?: string;
  /** Runs before the page's own scripts. */
  readonly script?: string;
}

export class BuyerPage {
  readonly page: Page;
  /** Errors of scripts, and violations of the page's policy. */
  readonly errors: string[] = [];
  /** Answers with an error status, which the browser reports in its console. */
  readonly refusals: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // A refused call is no error of the page.
      const isRefusal = message.text().startsWith('Failed to load resource');
      (isRefusal ? this.refusals : this.errors).push(`${message.text()} ${message.location().url ?? ''}`);
    });
  }

  /** A buyer of its own: nothing is shared with other pages. */
  static async open(
    browser: Browser,
    { url, catalog }: ServiceCalls,
    { eventId }: Pick<Show, 'eventId'>,
    options: BuyerPageOptions = {},
  ): Promise<BuyerPage> {
    const { fragment = '', width = 1200, height = 760, pixelRatio = 1, isTouch = false, script, language } = options;
    const context = await browser.createBrowserContext();
    const page = await patientPage(context);
    const features = [
      { name: 'prefers-color-scheme', value: 'light' },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ];
    await page.setViewport({ width, height, deviceScaleFactor: pixelRatio, isMobile: isTouch, hasTouch: isTouch });
    await page.emulateMediaFeatures(features);
    if (script !== undefined) await page.evaluateOnNewDocument(script);
    const buyer = new BuyerPage(page);
    const lang = language === undefined ? '' : `&lang=${language}`;
    await page.goto(`${url}/map/?event=${eventId}&key=${catalog.organization.publicKey}${lang}${fragment}`);
    return buyer;
  }

  /** Resolves when the page shows this text. */
  async sees(text: string): Promise<void> {
    try {
      // A page that is left has no body for a moment.
      await this.until(`document.body?.innerText.includes(${JSON.stringify(text)}) === true`);
    } catch {
      throw new Error(`the page does not show '${text}' but: ${await this.text()}`);
    }
  }

  /** Resolves when the page no longer shows this text. */
  async seesNot(text: string): Promise<void> {
    await this.until(`document.body?.innerText.includes(${JSON.stringify(text)}) === false`);
  }

  /** Does something else before the page's next call to an address that ends so is sent. */
  async before(ending: string, act: () => Promise<void>): Promise<void> {
    let isDone = false;
    await this.page.setRequestInterception(true);
    this.page.on('request', async (request) => {
      const isNext = !isDone && new URL(request.url()).pathname.endsWith(ending);
      isDone ||= isNext;
      if (isNext) await act();
      await request.continue();
    });
  }

  text(): Promise<string> {
    return this.page.evaluate('document.body.innerText') as Promise<string>;
  }

  /** Resolves with the value of this script when it is truthy. */
  async until(script: string): Promise<unknown> {
    const handle = await this.page.waitForFunction(script, { polling: 15 });
    return handle.jsonValue();
  }

  /** Presses the control with this name, once it does something. */
  async press(name: string): Promise<void> {
    await pressAt(this.page, `::-p-aria([name="${name}"])`);
  }

  /** Opens the order of a narrow screen, as soon as it is closed: the page closes it itself when it shows found seats. */
  async openOrder(): Promise<void> {
    await this.page.locator('#order-handle[aria-expanded="false"]').click();
    await this.page.locator('#order-handle[aria-expanded="true"]').wait();
  }

  async closeOrder(): Promise<void> {
    await this.page.locator('#order-handle[aria-expanded="true"]').click();
    await this.page.locator('#order-handle[aria-expanded="false"]').wait();
  }

  async key(...keys: readonly Parameters<Page['keyboard']['press']>[0][]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Presses Tab until the control with this name has the focus. */
  async tabTo(name: string): Promise<void> {
    for (let presses = 0; presses < 60; presses++) {
      await this.page.keyboard.press('Tab');
      const focused = await this.page.evaluate(
        'document.activeElement.getAttribute("aria-label") ?? document.activeElement.textContent',
      );
      if (focused === name) return;
    }
    throw new Error(`the Tab key does not reach '${name}'`);
  }

  /** Resolves when a screen reader was told these words. */
  async hears(words: string): Promise<void> {
    try {
      await this.until(`document.getElementById('say').textContent.includes(${JSON.stringify(words)})`);
    } catch {
      const said = await this.page.evaluate('document.getElementById("say").textContent');
      throw new Error(`the page does not say '${words}' but '${said}'`);
    }
  }

  /** Opens the list and in it a row of a section. */
  async openRow(section: string, row: string): Promise<void> {
    await this.press('Show as a list');
    await this.page.locator(`.list__sections ::-p-text(${section})`).click();
    await this.page.locator(`.list__rows ::-p-text(${row})`).click();
  }

  /** What the open row of the list says of a seat. */
  seat(name: string): Promise<string> {
    return this.page.evaluate(wordsOf(name)) as Promise<string>;
  }

  /** Presses a seat of the open row. */
  async choose(name: string): Promise<void> {
    await this.page.locator(`.list__seat ::-p-text(${name})`).click();
  }

  /** Resolves when the seat of the open row says this. */
  async seatSays(name: string, words: string): Promise<void> {
    await this.until(`${wordsOf(name)}.includes(${JSON.stringify(words)})`);
  }

  /** Resolves when the seats are drawn. The page says so itself, for tools that measure it. */
  async seesMap(): Promise<void> {
    await this.until('performance.getEntriesByName("usher-map-shown").length > 0');
  }

  /** The picture of the map, once two in a row are the same. */
  async picture(): Promise<string> {
    const map = await this.page.$('#map');
    for (let before = ''; ; ) {
      const now = (await map?.screenshot({ encoding: 'base64' })) ?? '';
      if (now === before) return now;
      before = now;
    }
  }

  async close(): Promise<void> {
    await this.page.browserContext().close();
  }
}

/** A script for what the open row of the list says of a seat. */
function wordsOf(name: string): string {
  const seats = '[...document.querySelectorAll(".list__seat")]';
  const isNamed = `(seat) => seat.querySelector("strong").textContent === ${JSON.stringify(name)}`;
  return `(${seats}.find(${isNamed})?.innerText ?? "")`;
}
