/**
 * A receiver of webhooks on this machine: records every request and answers as the test says. `seen` resolves when the
 * requests so far fulfil a condition, so that no test has to wait for a while.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly id: string;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a body is what the test says it is
  readonly body: any;
}

/** Answers one request; `nth` counts from 1. */
export type Reply = (response: ServerResponse, request: Received, nth: number) => void;

export const accept: Reply = (response) => void response.writeHead(204).end();
export const answer =
  (status: number): Reply =>
  (response) =>
    void response.writeHead(status).end();
/** Never answers. */
export const stayDumb: Reply = () => undefined;

export interface Receiver extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly requests: readonly Received[];
  reply: Reply;
  /** Resolves when the condition holds; checked after every request. */
  seen(condition: (requests: readonly Received[]) => boolean): Promise<void>;
}

export async function startReceiver(
  reply: Reply = accept,
  tls?: { readonly key: string; readonly cert: string },
): Promise<Receiver> {
  const requests: Received[] = [];
  const waiting = new Set<() => void>();
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let text = '';
    for await (const part of request.setEncoding('utf8')) text += part;
    const id = String(request.headers['webhook-id']);
    const received = { path: request.url ?? '', headers: request.headers, id, text, body: JSON.parse(text) };
    requests.push(received);
    receiver.reply(response, received, requests.length);
    for (const check of waiting) check();
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${port}/hook`,
    port,
    requests,
    reply,
    seen: (condition) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const check = (): void => {
        if (!condition(requests)) return;
        waiting.delete(check);
        resolve();
      };
      waiting.add(check);
      check();
      return promise;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}
