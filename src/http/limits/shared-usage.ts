/**
 * Counts of calls that the processes of one service tell each other, so that a client has one allowance however its
 * connections are spread. Promises that a call counts everywhere within about 50 ms, and costs two numbers in a list.
 * Between two messages a burst can pass in every process; it is counted afterwards, so the rate holds on average.
 */

/** Time for which counts are collected before they are told. */
const collectMs = 50;

/** The way to the other processes. */
export interface UsageLink {
  /** Random numbers that all processes share: keys get the same places in all tables. */
  readonly seeds: Uint32Array;
  /** Tells the other processes: pairs of row and fingerprint, one pair for each call, by the name of the limit. */
  tell(limit: string, pairs: Uint32Array): void;
  /** Calls the listener with what the other processes tell. */
  onTold(listener: (limit: string, pairs: Uint32Array) => void): void;
}

export class SharedUsage {
  readonly seeds: Uint32Array;
  readonly #link: UsageLink;
  readonly #collected = new Map<string, number[]>();
  readonly #listeners = new Map<string, (row: number, fingerprint: number) => void>();
  #isPlanned = false;

  constructor(link: UsageLink) {
    this.seeds = link.seeds;
    this.#link = link;
    link.onTold((limit, pairs) => {
      const charge = this.#listeners.get(limit);
      if (charge === undefined) return;
      for (let at = 0; at + 1 < pairs.length; at += 2) charge(pairs[at] as number, pairs[at + 1] as number);
    });
  }

  /** A recorder of this process's calls under a limit; `charge` counts the calls of the others. */
  open(limit: string, charge: (row: number, fingerprint: number) => void): (row: number, fingerprint: number) => void {
    const pairs: number[] = [];
    this.#collected.set(limit, pairs);
    this.#listeners.set(limit, charge);
    return (row, fingerprint) => {
      pairs.push(row, fingerprint);
      if (!this.#isPlanned) this.#plan();
    };
  }

  #plan(): void {
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      for (const [limit, pairs] of this.#collected) {
        if (pairs.length > 0) this.#link.tell(limit, Uint32Array.from(pairs));
        pairs.length = 0;
      }
    }, collectMs).unref();
  }
}
