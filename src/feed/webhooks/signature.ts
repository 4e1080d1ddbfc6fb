/**
 * Signs the requests to receivers as the specification Standard Webhooks says: the headers webhook-id,
 * webhook-timestamp and webhook-signature. While a secret is being replaced there are two signatures: a receiver needs
 * to know only one of the secrets.
 */
import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import type { SentChange } from './feed-changes.ts';

const secretBytes = 32;
const secretPrefix = 'whsec_';

export interface Secrets {
  readonly secret: string;
  readonly formerSecret: string | null;
  /** Milliseconds since 1970. */
  readonly formerSecretUntil: number;
}

/** A fresh secret. */
export function newWebhookSecret(): string {
  return `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
}

export class Signer {
  readonly #current: Webhook;
  readonly #former: Webhook | null;
  readonly #formerUntil: number;

  constructor({ secret, formerSecret, formerSecretUntil }: Secrets) {
    this.#current = new Webhook(secret);
    this.#former = formerSecret === null ? null : new Webhook(formerSecret);
    this.#formerUntil = formerSecretUntil;
  }

  /** The headers of one attempt. `now`: milliseconds since 1970. */
  headers({ id, body, trace }: Pick<SentChange, 'id' | 'body' | 'trace'>, now: number): Record<string, string> {
    const at = new Date(now);
    const signatures = [this.#current.sign(id, at, body)];
    if (this.#former !== null && now < this.#formerUntil) signatures.push(this.#former.sign(id, at, body));
    return {
      'content-type': 'application/json',
      'user-agent': 'Usher-Webhooks/1',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': signatures.join(' '),
      ...(trace === null ? {} : { traceparent: trace }),
    };
  }
}
