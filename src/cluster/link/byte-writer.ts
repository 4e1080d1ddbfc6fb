/**
 * Writes numbers, texts and bytes one after the other into one buffer that grows and is used again. Little-endian.
 * `ByteReader` reads them in the same order.
 */

const firstBytes = 16 * 1024;
/** A buffer that one large message has grown is not kept. */
const keptBytesMax = 1024 * 1024;

export class ByteWriter {
  #bytes = Buffer.allocUnsafe(firstBytes);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): void {
    this.#grow(1);
    this.#length = this.#bytes.writeUInt8(value, this.#length);
  }

  /** From 0 to 2 ** 32 - 1. */
  word(value: number): void {
    this.#grow(4);
    this.#length = this.#bytes.writeUInt32LE(value, this.#length);
  }

  /** Any number, exactly. */
  number(value: number): void {
    this.#grow(8);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  /** Any text, exactly: one with lone surrogates, which UTF-8 does not have, is written as UTF-16. */
  text(value: string): void {
    const isWellFormed = value.isWellFormed();
    this.#grow(4 + value.length * (isWellFormed ? 3 : 2));
    const at = this.#length;
    const size = this.#bytes.write(value, at + 4, isWellFormed ? 'utf8' : 'utf16le');
    this.#bytes.writeUInt32LE(size * 2 + (isWellFormed ? 0 : 1), at);
    this.#length = at + 4 + size;
  }

  /** The number of bytes, then the bytes. */
  bytes(value: Uint8Array): void {
    this.word(value.length);
    this.#grow(value.length);
    this.#bytes.set(value, this.#length);
    this.#length += value.length;
  }

  /** Writes over a word that has been written at `at`. */
  wordAt(at: number, value: number): void {
    this.#bytes.writeUInt32LE(value, at);
  }

  /** The bytes that have been written, valid until the next write. */
  written(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Takes back what was written after the first `length` bytes. */
  cutTo(length: number): void {
    this.#length = length;
    if (length === 0 && this.#bytes.length > keptBytesMax) this.#bytes = Buffer.allocUnsafe(firstBytes);
  }

  #grow(size: number): void {
    const wanted = this.#length + size;
    if (wanted <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(wanted, this.#bytes.length * 2));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
