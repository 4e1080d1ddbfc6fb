/**
 * A set of ordinals that finds its smallest ones: one bit each, in pages that are given back when they are empty. Adding and
 * removing take some 50 ns; finding the smallest looks at one page for every 1,024 ordinals between the smallest that was
 * added since the last time and the one that is found, which are 50 µs for 8 million ordinals.
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
  /** No earlier page has any. */
  #firstPage = 0;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Nothing changes when it is there already. `ordinal`: a whole number from 0. */
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

  /** Nothing changes when it is not there. */
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
    // Each step takes the lowest bit away.
    for (let left = words[at] as number; left !== 0 && found.length < count; left &= left - 1) {
      found.push(first + (at << wordBits) + 31 - Math.clz32(left & -left));
    }
  }
}
