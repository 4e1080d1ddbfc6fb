/**
 * Hashes of the buyers that passes name: an HMAC-SHA256 of the name with a secret of the event, cut to 96 bits. Nobody
 * can tell without the secret who a buyer is, or whether two events have the same one. The name itself is not stored.
 */
import { createHmac } from 'node:crypto';
import type { SecretKeys } from '#storage/database/sealed.ts';
import { EventSecrets } from '../event-secrets.ts';

/** Hex digits. */
const hashDigits = 24;

export class BuyerHashes {
  readonly #secrets: EventSecrets;

  constructor(keys: SecretKeys) {
    this.#secrets = new EventSecrets(keys, 'buyers');
  }

  /** `name`: the claim `sub` of the pass. 24 hex digits. */
  of(eventNumber: number, name: string): string {
    const digest = createHmac('sha256', this.#secrets.of(eventNumber)).update(`${eventNumber} ${name}`).digest('hex');
    return digest.slice(0, hashDigits);
  }
}
