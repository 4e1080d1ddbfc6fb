/**
 * Repeats a read while the page is shown: one at a time, so that no answer overtakes another, with a pause between, and
 * none while the tab is hidden. Reports a failure and goes on.
 */
export class Poller {
  readonly #read: () => Promise<void>;
  readonly #pauseMs: number;
  readonly #pauseShare: number;
  readonly #onFailure: (error: unknown) => void;
  #timer = 0;
  #isReading = false;
  #isWanted = false;
  #isClosed = false;
  readonly #onVisible = (): void => {
    if (!document.hidden) this.now();
  };

  /** Pauses for `pauseMs`, and for `pauseShare` times as long as the read took when that is longer. */
  constructor(read: () => Promise<void>, pauseMs: number, onFailure: (error: unknown) => void, pauseShare = 0) {
    this.#read = read;
    this.#pauseMs = pauseMs;
    this.#onFailure = onFailure;
    this.#pauseShare = pauseShare;
    document.addEventListener('visibilitychange', this.#onVisible);
    this.now();
  }

  /** Reads at once, or as soon as the read in flight has ended. */
  now(): void {
    if (this.#isClosed) return;
    this.#isWanted = this.#isReading;
    if (this.#isReading) return;
    clearTimeout(this.#timer);
    this.#isReading = true;
    void this.#readOnce(performance.now());
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  async #readOnce(begunAt: number): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      if (!this.#isClosed) this.#onFailure(error);
    }
    this.#isReading = false;
    if (this.#isWanted) this.now();
    if (this.#isReading || this.#isClosed || document.hidden) return;
    const pauseMs = Math.max(this.#pauseMs, (performance.now() - begunAt) * this.#pauseShare);
    this.#timer = window.setTimeout(() => this.now(), pauseMs);
  }
}
