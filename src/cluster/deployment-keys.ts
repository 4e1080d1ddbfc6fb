/**
 * The names on Redis, and the proof that an entry there is of a node of this deployment. All nodes of a deployment have
 * them, whatever their CLUSTER_SECRET. Derived from SECRET_KEY, so that nodes with different cluster secrets find each
 * other's entries, and so that a client of Redis cannot forge one. The proof lets nobody call a node.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { isSameProof, keyGeneration } from './cluster-keys.ts';

const keyBytes = 32;
const prefixBytes = 6;

export class DeploymentKeys {
  /** Prefix of every Redis key: deployments with different secret keys can share a server without conflicts. */
  readonly prefix: string;
  readonly #entries: KeyObject;

  constructor(secretKey: string) {
    const derive = (label: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', `usher ${keyGeneration}: ${label}`, bytes));
    this.prefix = `usher:${derive('names on Redis', prefixBytes).toString('hex')}:`;
    this.#entries = createSecretKey(derive('entries on Redis', keyBytes));
  }

  /** 43 characters of base64url. */
  proofOf(text: string): string {
    return createHmac('sha256', this.#entries).update(text).digest('base64url');
  }

  isProofOf(text: string, given: string): boolean {
    return isSameProof(this.proofOf(text), given);
  }
}
