/**
 * The HTTP of the shop: pages for buyers, what they press, and the two webhooks. A webhook is believed only with its
 * signature, and answered as soon as its news is stored; the work follows. The page sends no amounts and no seats.
 */
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { WebhookRejected } from 'usher/client';
import { type Cards, isBadSignature, stripeScript } from './cards.ts';
import type { Checkout } from './checkout.ts';
import type { Order, Orders } from './orders.ts';
import { Pages, stateOf } from './pages.ts';
import type { Settings } from './settings.ts';
import { texts } from './texts.ts';
import type { Face, Usher } from './usher.ts';

export interface ShopParts {
  readonly settings: Settings;
  readonly orders: Orders;
  readonly checkout: Checkout;
  readonly usher: Usher;
  readonly cards: Cards | null;
  readonly log: (message: string, error?: unknown) => void;
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly location?: string;
}

type Handler = (request: IncomingMessage, url: URL, order: Order) => Promise<Reply>;

const files: Readonly<Record<string, string>> = {
  '/shop.css': 'text/css',
  '/seats.js': 'text/javascript',
  '/order.js': 'text/javascript',
  '/ticket.svg': 'image/svg+xml',
};
const bodyBytesMax = 1_000_000;
const empty: Reply = { status: 204 };

export function makeServer(parts: ShopParts): Server {
  const shop = new ShopServer(parts);
  return createServer((request, response) => void shop.answer(request, response));
}

class ShopServer {
  readonly #parts: ShopParts;
  readonly #pages: Pages;
  readonly #policy: string;

  constructor(parts: ShopParts) {
    this.#parts = parts;
    this.#pages = new Pages(parts.settings);
    this.#policy = policyOf(parts.settings);
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let reply: Reply;
    try {
      reply = await this.#replyTo(request, new URL(request.url ?? '', this.#parts.settings.url));
    } catch (error) {
      this.#parts.log(`${request.method} ${request.url?.split('?')[0]} failed`, error);
      reply = page(this.#pages.problem(texts.problems.failed, texts.problems.failedLead), 503);
    }
    const { status, type, body, location } = reply;
    response.writeHead(status, {
      'Content-Security-Policy': this.#policy,
      'X-Content-Type-Options': 'nosniff',
      // The address of an order is the key to it: other sites learn only where it was.
      'Referrer-Policy': 'strict-origin-when-cross-origin',
      'Cache-Control': 'no-store',
      ...(type === undefined ? {} : { 'Content-Type': `${type}; charset=utf-8` }),
      ...(location === undefined ? {} : { Location: location }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  async #replyTo(request: IncomingMessage, url: URL): Promise<Reply> {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const type = files[url.pathname];
    if (method === 'GET' && type !== undefined) {
      return { status: 200, type, body: await readFile(new URL(`./page${url.pathname}`, import.meta.url)) };
    }
    const [first = '', key = '', step = ''] = url.pathname.split('/').slice(1);
    if (first === 'orders') {
      const handle = this.#orderSteps[`${method} ${step}`];
      const order = this.#parts.orders.ofPage(key);
      return handle === undefined || order === null ? this.#unknown() : handle(request, url, order);
    }
    return (await this.#others[`${method} ${url.pathname}`]?.(request, url)) ?? this.#unknown();
  }

  readonly #others: Readonly<Record<string, (request: IncomingMessage, url: URL) => Promise<Reply>>> = {
    'GET /': async () => page(this.#pages.seats(await this.#face())),
    'GET /checkout': async (_, url) => {
      const order = await this.#parts.checkout.begin(url.searchParams.get('code') ?? '');
      if (order !== null) return toOrder(order);
      return page(this.#pages.problem(texts.problems.usedLink, texts.problems.usedLinkLead), 404);
    },
    'POST /webhooks/stripe': (request) => this.#hearStripe(request),
    'POST /webhooks/usher': (request) => this.#hearUsher(request),
  };

  /** By method and last part of the address, `/orders/KEY/STEP`. */
  readonly #orderSteps: Readonly<Record<string, Handler>> = {
    'GET ': async (_, __, { reference }) => {
      const [shown, face] = await Promise.all([this.#parts.checkout.look(reference), this.#face()]);
      return page(this.#pages.order(shown, face));
    },
    // Asked every few seconds by an open page, so it reads only what the shop knows.
    'GET state': async (_, __, order) =>
      json({ state: stateOf({ order, payments: this.#parts.orders.payments(order.reference) }) }),
    'POST card': async (_, __, { reference }) => {
      const intent = await this.#parts.checkout.startCard(reference);
      return intent === null ? { status: 409 } : json({ clientSecret: intent.clientSecret });
    },
    'POST door': async (_, __, order) => {
      await this.#parts.checkout.payAtDoor(order.reference);
      return toOrder(order);
    },
    'GET cancel': async (_, __, order) => (order.state === 'OPEN' ? page(this.#pages.cancel(order)) : toOrder(order)),
    'POST cancel': async (_, __, order) => {
      await this.#parts.checkout.cancel(order.reference);
      return toOrder(order);
    },
  };

  async #hearStripe(request: IncomingMessage): Promise<Reply> {
    const { cards, checkout } = this.#parts;
    if (cards === null) return this.#unknown();
    const body = await bodyOf(request);
    if (body === null) return { status: 413 };
    let news: ReturnType<Cards['newsIn']>;
    try {
      news = cards.newsIn(body, String(request.headers['stripe-signature'] ?? ''));
    } catch (error) {
      if (isBadSignature(error)) return { status: 401 };
      throw error;
    }
    if (news !== null && 'refundFailed' in news) checkout.hearFailedRefund(news.refundFailed);
    const reference = news !== null && 'paid' in news ? checkout.hear(news.paid) : null;
    if (reference !== null) void checkout.settle(reference);
    return empty;
  }

  async #hearUsher(request: IncomingMessage): Promise<Reply> {
    const { settings, usher, checkout } = this.#parts;
    if (settings.usher.webhookSecret === null) return this.#unknown();
    const body = await bodyOf(request);
    if (body === null) return { status: 413 };
    try {
      const sessionId = await usher.sessionIn(settings.usher.webhookSecret, request.headers, body);
      if (sessionId !== null) void checkout.sessionChanged(sessionId);
      return empty;
    } catch (error) {
      if (error instanceof WebhookRejected) return { status: 401 };
      throw error;
    }
  }

  /** A page without it still sells. */
  async #face(): Promise<Face | null> {
    try {
      return await this.#parts.usher.face();
    } catch (error) {
      this.#parts.log('Usher does not tell what is on', error);
      return null;
    }
  }

  #unknown(): Reply {
    return page(this.#pages.problem(texts.problems.unknown, texts.problems.unknownLead), 404);
  }
}

const page = (body: string, status = 200): Reply => ({ status, type: 'text/html', body });
const json = (body: object): Reply => ({ status: 200, type: 'application/json', body: JSON.stringify(body) });
/** 303: a reload of the next page repeats nothing. */
const toOrder = ({ page: key }: Order): Reply => ({ status: 303, location: `/orders/${key}` });

/** Null: it is larger than any webhook. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > bodyBytesMax) return null;
  return await buffer(request);
}

function policyOf({ usher }: Settings): string {
  const seats = new URL(usher.url).origin;
  const stripe = new URL(stripeScript).origin;
  return [
    "default-src 'none'",
    `script-src 'self' ${seats} ${stripe}`,
    "style-src 'self'",
    "img-src 'self' https: http://localhost:*",
    `connect-src 'self' ${seats} https://api.stripe.com`,
    `frame-src ${seats} ${stripe} https://hooks.stripe.com`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
