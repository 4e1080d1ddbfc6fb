/**
 * A shop's page of another origin than the service, with maps in it. The page keeps what its callbacks are told, by the
 * name of the map, and its calls can be made from the test.
 */
import { createServer, type Server } from 'node:http';
import type { Browser, BrowserContext, Frame, Page } from 'puppeteer-core';
import { listen } from '#http/server/server.ts';
import type { MapOptions } from '../../src/component/options.ts';
import type { Order, Told } from '../../src/component/order.ts';
import { patientPage } from './browser.ts';

/** What a callback was told. */
export interface Heard extends Partial<Told> {
  readonly map: string;
  /** Of the callback, such as `onSelect`. */
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: each callback is told something else
  readonly [member: string]: any;
}

/** Options that can be written into a page; `script`: more members, such as functions. */
export interface ShopMap {
  readonly options: Partial<MapOptions>;
  readonly script?: string;
}

const callbacks = [
  ...['onReady', 'onFailed', 'onSession', 'onSelect', 'onDeselect', 'onHold', 'onHoldFailed', 'onChange'],
  ...['onExpired', 'onUnavailable', 'onCheckedOut', 'onConfirmed', 'onHeight'],
];

export interface ShopServer {
  readonly origin: string;
  /** What `/` answers from now on. */
  html: string;
  /** Headers of the answer. */
  headers: Readonly<Record<string, string>>;
  close(): void;
}

/** Serves one document at every path. */
export async function startShop(): Promise<ShopServer> {
  const server: Server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...shop.headers }).end(shop.html);
  });
  const shop: ShopServer = {
    origin: '',
    html: '',
    headers: {},
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return Object.assign(shop, { origin: `http://localhost:${await listen(server, 0, 'localhost')}` });
}

/** A document that mounts maps by their names, from the service's own script. */
export function shopHtml(serviceUrl: string, maps: Readonly<Record<string, ShopMap>>): string {
  const mounts = Object.entries(maps).map(([name, { options, script = '' }]) => {
    const all = `{ ...${JSON.stringify(options)}, ...callbacksOf(${JSON.stringify(name)}), ${script} }`;
    return `maps.${name} = mount(document.getElementById('shop'), ${all});`;
  });
  return `<!doctype html><meta charset="utf-8"><title>Shop</title><main id="shop"></main><script type="module">
    import { mount } from '${serviceUrl}/usher.js';
    const callbacksOf = (map) => Object.fromEntries(${JSON.stringify(callbacks)}.map((name) =>
      [name, (news) => told.push({ map, name, ...news })]));
    globalThis.told = [];
    globalThis.maps = {};
    ${mounts.join('\n')}
  </script>`;
}

export class ShopPage {
  readonly page: Page;
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  static async open(of: Browser | BrowserContext, address: string, prepare?: (page: Page) => Promise<unknown>) {
    const page = await patientPage(of);
    await page.setViewport({ width: 1100, height: 900 });
    await prepare?.(page);
    const shop = new ShopPage(page);
    await page.goto(address);
    return shop;
  }

  /** Resolves with the first news of a callback that passes the test. */
  async hears(map: string, name: string, test = 'true'): Promise<Heard> {
    const find = `told.find((news) => news.map === '${map}' && news.name === '${name}' && (${test}))`;
    try {
      const handle = await this.page.waitForFunction(`globalThis.told && ${find}`, { polling: 15 });
      return (await handle.jsonValue()) as Heard;
    } catch (error) {
      throw new Error(`${name} of ${map} was not called, but: ${JSON.stringify(await this.told(map))}`, {
        cause: error,
      });
    }
  }

  /** All that the callbacks of a map were told. */
  async told(map: string): Promise<Heard[]> {
    const all = (await this.page.evaluate('globalThis.told ?? []')) as Heard[];
    return all.filter((news) => news.map === map);
  }

  /** The names of the callbacks that were called, without heights. */
  async names(map: string): Promise<string[]> {
    return (await this.told(map)).map(({ name }) => name).filter((name) => name !== 'onHeight');
  }

  /** Calls a method of a map, as `select([1, 2])`. A refusal is `{refused: code}`. */
  call(map: string, call: string): Promise<Order & { readonly refused?: string; readonly alternatives?: number }> {
    const refused = '({ code, alternatives }) => ({ refused: code, alternatives: alternatives?.length })';
    return this.page.evaluate(`maps.${map}.${call}.catch(${refused})`) as never;
  }

  /** The frame of a map, by its place in the page. */
  async frame(at = 0): Promise<Frame> {
    const frames = await this.page.$$('iframe');
    const frame = await frames[at]?.contentFrame();
    if (frame == null) throw new Error(`there is no map ${at}`);
    return frame;
  }

  async press(name: string, at = 0): Promise<void> {
    await (await this.frame(at)).locator(`::-p-aria([name="${name}"])`).click();
  }

  /** Resolves when the frame shows this text. */
  async shows(text: string, at = 0): Promise<void> {
    const frame = await this.frame(at);
    const script = `document.body?.innerText.includes(${JSON.stringify(text)}) === true`;
    await frame.waitForFunction(script, { polling: 15 }).catch(async (error: unknown) => {
      const shown = await frame.evaluate('document.body.innerText');
      throw new Error(`the map does not show '${text}' but: ${shown}`, { cause: error });
    });
  }
}
