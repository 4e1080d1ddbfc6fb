/**
 * Repeats a read while the page is shown: one at a time, so that no answer overtakes another, with a pause between, and
 * none while the tab is hidden. Reports a failure and goes on.
 */
export class Poller {
  readonly #read: () => Promise<void>;
  readonly #pauseMs: number;
  readonly #pauseShare: number;
  readonly #onFailure: (error: unknown) => void;
  readonly #end = new AbortController();
  #timer = 0;
  #isReading = false;
  #isWanted = false;

  /**
   * Begins with the first `now`. Pauses for `pauseMs`, and for `pauseShare` times as long as the read took when that is
   * longer; an infinite pause: reads only when it is told to.
   */
  constructor(read: () => Promise<void>, pauseMs: number, pauseShare: number, onFailure: (error: unknown) => void) {
    this.#read = read;
    this.#pauseMs = pauseMs;
    this.#pauseShare = pauseShare;
    this.#onFailure = onFailure;
    const look = (): void => {
      if (!document.hidden) this.now();
    };
    if (pauseMs < Infinity) document.addEventListener('visibilitychange', look, { signal: this.#end.signal });
  }

  get isClosed(): boolean {
    return this.#end.signal.aborted;
  }

  /** Reads at once, or as soon as the read in flight has ended. */
  now(): void {
    if (this.isClosed) return;
    this.#isWanted = this.#isReading;
    if (this.#isReading) return;
    clearTimeout(this.#timer);
    this.#isReading = true;
    void this.#readOnce(performance.now());
  }

  close(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
  }

  async #readOnce(begunAt: number): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      if (!this.isClosed) this.#onFailure(error);
    }
    this.#isReading = false;
    if (this.#isWanted) this.now();
    if (this.#isReading || this.isClosed || document.hidden) return;
    const pauseMs = Math.max(this.#pauseMs, (performance.now() - begunAt) * this.#pauseShare);
    if (pauseMs < Infinity) this.#timer = window.setTimeout(() => this.now(), pauseMs);
  }
}
