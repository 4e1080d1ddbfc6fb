/**
 * One viewer of a change stream. Owns nothing but its sink. A viewer that does not read is cut when too much waits for
 * it, so that it costs nobody else anything.
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
  /** The record that the viewer knows everything up to; null: follow from now. */
  readonly after: number | null;
  #isGone = false;
  #readsAlone: boolean;

  /** `mayKnowMore`: it may have read prices of a later record than it names. */
  constructor(sink: Sink, after: number | null, mayKnowMore = false) {
    this.#sink = sink;
    this.after = after;
    this.#readsAlone = after === null || mayKnowMore;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** It reads the prices while a stream goes on: its map may be of any record since then. */
  get readsAlone(): boolean {
    return this.#readsAlone;
  }

  /** It is told to read the prices. */
  mustRead(): void {
    this.#readsAlone = true;
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
