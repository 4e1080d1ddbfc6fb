/**
 * Seals the frames of one direction of one link, and opens them at the other end, with AES-256-GCM. Every frame has a
 * number, which is never sent: only the next frame of this link and direction can be opened, so an attacker between the
 * nodes can neither read a frame nor change, leave out, repeat or move one unnoticed.
 */
import { createCipheriv, createDecipheriv, type KeyObject } from 'node:crypto';
import { frameHeadBytes } from './frame-cutter.ts';

const cipherName = 'aes-256-gcm';
const sealBytes = 16;
const wordRange = 2 ** 32;

/** Counts the frames. A key is never used twice with one number: a link has its own keys, and ends with its process. */
class FrameNumbers {
  readonly #bytes = Buffer.alloc(12);
  #count = 0;

  next(): Buffer {
    this.#count++;
    this.#bytes.writeUInt32LE(this.#count % wordRange, 4);
    this.#bytes.writeUInt32LE(Math.floor(this.#count / wordRange), 8);
    return this.#bytes;
  }
}

export class FrameSealer {
  readonly #key: KeyObject;
  readonly #numbers = new FrameNumbers();

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /** The next frame, as it is sent: its length, then its sealed content. */
  seal(content: Uint8Array): Buffer {
    const cipher = createCipheriv(cipherName, this.#key, this.#numbers.next(), { authTagLength: sealBytes });
    const sealed = cipher.update(content);
    cipher.final();
    const head = Buffer.allocUnsafe(frameHeadBytes);
    head.writeUInt32LE(sealed.length + sealBytes);
    return Buffer.concat([head, sealed, cipher.getAuthTag()]);
  }
}

export class FrameOpener {
  readonly #key: KeyObject;
  readonly #numbers = new FrameNumbers();

  constructor(key: KeyObject) {
    this.#key = key;
  }

  /** The content of the next frame; null when these bytes are not the next frame. */
  open(sealed: Buffer): Buffer | null {
    if (sealed.length < sealBytes) return null;
    const decipher = createDecipheriv(cipherName, this.#key, this.#numbers.next(), { authTagLength: sealBytes });
    decipher.setAuthTag(sealed.subarray(-sealBytes));
    const content = decipher.update(sealed.subarray(0, -sealBytes));
    try {
      decipher.final();
      return content;
    } catch {
      return null;
    }
  }
}
