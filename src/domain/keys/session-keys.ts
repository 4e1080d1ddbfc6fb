/**
 * The keys of the public calls on live sessions, as fingerprints: a repeated call is recognized long after its answer
 * has been forgotten. A session's fingerprints are one text, which a snapshot shares; they leave with the end of the
 * session, because nothing can change there any more. Never forgets a key of a live session: it refuses new ones.
 */
import { OrdinalTable } from '#collections/ordinal-table.ts';
import { eventSessionKeysMax, sessionKeysMax, sessionKeysReserved } from '../limits.ts';

/** Characters of the hashed key (60 bits) and of the hashed body (36 bits) in a fingerprint. */
const keyLength = 10;
const bodyLength = 6;
const fingerprintLength = keyLength + bodyLength;
/** Fingerprints in one piece of an image: 500 pieces must fit a part of a snapshot. */
const pieceLength = 32 * fingerprintLength;

/** The hashes of a keyed call. */
interface KeyHashes {
  readonly keyHash: string;
  readonly bodyHash: string;
}

/** Some fingerprints of the session with this ordinal. */
export type KeyPiece = readonly [session: number, fingerprints: string];

export class SessionKeys {
  readonly #fingerprints = new OrdinalTable<string>();
  readonly #keysMax: number;
  #length = 0;

  /** `keysMax`: beyond so many keys of the event a session only gets its reserved ones. Other values are for tests. */
  constructor(keysMax = eventSessionKeysMax) {
    this.#keysMax = keysMax;
  }

  /** Keys of all sessions. */
  get size(): number {
    return this.#length / fingerprintLength;
  }

  /** What the session has used the key for: the same request, another one, or nothing (null). */
  useOf(ordinal: number, { keyHash, bodyHash }: KeyHashes): 'same' | 'other' | null {
    const all = this.#fingerprints.get(ordinal);
    if (all === undefined) return null;
    const key = cut(keyHash, keyLength);
    let at = all.indexOf(key);
    while (at % fingerprintLength > 0) at = all.indexOf(key, at + 1);
    if (at === -1) return null;
    return all.startsWith(cut(bodyHash, bodyLength), at + keyLength) ? 'same' : 'other';
  }

  /** Whether the session can use no further key. */
  isFull(ordinal: number): boolean {
    const count = (this.#fingerprints.get(ordinal)?.length ?? 0) / fingerprintLength;
    return count >= (this.size < this.#keysMax ? sessionKeysMax : sessionKeysReserved);
  }

  /** Adds a key that the session has not used. */
  add(ordinal: number, { keyHash, bodyHash }: KeyHashes): void {
    this.restore([ordinal, cut(keyHash, keyLength) + cut(bodyHash, bodyLength)]);
  }

  /** The session has ended. */
  delete(ordinal: number): void {
    this.#length -= this.#fingerprints.get(ordinal)?.length ?? 0;
    this.#fingerprints.delete(ordinal);
  }

  /** For an image. */
  pieces(): KeyPiece[] {
    const pieces: KeyPiece[] = [];
    for (const ordinal of this.#fingerprints.keys()) {
      const all = this.#fingerprints.get(ordinal) as string;
      for (let at = 0; at < all.length; at += pieceLength) pieces.push([ordinal, all.slice(at, at + pieceLength)]);
    }
    return pieces;
  }

  /** Adds a piece of an image. */
  restore([ordinal, fingerprints]: KeyPiece): void {
    this.#fingerprints.set(ordinal, (this.#fingerprints.get(ordinal) ?? '') + fingerprints);
    this.#length += fingerprints.length;
  }
}

function cut(hash: string, length: number): string {
  return hash.slice(0, length).padEnd(length);
}
