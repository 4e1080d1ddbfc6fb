/**
 * Which of a sender's numbered requests have come. Promises that a number is let in once, in whatever order numbers
 * arrive, and that one too far behind the newest is not let in at all. Takes 8 KB for each sender.
 */

/** More than a sender has under way at once: 64 connections, and what waits for one of them for some seconds. */
const size = 65_536;
const bitsPerWord = 32;

export class ReplayWindow {
  readonly #bits = new Uint32Array(size / bitsPerWord);
  #newest = 0;

  /** True for a number from 1 that has not come before. */
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

  /** Forgets the numbers whose places the new ones take. */
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
