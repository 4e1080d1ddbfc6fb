/**
 * Sliding window against replays of a sender's numbered requests. Promises that each number is admitted at most once,
 * in any order of arrival, and that a number too far behind the newest is refused. Takes 8 KB per sender.
 */

/** More than a sender has in flight: 64 connections, and the requests that wait some seconds for one of them. */
const size = 65_536;
const bitsPerWord = 32;

export class ReplayWindow {
  readonly #bits = new Uint32Array(size / bitsPerWord);
  #newest = 0;

  /** True for a number of at least 1, inside the window, that was not admitted before. */
  admit(count: number): boolean {
    if (count <= this.#newest - size || count < 1) return false;
    if (count > this.#newest) this.#advance(count);
    const place = count % size;
    const word = Math.floor(place / bitsPerWord);
    const mask = 1 << (place % bitsPerWord);
    const bits = this.#bits[word] as number;
    if ((bits & mask) !== 0) return false;
    this.#bits[word] = bits | mask;
    return true;
  }

  /** Moves the window, and clears the bits that the new numbers reuse. */
  #advance(count: number): void {
    if (count - this.#newest >= size) this.#bits.fill(0);
    else {
      for (let number = this.#newest + 1; number <= count; number++) {
        const place = number % size;
        const word = Math.floor(place / bitsPerWord);
        this.#bits[word] = (this.#bits[word] as number) & ~(1 << (place % bitsPerWord));
      }
    }
    this.#newest = count;
  }
}
