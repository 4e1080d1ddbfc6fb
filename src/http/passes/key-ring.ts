/**
 * An organization's keys, imported once to verify passes. Chooses the keys that a pass may be signed with: the algorithm
 * comes from the stored key and never from the pass, so a public key is never used as a secret.
 */
import { type CryptoKey, importJWK } from 'jose';
import type { PassAlgorithm, VerifyingKey } from '#storage/catalog/pass-keys.ts';

/** What a header may name the algorithm of a stored key; RFC 9864 has given EdDSA a second name. */
const headerNames: Readonly<Record<PassAlgorithm, readonly string[]>> = {
  HS256: ['HS256'],
  ES256: ['ES256'],
  EdDSA: ['EdDSA', 'Ed25519'],
};

export interface RingKey {
  readonly key: CryptoKey;
  /** The only values of `alg` that it verifies. */
  readonly algorithms: readonly string[];
  readonly kid: string;
  /** Milliseconds; null: it has no end. */
  readonly validUntil: number | null;
}

export class KeyRing {
  readonly #keys: readonly RingKey[];

  private constructor(keys: readonly RingKey[]) {
    this.#keys = keys;
  }

  static async of(stored: readonly VerifyingKey[]): Promise<KeyRing> {
    return new KeyRing(await Promise.all(stored.map(importKey)));
  }

  /**
   * The keys to try at `now` for a header's `alg` and `kid`: one at most when it names a `kid`, all of the algorithm when
   * it names none.
   */
  candidates({ alg, kid }: { readonly alg?: unknown; readonly kid?: unknown }, now: number): readonly RingKey[] {
    return this.#keys.filter(
      (key) =>
        key.algorithms.includes(alg as string) &&
        (kid === undefined || kid === key.kid) &&
        (key.validUntil === null || now < key.validUntil),
    );
  }
}

async function importKey({ kid, algorithm, material, validUntil }: VerifyingKey): Promise<RingKey> {
  const key =
    'secret' in material
      ? await crypto.subtle.importKey('raw', Buffer.from(material.secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
          'verify',
        ])
      : ((await importJWK(material.publicKey, algorithm)) as CryptoKey);
  return { key, algorithms: headerNames[algorithm], kid, validUntil };
}
