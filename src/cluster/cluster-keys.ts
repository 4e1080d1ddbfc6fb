/**
 * The keys by which nodes of one cluster authenticate each other, derived from CLUSTER_SECRET, one per purpose. The
 * secret itself is never written, sent or kept. A proof is an HMAC-SHA256 over its parts, valid for its purpose only.
 * While the secret is being replaced a node has two: it proves itself with both, and believes a proof with either.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** `card`: a node's id and addresses; `hello` and `welcome`: the beginning of a link between two nodes. */
type Purpose = 'card' | 'hello' | 'welcome';
/** `calls`: frames of the node that asks; `answers`: frames of the node that is asked. */
export type Direction = 'calls' | 'answers';

/**
 * Part of every key and name. Nodes with another one do not see each other, so it changes only in a release for which all
 * nodes must be stopped. Releases that run side by side choose the protocol of each link (`link/protocols.ts`).
 */
export const keyGeneration = 5;

/** Proofs beyond these are not looked at: a node has one secret, or two. */
const proofsMax = 2;

const keyBytes = 32;

/** The parts are joined by line breaks, so no part may contain one. */
export type Parts = readonly (string | number)[];

/** The keys of one secret. */
export class SecretProof {
  readonly #keys: Readonly<Record<Purpose | Direction, KeyObject>>;

  constructor(secret: string) {
    const keyFor = (label: string): KeyObject =>
      createSecretKey(
        Buffer.from(hkdfSync('sha256', secret, '', `usher cluster ${keyGeneration}: ${label}`, keyBytes)),
      );
    this.#keys = {
      card: keyFor('card'),
      hello: keyFor('hello'),
      welcome: keyFor('welcome'),
      calls: keyFor('calls'),
      answers: keyFor('answers'),
    };
  }

  /** 43 characters of base64url. */
  proofOf(purpose: Purpose, parts: Parts): string {
    return createHmac('sha256', this.#keys[purpose]).update(parts.join('\n')).digest('base64url');
  }

  /** The key of one direction of one link. `parts` must hold random bytes of both sides: no two links may share it. */
  frameKeyOf(direction: Direction, parts: Parts): KeyObject {
    return createSecretKey(createHmac('sha256', this.#keys[direction]).update(parts.join('\n')).digest());
  }
}

export class ClusterKeys {
  readonly #secrets: readonly SecretProof[];

  /** `previous`: the secret that is being replaced. */
  constructor(secret: string, previous?: string) {
    const secrets = new Set(previous === undefined ? [secret] : [secret, previous]);
    this.#secrets = [...secrets].map((one) => new SecretProof(one));
  }

  /** A proof with each secret. */
  proofsOf(purpose: Purpose, parts: Parts): readonly string[] {
    return this.#secrets.map((secret) => secret.proofOf(purpose, parts));
  }

  /** The secret that one of the proofs was made with; null: the sender has none of this node's. */
  provedBy(purpose: Purpose, parts: Parts, proofs: readonly string[]): SecretProof | null {
    if (proofs.length > proofsMax) return null;
    const isShared = (secret: SecretProof): boolean => {
      const expected = secret.proofOf(purpose, parts);
      return proofs.some((proof) => isSameProof(expected, proof));
    };
    return this.#secrets.find(isShared) ?? null;
  }
}

/** Takes the same time wherever the two differ. */
export function isSameProof(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected, 'latin1'), Buffer.from(given, 'latin1')];
  return one.length === other.length && timingSafeEqual(one, other);
}
