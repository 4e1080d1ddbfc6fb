/**
 * The keys by which nodes of one cluster authenticate each other, derived from CLUSTER_SECRET, one per purpose. The
 * secret itself is never written, sent or kept. A proof is an HMAC-SHA256 over its parts, valid for its purpose only.
 */
import { createHmac, createSecretKey, hash, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** `card`: a node's id and addresses; `request` and `answer`: messages between nodes. */
type Purpose = 'card' | 'request' | 'answer';

const keyBytes = 32;
const prefixBytes = 6;

/** The parts are joined by line breaks, so no part may contain one. */
export type Parts = readonly (string | number)[];

export class ClusterKeys {
  /** Prefix of every Redis key: deployments with different secrets can share a server without conflicts. */
  readonly prefix: string;
  readonly #keys: Readonly<Record<Purpose, KeyObject>>;

  /** The number in the label is the protocol between nodes: nodes of another one do not see each other. */
  constructor(secret: string) {
    const derive = (label: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, '', `usher cluster 2: ${label}`, bytes));
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
