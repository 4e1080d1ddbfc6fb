/**
 * Numbers as bytes, small ones in few: seven bits a byte, the lowest first. For whole numbers up to 2^53. The reader throws
 * where the bytes end early.
 */
import { assert } from './assert.ts';

const firstBytes = 64;
const more = 128;

export class VarintWriter {
  #bytes = new Uint8Array(firstBytes);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `value`: below 256. */
  addByte(value: number): void {
    if (this.#length === this.#bytes.length) this.#grow();
    this.#bytes[this.#length++] = value;
  }

  /** `value`: not negative. */
  add(value: number): void {
    let left = value;
    while (left >= more) {
      this.addByte((left % more) + more);
      left = Math.floor(left / more);
    }
    this.addByte(left);
  }

  addSigned(value: number): void {
    this.add(value < 0 ? -2 * value - 1 : 2 * value);
  }

  copy(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.#length);
  }

  #grow(): void {
    const longer = new Uint8Array(2 * this.#bytes.length);
    longer.set(this.#bytes);
    this.#bytes = longer;
  }
}

export class VarintReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  nextByte(): number {
    const byte = this.#bytes[this.#at++];
    assert(byte !== undefined, 'the bytes end in the middle of a number');
    return byte;
  }

  next(): number {
    let value = 0;
    for (let unit = 1; ; unit *= more) {
      const byte = this.nextByte();
      value += (byte % more) * unit;
      if (byte < more) return value;
    }
  }

  nextSigned(): number {
    const value = this.next();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
}
