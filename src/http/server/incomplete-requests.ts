/**
 * One budget of bytes for all requests of a process that have not arrived completely, and for those that wait behind an
 * unanswered one. Promises that the sum stays within it: the connections whose requests began first give theirs up.
 * Knows neither HTTP nor sockets.
 */

/** A connection with such bytes. */
export interface Holder {
  /** Drops the bytes; called once for each time that it is counted. */
  giveUp(): void;
}

export class IncompleteRequests {
  readonly #bytesMax: number;
  /** In the order in which their requests began. */
  readonly #held = new Map<Holder, number>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The holder has so many bytes now; 0: none. */
  note(holder: Holder, bytes: number): void {
    const before = this.#held.get(holder) ?? 0;
    if (before === bytes) return;
    this.#bytes += bytes - before;
    if (bytes === 0) this.#held.delete(holder);
    else this.#held.set(holder, bytes);
    while (this.#bytes > this.#bytesMax) this.#giveUpOldest();
  }

  #giveUpOldest(): void {
    const [oldest, bytes] = this.#held.entries().next().value as [Holder, number];
    this.#held.delete(oldest);
    this.#bytes -= bytes;
    oldest.giveUp();
  }
}
