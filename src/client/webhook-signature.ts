/**
 * Verifies that a webhook's request comes from the service, by the rules of Standard Webhooks. Needs only WebCrypto, so
 * it runs in Node, in service workers and at the edge. Never returns a body that it has not verified.
 */

/** A request's headers as Node, `fetch` and most frameworks give them. Names in lower case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface WebhookRequest {
  /** `whsec_…`. A list while the receiver switches to a new secret. */
  readonly secret: string | readonly string[];
  readonly headers: WebhookHeaders;
  /** The body as it arrived: JSON that was parsed and serialized again has another signature. */
  readonly body: string | Uint8Array;
  /** Milliseconds since 1970; the system's clock by default. */
  readonly now?: () => number;
  /** How far the request's time may be from now; default 300. */
  readonly toleranceSeconds?: number;
}

/** The body of a webhook's request. `data` has the same members as in the feed. */
export interface WebhookChange {
  readonly id: string;
  readonly type: string;
  /** When the change happened, UTC. */
  readonly timestamp: string;
  /** Absent in `webhook.test`. */
  readonly eventId?: string;
  readonly sequence?: number;
  readonly data: unknown;
}

/** The request does not come from the service, or is too old: answer 401 and do nothing. */
export class WebhookRejected extends Error {
  override readonly name = 'WebhookRejected';
}

const toleranceDefaultSeconds = 300;
const secretPrefix = 'whsec_';
const encoder = new TextEncoder();

/** The verified body. Throws `WebhookRejected`. */
export async function verifyWebhook(request: WebhookRequest): Promise<WebhookChange> {
  const { headers, now = Date.now, toleranceSeconds = toleranceDefaultSeconds } = request;
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookRejected('webhook-timestamp is not a number of seconds');
  if (Math.abs(now() / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookRejected('the request is too old, or the clocks of the two machines differ');
  }
  const body = typeof request.body === 'string' ? encoder.encode(request.body) : request.body;
  const signed = joined(encoder.encode(`${id}.${timestamp}.`), body);
  const signatures = signaturesOf(headerOf(headers, 'webhook-signature'));
  const secrets = typeof request.secret === 'string' ? [request.secret] : request.secret;
  for (const secret of secrets) {
    const key = await keyOf(secret);
    for (const signature of signatures) {
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parsed(body);
    }
  }
  throw new WebhookRejected('no signature of the request was made with this secret');
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof value !== 'string') throw new WebhookRejected(`the request has no header ${name}`);
  return value;
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

/** The signatures of version 1. Other versions are for newer receivers. */
function signaturesOf(header: string): Uint8Array<ArrayBuffer>[] {
  return header.split(' ').flatMap((one) => {
    const signature = one.startsWith('v1,') ? bytesOf(one.slice('v1,'.length)) : null;
    return signature === null ? [] : [signature];
  });
}

function keyOf(secret: string): ReturnType<typeof crypto.subtle.importKey> {
  const bytes = bytesOf(secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret);
  if (bytes === null || bytes.length === 0) throw new TypeError(`a webhook's secret is ${secretPrefix} and base64`);
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Null: the text is not base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function parsed(body: Uint8Array): WebhookChange {
  return JSON.parse(new TextDecoder().decode(body)) as WebhookChange;
}
