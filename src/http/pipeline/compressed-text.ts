/**
 * A text for very many callers: compressed once on libuv's thread pool, kept compressed, and sent from there. An ending
 * that differs by caller can be appended without compressing the text again.
 */
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, crc32, deflateRaw } from 'node:zlib';
import type { Coding } from './compression.ts';

const compressBrotli = promisify(brotliCompress);
const decompressBrotli = promisify(brotliDecompress);
const deflate = promisify(deflateRaw);

/**
 * The compression level follows from how long a text is sent unchanged. 490 KB of live prices: br 2 takes 4 ms to 53
 * KB, br 9 43 ms to 45 KB; gzip 4 takes 4 ms to 89 KB. A fixed text is made once in a process: 118 KB of the map's
 * script take br 9 30 ms to 42 KB, br 10 77 ms to 39.5 KB.
 */
const levels = { brief: { br: 2, gzip: 4 }, lasting: { br: 9, gzip: 9 }, fixed: { br: 10, gzip: 9 } } as const;

/** The largest content of one stored (uncompressed) block in either coding. */
const endingBytesMax = 0xffff;
const nothing = Buffer.alloc(0);
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last, empty block of a brotli stream. */
const brotliEnd = Buffer.from([3]);

interface GzipHead {
  readonly bytes: Buffer;
  readonly checksum: number;
}

export class CompressedText {
  readonly #brotli: Buffer;
  readonly #length: number;
  readonly #lifetime: keyof typeof levels;
  #gzip: Promise<GzipHead> | null = null;
  #decoding: Promise<Buffer> | null = null;
  /** The uncompressed text, as long as an answer still sends it. */
  #plain: WeakRef<Buffer> | null = null;

  private constructor(brotli: Buffer, length: number, lifetime: keyof typeof levels) {
    this.#brotli = brotli;
    this.#length = length;
    this.#lifetime = lifetime;
  }

  /** Compresses a text with brotli; gzip is made at its first request. */
  static async of(text: Uint8Array, lifetime: keyof typeof levels): Promise<CompressedText> {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: levels[lifetime].br,
      [constants.BROTLI_PARAM_LGWIN]: windowOf(text.length),
    };
    const brotli = await compressBrotli(text, { finishFlush: constants.BROTLI_OPERATION_FLUSH, params });
    return new CompressedText(brotli, text.length, lifetime);
  }

  /** Upper bound of its memory in bytes, once both codings have been requested. */
  get weight(): number {
    return this.#brotli.length + (this.#length >>> 2) + 500;
  }

  /** The whole text with `ending` at its end, in a coding, in pieces. `ending`: at most 65,535 bytes. */
  async pieces(coding: Coding | null, ending: Buffer = nothing): Promise<readonly Buffer[]> {
    if (ending.length > endingBytesMax) throw new Error(`an ending of ${ending.length} bytes is too long`);
    if (coding === 'br') return [this.#brotli, brotliEnding(ending)];
    if (coding === null) return [await this.#decoded(), ending];
    this.#gzip ??= this.#deflated();
    const { bytes, checksum } = await this.#gzip;
    return [gzipHeader, bytes, gzipEnding(ending, checksum, this.#length)];
  }

  /**
   * The uncompressed text is not kept, because few clients want it and it is ten times as large. Concurrent readers
   * share one copy: with a copy each, clients that never read could take any amount of memory.
   */
  #decoded(): Promise<Buffer> {
    const plain = this.#plain?.deref();
    if (plain !== undefined) return Promise.resolve(plain);
    this.#decoding ??= decompressBrotli(Buffer.concat([this.#brotli, brotliEnd]))
      .then((text) => {
        this.#plain = new WeakRef(text);
        return text;
      })
      .finally(() => {
        this.#decoding = null;
      });
    return this.#decoding;
  }

  async #deflated(): Promise<GzipHead> {
    const text = await this.#decoded();
    const bytes = await deflate(text, { level: levels[this.#lifetime].gzip, finishFlush: constants.Z_SYNC_FLUSH });
    return { bytes, checksum: crc32(text) };
  }
}

/**
 * The window that covers the text, as a power of two. The default window of 4 MB costs 3 ms to prepare at level 9,
 * however short the text is: a page of 45 small modules took 133 ms of processor time, and takes 10 with this.
 */
function windowOf(length: number): number {
  const { BROTLI_MIN_WINDOW_BITS: least, BROTLI_DEFAULT_WINDOW: most } = constants;
  return Math.max(least, Math.min(most, Math.ceil(Math.log2(length + 1))));
}

/** An uncompressed block (RFC 7932, 9.2), left out when the ending is empty, and the end of the stream. */
function brotliEnding(ending: Buffer): Buffer {
  if (ending.length === 0) return brotliEnd;
  // The header's fields: not the last block, length in four nibbles, length less one, uncompressed.
  const header = ((ending.length - 1) << 3) | (1 << 19);
  return Buffer.concat([Buffer.from([header & 0xff, (header >>> 8) & 0xff, header >>> 16]), ending, brotliEnd]);
}

/** The last block of the stream, stored (RFC 1951, 3.2.4), and the trailer of the file (RFC 1952, 2.3.1). */
function gzipEnding(ending: Buffer, checksum: number, length: number): Buffer {
  const block = Buffer.alloc(5);
  block[0] = 1;
  block.writeUInt16LE(ending.length, 1);
  block.writeUInt16LE(~ending.length & 0xffff, 3);
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(ending, checksum), 0);
  trailer.writeUInt32LE((length + ending.length) % 2 ** 32, 4);
  return Buffer.concat([block, ending, trailer]);
}
