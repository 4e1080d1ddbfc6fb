/** Reads what `ByteWriter` wrote. Every method throws a RangeError at the end of the bytes. */

export class ByteReader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  byte(): number {
    return this.#bytes.readUInt8(this.#past(1));
  }

  word(): number {
    return this.#bytes.readUInt32LE(this.#past(4));
  }

  number(): number {
    return this.#bytes.readDoubleLE(this.#past(8));
  }

  text(): string {
    const head = this.word();
    const size = Math.floor(head / 2);
    const at = this.#past(size);
    return this.#bytes.toString(head % 2 === 0 ? 'utf8' : 'utf16le', at, at + size);
  }

  /** A view of the bytes that were read. */
  bytes(): Buffer {
    const size = this.word();
    const at = this.#past(size);
    return this.#bytes.subarray(at, at + size);
  }

  /** The position, which moves on by `size`. */
  #past(size: number): number {
    const at = this.#at;
    if (at + size > this.#bytes.length) throw new RangeError('the message ends too early');
    this.#at = at + size;
    return at;
  }
}
