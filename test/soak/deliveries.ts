/**
 * A receiver of webhooks beside a soak or a drill: verifies every signature, and counts the changes that it is sent
 * against the confirms that the buyers were acknowledged. Each acknowledged confirm must arrive at least once, and always
 * under the id that the feed gives it. Answers some requests 503, so that their changes must come again.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Client } from '../../bench/stand/client.ts';
import type { FollowedFeed } from './followed-feed.ts';
import type { Ledger } from './ledger.ts';

export interface ReceiverOptions {
  /** How long it takes to answer: changes must wait in the service when it is killed. */
  readonly answerMs: number;
  /** Of a thousand changes, so many are answered 503 when they first arrive. */
  readonly failedPerThousand: number;
  /** How long the audit waits. By default longer than a job that a killed node had taken: a minute at most. */
  readonly patienceMs?: number;
}

export interface DeliveryCounts {
  /** Acknowledged confirms, each of which was sent. */
  confirms: number;
  /** Requests, repeated ones included; and those that were answered 503. */
  requests: number;
  failed: number;
}

const defaultPatienceMs = 90_000;
const lookMs = 50;

export class ConfirmReceiver {
  readonly counts: DeliveryCounts = { confirms: 0, requests: 0, failed: 0 };
  readonly #ledger: Ledger;
  readonly #options: ReceiverOptions;
  /** By session: the ids under which its `session.confirmed` was accepted. */
  readonly #ids = new Map<string, Set<string>>();
  readonly #failed = new Set<string>();
  /** Sessions whose confirm was acknowledged. */
  readonly #due = new Set<string>();
  #webhook: Webhook | null = null;
  readonly #server = createServer((request, response) => {
    void this.#receive(request).then((status) => response.writeHead(status).end());
  });

  constructor(ledger: Ledger, options: ReceiverOptions) {
    this.#ledger = ledger;
    this.#options = options;
  }

  /** Listens, and makes the webhook with the owner's key. */
  async open(owner: Client): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    const body = { url: `http://127.0.0.1:${port}/`, types: ['session.confirmed'] };
    const { secret } = await owner.demand({ method: 'POST', path: '/api/private/v2.0/webhooks/', body });
    this.#webhook = new Webhook(secret);
  }

  /** Remembers the confirms that the buyers know of. Call while all buyers wait, before events are replaced. */
  expect(): void {
    for (const { sessionId, known } of this.#ledger.histories) {
      if (sessionId !== null && known !== null && known.reference !== null) this.#due.add(sessionId);
    }
    this.counts.confirms = this.#due.size;
  }

  /** Waits until every confirm has arrived, and reports those that have not, and ids that the feed does not have. */
  async audit(feed: FollowedFeed): Promise<void> {
    this.expect();
    const { patienceMs = defaultPatienceMs } = this.#options;
    let missing = [...this.#due];
    for (const until = performance.now() + patienceMs; performance.now() < until; await pause(lookMs)) {
      missing = missing.filter((sessionId) => !this.#ids.has(sessionId));
      if (missing.length === 0) break;
    }
    for (const sessionId of missing) this.#violated(`the confirm of session ${sessionId} was not sent`);
    for (const [sessionId, ids] of this.#ids) {
      if (ids.size > 1) this.#violated(`the confirm of session ${sessionId} was sent under ${ids.size} ids`);
      for (const id of ids) if (!feed.has(id)) this.#violated(`${id} was sent, and the feed does not have it`);
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The status of the answer. */
  async #receive(request: IncomingMessage): Promise<number> {
    let text = '';
    try {
      for await (const part of request.setEncoding('utf8')) text += part;
    } catch {
      // The node was killed while it sent.
      return 400;
    }
    this.counts.requests++;
    const id = String(request.headers['webhook-id']);
    const change = this.#verified(text, request.headers as Record<string, string>);
    if (change === null || change.id !== id) {
      this.#violated(`${id} was sent with ${change === null ? 'a wrong signature' : `the body of ${change.id}`}`);
      return 401;
    }
    await pause(this.#options.answerMs);
    if (randomInt(1_000) < this.#options.failedPerThousand && !this.#failed.has(id)) {
      this.#failed.add(id);
      this.counts.failed++;
      return 503;
    }
    const ids = this.#ids.get(change.data.id) ?? new Set();
    this.#ids.set(change.data.id, ids.add(id));
    return 204;
  }

  /** Null: the signature is wrong. */
  #verified(text: string, headers: Record<string, string>) {
    try {
      return this.#webhook?.verify(text, headers) as { readonly id: string; readonly data: { readonly id: string } };
    } catch {
      return null;
    }
  }

  #violated(what: string): void {
    this.#ledger.reportViolation(null, `a webhook: ${what}`);
  }
}
