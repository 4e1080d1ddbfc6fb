/** A buyer's order at the example shop, used over HTTP as a browser uses it: by the pages' addresses and forms. */
import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually.ts';
import type { TestService } from './service.ts';
import { publicPrefix, type SessionCalls, succeeded } from './session-calls.ts';

const dayMs = 86_400_000;

/** Prices of a show in minor units, which the shop charges. */
export async function chargeEuros({ call, catalog }: TestService, eventId: string, ids: readonly number[]) {
  const names = ['45.00 EUR', '29.50 EUR'];
  const body = ids.map((id, at) => ({ id, name: names[at], amount: [4500, 2950][at], currency: 'EUR' }));
  succeeded(await call('PUT', `/api/private/v2.0/event/${eventId}/prices/`, { key: catalog.organization.token, body }));
}

/**
 * Moves the service's clock ahead of this machine's: the shop looks by itself at orders whose time is over by its own
 * clock, and a test says when that is.
 */
export function letShopWait({ clock }: TestService): void {
  clock.advance(Math.max(0, Date.now() + dayMs - clock.now()));
}

export class ShopOrder {
  readonly sessionId: string;
  /** Of its page, at the shop. */
  readonly url: string;

  private constructor(sessionId: string, url: string) {
    this.sessionId = sessionId;
    this.url = url;
  }

  /** Holds the seats, checks out, and comes to the shop with the code. */
  static async open(service: TestService, calls: SessionCalls, shopUrl: string, seats: readonly number[]) {
    const sessionId = await calls.open(seats);
    succeeded(await calls.checkout(sessionId));
    const { code } = succeeded(await service.call('POST', `${publicPrefix}${sessionId}/checkout-code/`)).body;
    return new ShopOrder(sessionId, await orderOfCode(shopUrl, code));
  }

  /** What the page says, without its markup. */
  async text(): Promise<string> {
    const html = await (await fetch(this.url)).text();
    return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  }

  /** What the shop has written down; asks nobody. */
  async state(): Promise<string> {
    const { state } = (await (await fetch(`${this.url}/state`)).json()) as { state: string };
    return state;
  }

  /** Resolves when the shop has written this down. */
  async becomes(state: string): Promise<void> {
    await eventually(async () => {
      const now = await this.state();
      if (now !== state) throw new Error(`the order is ${now}, not ${state}`);
      return true;
    });
  }

  /** The secret of the intent; null: no card is taken now. `body`: what a page of somebody else may send. */
  async startCard(body = ''): Promise<string | null> {
    const answer = await fetch(`${this.url}/card`, { method: 'POST', body });
    if (answer.status === 409) return null;
    return ((await answer.json()) as { clientSecret: string }).clientSecret;
  }

  /** Tells the shop of the session, as Usher signs it at the time of this machine; resolves with the status. */
  async tellChange(type: string, secret: string): Promise<number> {
    const body = JSON.stringify({ id: 'change-1', type, timestamp: '', data: { id: this.sessionId } });
    const now = new Date();
    const headers = {
      'webhook-id': 'change-1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('change-1', now, body),
    };
    return (await fetch(`${new URL(this.url).origin}/webhooks/usher`, { method: 'POST', headers, body })).status;
  }

  /** Presses a button of the page; resolves with the status before the redirect. */
  async press(step: 'door' | 'cancel'): Promise<number> {
    return (await fetch(`${this.url}/${step}`, { method: 'POST', redirect: 'manual' })).status;
  }
}

/** The address of the order to which a code leads. */
export async function orderOfCode(shopUrl: string, code: string): Promise<string> {
  const answer = await fetch(`${shopUrl}/checkout?code=${code}`, { redirect: 'manual' });
  if (answer.status !== 303) throw new Error(`the code is answered with ${answer.status}`);
  return shopUrl + answer.headers.get('location');
}
