/**
 * Encrypts texts that must be shown again, such as an organization's private key, with a key that is not in the
 * database (AES-256-GCM). A sealed text opens only under the name that it was sealed for, so that one column cannot be
 * copied over another; a modified text never opens. Texts that were sealed with a former key still open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** First byte of a stored text: the version of the format. */
const format = 1;

/** A key that was replaced. */
export interface FormerKey {
  readonly key: string;
  /** The number of the last event that existed when the key was replaced. */
  readonly eventsUpTo: number;
}

/** Each key: 32 bytes as 64 hex digits. */
export interface SecretKeys {
  /** Seals, and signs what is new. */
  readonly current: string;
  /** They only open and verify what is older. The newest is first. */
  readonly former: readonly FormerKey[];
}

/** A key that has replaced no other. */
export function onlyKey(current: string): SecretKeys {
  return { current, former: [] };
}

export class Sealer {
  readonly #key: Buffer;
  readonly #formerKeys: readonly Buffer[];

  constructor({ current, former }: SecretKeys) {
    this.#key = sealingKeyOf(current);
    this.#formerKeys = former.map(({ key }) => sealingKeyOf(key));
  }

  /** `name`: identifies the text, for example `organization:7:token`. */
  seal(content: string | Uint8Array, name: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv(algorithm, this.#key, nonce).setAAD(Buffer.from(name));
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
    return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), sealed]);
  }

  /** Throws when the bytes were changed, or sealed with another key or for another name. */
  open(bytes: Buffer, name: string): string {
    return this.openBytes(bytes, name).toString();
  }

  /** The same, of content that is no text. */
  openBytes(bytes: Buffer, name: string): Buffer {
    const sealedFrom = 1 + nonceBytes + tagBytes;
    if (bytes[0] !== format || bytes.length < sealedFrom) throw new Error(`${name} is not sealed in a known format`);
    for (const key of [this.#key, ...this.#formerKeys]) {
      const decipher = createDecipheriv(algorithm, key, bytes.subarray(1, 1 + nonceBytes))
        .setAAD(Buffer.from(name))
        .setAuthTag(bytes.subarray(1 + nonceBytes, sealedFrom));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(sealedFrom)), decipher.final()]);
      } catch {
        // Sealed with another key, or changed.
      }
    }
    throw new Error(`${name} cannot be opened: SECRET_KEY is not the one it was sealed with, or it was changed`);
  }
}

function sealingKeyOf(secretKey: string): Buffer {
  if (!/^[0-9a-f]{64}$/i.test(secretKey)) throw new Error('the secret key must be 64 hex digits');
  return Buffer.from(hkdfSync('sha256', Buffer.from(secretKey, 'hex'), '', 'usher sealed columns', keyBytes));
}
