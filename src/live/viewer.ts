/**
 * One viewer of a change stream. Owns nothing but its sink. A viewer that does not read is cut when too many bytes wait
 * for it, so that it cannot fill the memory.
 */
import type { Piece } from './stream-text.ts';

/** Bytes that may wait for a viewer. */
const waitingBytesMax = 256 * 1024;

/** The connection of a viewer. */
export interface Sink {
  /** Bytes that the kernel has not taken yet. */
  readonly waitingBytes: number;
  write(piece: Piece): void;
  /** Ends the stream once everything has been written. */
  end(): void;
  /** Cuts the connection; what waits is lost. */
  cut(): void;
}

export class Viewer {
  readonly #sink: Sink;
  /** The viewer knows all changes up to this record; null: it follows from now on. */
  readonly after: number | null;
  #isGone = false;
  #mayKnowMore: boolean;

  /** `mayKnowMore`: it may have read prices of a later record than it names. */
  constructor(sink: Sink, after: number | null, mayKnowMore = false) {
    this.#sink = sink;
    this.after = after;
    this.#mayKnowMore = after === null || mayKnowMore;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** It reads the prices while its stream goes on: its map may be of a later record than the stream. */
  get mayKnowMore(): boolean {
    return this.#mayKnowMore;
  }

  /** It is sent a reset, so it reads the prices again. */
  noteReset(): void {
    this.#mayKnowMore = true;
  }

  /** Its connection has closed. */
  leave(): void {
    this.#isGone = true;
  }

  /** Returns how many bytes were written, or -1 when the viewer was cut instead. */
  write(piece: Piece): number {
    if (this.#isGone) return 0;
    if (this.#sink.waitingBytes > waitingBytesMax) {
      this.#isGone = true;
      this.#sink.cut();
      return -1;
    }
    this.#sink.write(piece);
    return piece.text.length;
  }

  end(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#sink.end();
  }
}
