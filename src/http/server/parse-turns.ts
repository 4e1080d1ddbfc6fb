/**
 * Shares the event loop between the connections that Node's parser reads: one iteration parses a bounded amount, and the
 * others wait in the order in which they came. Without it 6,000 clients that sent 128 KB at once were parsed in one
 * iteration, and nobody else was answered for seconds.
 */

/** Some 20 ms of parsing. */
const costPerTurnMax = 4 * 1024 * 1024;
/** A piece costs at least as much as so many bytes, because it may begin a request. */
const pieceCostMin = 16 * 1024;
/** Connections may parse later in the iteration in which they have gone on. */
const piecesPerTurnMax = costPerTurnMax / pieceCostMin;

export class ParseTurns {
  readonly #waiting = new Set<() => void>();
  #cost = 0;
  #isPlanned = false;

  /** True: nothing more is to be parsed in this iteration. */
  get isFull(): boolean {
    return this.#cost >= costPerTurnMax;
  }

  /** A piece of so many bytes is parsed now. */
  spend(bytes: number): void {
    this.#cost += Math.max(bytes, pieceCostMin);
    this.#plan();
  }

  /** Calls `go` in a later iteration; once, however often it is asked for. */
  wait(go: () => void): void {
    this.#waiting.add(go);
    this.#plan();
  }

  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isPlanned = false;
    this.#cost = 0;
    // A connection that asks again waits for the next iteration.
    let count = Math.min(this.#waiting.size, piecesPerTurnMax);
    for (const go of this.#waiting) {
      if (count === 0 || this.isFull) break;
      count -= 1;
      this.#waiting.delete(go);
      go();
    }
    if (this.#waiting.size > 0) this.#plan();
  }
}
