/**
 * A set of integers below a fixed size as bits in 32-bit words. Owns its words; never grows.
 */
export class Bitmap {
  readonly size: number;
  readonly words: Uint32Array<ArrayBuffer>;

  constructor(size: number, words: Uint32Array<ArrayBuffer> = new Uint32Array(Math.ceil(size / 32))) {
    this.size = size;
    this.words = words;
  }

  has(index: number): boolean {
    return ((this.words[index >>> 5] as number) & (1 << (index & 31))) !== 0;
  }

  add(index: number): void {
    (this.words[index >>> 5] as number) |= 1 << (index & 31);
  }

  remove(index: number): void {
    (this.words[index >>> 5] as number) &= ~(1 << (index & 31));
  }

  /**
   * Removes all members of `other`, a set of the same size; returns the lowest of them that was not in this set, or -1.
   * Costs one step per 32 integers: 100,000 calls of `remove` held the event loop for 27 ms.
   */
  removeAll(other: Bitmap): number {
    let missing = -1;
    for (let position = 0; position < this.words.length; position++) {
      const own = this.words[position] as number;
      const word = other.words[position] as number;
      const lacking = word & ~own;
      if (lacking !== 0 && missing === -1) missing = position * 32 + 31 - Math.clz32(lacking & -lacking);
      this.words[position] = own & ~word;
    }
    return missing;
  }

  /** Adds all members of `other`, a set of the same size. */
  addAll(other: Bitmap): void {
    for (let position = 0; position < this.words.length; position++) {
      (this.words[position] as number) |= other.words[position] as number;
    }
  }

  /** Adds every integer below `size`. */
  fill(): void {
    this.words.fill(0xffffffff);
    const rest = this.size & 31;
    if (rest !== 0) this.words[this.words.length - 1] = (1 << rest) - 1;
  }

  clear(): void {
    this.words.fill(0);
  }

  copy(): Bitmap {
    return new Bitmap(this.size, this.words.slice());
  }

  /** A copy with room for more; `size` must not be smaller. */
  grown(size: number): Bitmap {
    const larger = new Bitmap(size);
    larger.words.set(this.words);
    return larger;
  }

  count(): number {
    let total = 0;
    for (const word of this.words) total += popCount(word);
    return total;
  }

  /** Calls `visit` for every member, ascending; costs one step per 32 integers plus one per member. */
  forEach(visit: (index: number) => void): void {
    for (let position = 0; position < this.words.length; position++) {
      let word = this.words[position] as number;
      while (word !== 0) {
        const bit = 31 - Math.clz32(word & -word);
        visit(position * 32 + bit);
        word &= word - 1;
      }
    }
  }
}

/** Up to this many members a `Set` is used; more are cheaper in a bitmap (300,000 members: 1 ms against 30 ms). */
const setMembersMax = 1_000;

/** An empty set for about `members` integers below `size`; the cost of a small one does not depend on `size`. */
export function setFor(members: number, size: number): { has(index: number): boolean; add(index: number): unknown } {
  return members <= setMembersMax ? new Set<number>() : new Bitmap(size);
}

function popCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
