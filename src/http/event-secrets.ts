/**
 * One secret of each event for one purpose, derived from the deployment's secret key. When that key is replaced, the
 * events that exist keep the secret that they have had: what was made with it has been published or stored.
 */
import { createHmac } from 'node:crypto';
import type { SecretKeys } from '#storage/database/sealed.ts';

export class EventSecrets {
  readonly #secret: string;
  /** The oldest first. */
  readonly #former: readonly { readonly secret: string; readonly eventsUpTo: number }[];

  /** `purpose`: each has a secret of its own, which says nothing about the others. */
  constructor({ current, former }: SecretKeys, purpose: string) {
    const secretOf = (key: string): string =>
      createHmac('sha256', Buffer.from(key, 'hex')).update(purpose).digest('hex');
    this.#secret = secretOf(current);
    this.#former = former.map(({ key, eventsUpTo }) => ({ secret: secretOf(key), eventsUpTo })).reverse();
  }

  /** 64 hex digits. */
  of(eventNumber: number): string {
    for (const { secret, eventsUpTo } of this.#former) if (eventNumber <= eventsUpTo) return secret;
    return this.#secret;
  }
}
