/**
 * The keys by which nodes of one cluster know each other: derived from CLUSTER_SECRET, one for each purpose. The secret
 * itself is never written, sent or kept here. A proof is an HMAC-SHA256 over its parts, and good for its purpose alone.
 */
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** `card`: who a node is and where it listens; `request` and `answer`: what nodes say to each other. */
type Purpose = 'card' | 'request' | 'answer';

const keyBytes = 32;
const prefixBytes = 6;

/** Parts hold no line break; it stands between them. */
export type Parts = readonly (string | number)[];

export class ClusterKeys {
  /** Begins the name of every key on Redis: deployments with different secrets do not meet on a server that they share. */
  readonly prefix: string;
  readonly #keys: Readonly<Record<Purpose, KeyObject>>;

  constructor(secret: string) {
    const derive = (label: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, '', `usher cluster 1: ${label}`, bytes));
    this.prefix = `usher:${derive('names on Redis', prefixBytes).toString('hex')}:`;
    this.#keys = {
      card: createSecretKey(derive('card', keyBytes)),
      request: createSecretKey(derive('request', keyBytes)),
      answer: createSecretKey(derive('answer', keyBytes)),
    };
  }

  /** 43 characters of base64url. */
  proofOf(purpose: Purpose, parts: Parts): string {
    return createHmac('sha256', this.#keys[purpose]).update(parts.join('\n')).digest('base64url');
  }

  isProofOf(purpose: Purpose, parts: Parts, given: string): boolean {
    const expected = Buffer.from(this.proofOf(purpose, parts), 'latin1');
    const proof = Buffer.from(given, 'latin1');
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  }
}

/** The SHA-256 of a body, as 43 characters of base64url. */
export function digestOf(body: string | Uint8Array): string {
  return hash('sha256', body, 'base64url');
}
