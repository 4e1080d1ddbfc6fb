/**
 * The calls of the service to the providers of sign-ons: through the connector of webhooks, so to public addresses only. Promises
 * that no call follows a redirect, waits longer than the time limit or reads more than the size limit, and that no connection
 * outlives its call.
 */
import type { CustomFetch } from 'openid-client';
import type { Dispatcher } from 'undici';
import { type ConnectionOptions, ReceiverAgent } from '#feed/webhooks/receiver-connection.ts';
import { whyNotReceiver } from '#feed/webhooks/receiver-url.ts';

const timeoutMs = 5_000;
const bodyBytesMax = 256 * 1024;

/** The provider's address cannot be called; the message is for the owner. */
export class RefusedCall extends Error {
  override readonly name = 'RefusedCall';
}

export class ProviderCalls {
  readonly #agent: ReceiverAgent;
  readonly allowsPrivate: boolean;

  constructor(options: Omit<ConnectionOptions, 'timeoutMs'>) {
    this.allowsPrivate = options.allowsPrivate;
    const connection = { ...options, timeoutMs };
    this.#agent = new ReceiverAgent(connection, {
      // Logins are rare: a connection ends with its answer.
      pipelining: 0,
      allowH2: false,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  readonly fetch: CustomFetch = async (url, { method, headers, body, signal }) => {
    const reason = whyNotReceiver(url, this.allowsPrivate);
    if (reason !== null) throw new RefusedCall(`an address of the provider ${reason}`);
    const { origin, pathname, search } = new URL(url);
    const limit = AbortSignal.timeout(timeoutMs);
    const answer = await this.#agent.request({
      origin,
      path: `${pathname}${search}`,
      method: method as Dispatcher.HttpMethod,
      headers,
      body: body === undefined || body === null ? null : String(body),
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const type = answer.headers['content-type'];
    return new Response(await textOf(answer.body), {
      status: answer.statusCode,
      headers: typeof type === 'string' ? { 'content-type': type } : {},
    });
  };
}

async function textOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > bodyBytesMax) {
      body.destroy();
      throw new RefusedCall(`an answer of the provider has more than ${bodyBytesMax / 1024} KB`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
