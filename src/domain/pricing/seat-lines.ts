/**
 * The seats that a command prices, as columns. 200,000 lines are 2.4 MB that threads and nodes copy, and hold the event
 * loop for 4 ms, decision included; as objects they held it for 13 ms, and when forwarded for 25 ms on the sender and
 * 32 ms on the receiver.
 */
import type { Properties } from '../properties.ts';

export interface SeatLines {
  readonly ids: Float64Array;
  /** Position of each line's price in `prices`. */
  readonly priceAt: Int32Array;
  /** The different prices: their ids, or their positions in a list of the command. */
  readonly prices: Float64Array;
  /** Positions of the lines that carry properties, ascending, and those properties. */
  readonly described: Int32Array;
  readonly texts: readonly Properties[];
}

export const noSeatLines: SeatLines = {
  ...{ ids: new Float64Array(0), priceAt: new Int32Array(0), prices: new Float64Array(0) },
  ...{ described: new Int32Array(0), texts: [] },
};

/** Collects lines one by one, up to the number that was announced. */
export class SeatLinesBuilder {
  readonly #ids: Float64Array;
  readonly #priceAt: Int32Array;
  readonly #places = new Map<number, number>();
  readonly #described: number[] = [];
  readonly #texts: Properties[] = [];
  #count = 0;

  constructor(countMax: number) {
    this.#ids = new Float64Array(countMax);
    this.#priceAt = new Int32Array(countMax);
  }

  /** Begins with these lines; `added`: how many may follow. */
  static after(lines: SeatLines, added: number): SeatLinesBuilder {
    const builder = new SeatLinesBuilder(lines.ids.length + added);
    builder.#ids.set(lines.ids);
    builder.#priceAt.set(lines.priceAt);
    for (const price of lines.prices) builder.#places.set(price, builder.#places.size);
    for (const position of lines.described) builder.#described.push(position);
    for (const text of lines.texts) builder.#texts.push(text);
    builder.#count = lines.ids.length;
    return builder;
  }

  get count(): number {
    return this.#count;
  }

  add(id: number, price: number, properties: Properties | null): void {
    let place = this.#places.get(price);
    if (place === undefined) {
      place = this.#places.size;
      this.#places.set(price, place);
    }
    this.#ids[this.#count] = id;
    this.#priceAt[this.#count] = place;
    if (properties !== null) {
      this.#described.push(this.#count);
      this.#texts.push(properties);
    }
    this.#count++;
  }

  lines(): SeatLines {
    return {
      ids: this.#ids.subarray(0, this.#count),
      priceAt: this.#priceAt.subarray(0, this.#count),
      prices: Float64Array.from(this.#places.keys()),
      described: Int32Array.from(this.#described),
      texts: this.#texts,
    };
  }
}
