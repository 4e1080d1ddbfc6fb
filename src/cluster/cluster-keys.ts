/**
 * The keys by which nodes of one cluster authenticate each other, derived from CLUSTER_SECRET, one per purpose. The
 * secret itself is never written, sent or kept. A proof is an HMAC-SHA256 over its parts, valid for its purpose only.
 */
import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';

/** `card`: a node's id and addresses; `hello` and `welcome`: the beginning of a link between two nodes. */
type Purpose = 'card' | 'hello' | 'welcome';
/** `calls`: frames of the node that asks; `answers`: frames of the node that is asked. */
export type Direction = 'calls' | 'answers';

/**
 * The protocol between nodes. Nodes of another version have other keys and other names on Redis, so they do not see each
 * other; a connection in another version is refused.
 */
export const protocolVersion = 3;

const keyBytes = 32;
const prefixBytes = 6;

/** The parts are joined by line breaks, so no part may contain one. */
export type Parts = readonly (string | number)[];

export class ClusterKeys {
  /** Prefix of every Redis key: deployments with different secrets can share a server without conflicts. */
  readonly prefix: string;
  readonly #keys: Readonly<Record<Purpose | Direction, KeyObject>>;

  constructor(secret: string) {
    const derive = (label: string, bytes: number): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, '', `usher cluster ${protocolVersion}: ${label}`, bytes));
    const keyFor = (label: string): KeyObject => createSecretKey(derive(label, keyBytes));
    this.prefix = `usher:${derive('names on Redis', prefixBytes).toString('hex')}:`;
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

  isProofOf(purpose: Purpose, parts: Parts, given: string): boolean {
    const expected = Buffer.from(this.proofOf(purpose, parts), 'latin1');
    const proof = Buffer.from(given, 'latin1');
    return proof.length === expected.length && timingSafeEqual(proof, expected);
  }

  /** The key of one direction of one link. `parts` must hold random bytes of both sides: no two links may share it. */
  frameKeyOf(direction: Direction, parts: Parts): KeyObject {
    return createSecretKey(createHmac('sha256', this.#keys[direction]).update(parts.join('\n')).digest());
  }
}
