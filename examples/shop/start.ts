/** Puts the shop together, opens it, and goes on with orders that an earlier process has left unfinished. */
import { once } from 'node:events';
import { Cards } from './cards.ts';
import { Checkout } from './checkout.ts';
import { Orders } from './orders.ts';
import { makeServer } from './server.ts';
import type { Settings } from './settings.ts';
import { Usher } from './usher.ts';

export async function startShop(settings: Settings): Promise<void> {
  const orders = new Orders(settings.database);
  const usher = new Usher(settings.usher);
  const cards = settings.stripe === null ? null : new Cards(settings.stripe);
  const checkout = new Checkout({ orders, usher, cards, log });
  const server = makeServer({ settings, orders, checkout, usher, cards, log });
  server.listen(settings.port);
  await once(server, 'listening');
  log(`the shop is open at ${settings.url}`);
  if (cards === null) log('without the keys of Stripe it offers to pay at the door only');
  await keepUp(checkout, settings.retrySeconds);
}

/** One look after the other, the first one at once. */
async function keepUp(checkout: Checkout, seconds: number): Promise<void> {
  await checkout.catchUp();
  setTimeout(() => void keepUp(checkout, seconds), seconds * 1000).unref();
}

function log(message: string, error?: unknown): void {
  const why = error === undefined ? '' : `: ${error instanceof Error ? error.message : String(error)}`;
  process.stdout.write(`${message}${why}\n`);
}
