/**
 * Counts the journal's appends of this node between two samples: how many there were, and how long they took. Keeps no
 * history.
 */
export interface AppendFigures {
  readonly appends: number;
  readonly appendMicros: number;
  readonly slowestAppendMicros: number;
}

export class AppendWindow {
  #appends = 0;
  #ms = 0;
  #slowestMs = 0;

  /** One append was durable after this time. */
  note(ms: number): void {
    this.#appends++;
    this.#ms += ms;
    this.#slowestMs = Math.max(this.#slowestMs, ms);
  }

  /** The figures since the last call. */
  take(): AppendFigures {
    const figures = {
      appends: this.#appends,
      appendMicros: Math.round(this.#ms * 1_000),
      slowestAppendMicros: Math.round(this.#slowestMs * 1_000),
    };
    this.#appends = 0;
    this.#ms = 0;
    this.#slowestMs = 0;
    return figures;
  }
}
