/**
 * A receiver of webhooks beside a soak: counts the changes that it is sent against the confirms that the buyers were
 * acknowledged. Each acknowledged confirm must arrive at least once, and always with the same id.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '../../bench/stand/client.ts';
import type { Ledger } from './ledger.ts';

/** A job that a killed node had taken is given out again within a minute. */
const patienceMs = 90_000;
const lookMs = 50;
/** Slow, so that changes wait in the service when it is killed: one that had been passed over would be missing. */
const answerMs = 200;

export class ConfirmReceiver {
  /** By session: the ids of its `session.confirmed`. */
  readonly #ids = new Map<string, Set<string>>();
  readonly #server = createServer((request, response) => {
    void this.#receive(request).then(() => response.writeHead(204).end());
  });
  /** Requests, repeated ones included. */
  requests = 0;

  /** Listens, and makes the webhook with the owner's key. */
  async open(owner: Client): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    const body = { url: `http://127.0.0.1:${port}/`, types: ['session.confirmed'] };
    await owner.demand({ method: 'POST', path: '/api/private/v2.0/webhooks/', body });
  }

  /** Waits until every acknowledged confirm has arrived, and reports those that have not. Returns how many there are. */
  async audit(ledger: Ledger): Promise<number> {
    const confirmed = ledger.histories.filter(({ known }) => known !== null && known.reference !== null);
    const until = performance.now() + patienceMs;
    const missing = () => confirmed.filter(({ sessionId }) => !this.#ids.has(sessionId ?? ''));
    while (missing().length > 0 && performance.now() < until) await pause(lookMs);
    for (const history of missing()) ledger.reportViolation(history, 'its confirm was not sent to the webhook');
    for (const [session, ids] of this.#ids) {
      if (ids.size > 1) ledger.reportViolation(null, `${session} was confirmed under ${ids.size} ids`);
    }
    return confirmed.length;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage): Promise<void> {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const { id, data } = JSON.parse(text);
    if (id !== request.headers['webhook-id']) throw new Error('a webhook was sent under another id than its body has');
    await pause(answerMs);
    this.requests++;
    const ids = this.#ids.get(data.id) ?? new Set();
    this.#ids.set(data.id, ids.add(id));
  }
}
