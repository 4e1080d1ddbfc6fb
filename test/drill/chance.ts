/** A seeded random generator for the order, the victims and the durations of the faults. Buyers use an unseeded one. */

export class Chance {
  private state: number;

  constructor(seed: number) {
    this.state = seed >>> 0;
  }

  /** At least 0, below `below`. */
  below(below: number): number {
    return Math.floor(this.draw() * below);
  }

  between(min: number, max: number): number {
    return min + this.draw() * (max - min);
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  shuffled<T>(from: readonly T[]): T[] {
    const rest = [...from];
    return from.map(() => rest.splice(this.below(rest.length), 1)[0] as T);
  }

  /** The step of mulberry32. */
  private draw(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
