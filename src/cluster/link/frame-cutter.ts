/**
 * Cuts the bytes of a connection into frames: four bytes of length, then as many bytes. Keeps no more than one frame and
 * what arrived with its end. A frame beyond the limit is an error at its first four bytes.
 */

export const frameHeadBytes = 4;

export class FrameCutter {
  /** The longest frame that is accepted. */
  bytesMax: number;
  #chunks: Buffer[] = [];
  #size = 0;
  /** The length of the frame that is being received; null while its head is. */
  #wanted: number | null = null;

  constructor(bytesMax: number) {
    this.bytesMax = bytesMax;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
  }

  /** The next frame, a view of the received bytes; null until it is whole. Throws a RangeError when it is too long. */
  next(): Buffer | null {
    if (this.#wanted === null) {
      if (this.#size < frameHeadBytes) return null;
      const length = this.#joined(frameHeadBytes).readUInt32LE();
      if (length > this.bytesMax) throw new RangeError(`a frame of ${length} bytes`);
      this.#wanted = length;
    }
    const end = frameHeadBytes + this.#wanted;
    if (this.#size < end) return null;
    const bytes = this.#joined(end);
    this.#wanted = null;
    this.#size -= end;
    if (bytes.length === end) this.#chunks.shift();
    else this.#chunks[0] = bytes.subarray(end);
    return bytes.subarray(frameHeadBytes, end);
  }

  /** The first chunk, which has at least `size` bytes afterwards. */
  #joined(size: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= size) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}
