/**
 * Repeats a read while the page is shown: one at a time, with a pause between, and none while the tab is hidden. A
 * failure is told and does not end it.
 */
export class Poller {
  readonly #read: () => Promise<void>;
  readonly #pauseMs: number;
  readonly #onFailure: (error: unknown) => void;
  #timer = 0;
  #isReading = false;
  #isWanted = false;
  #isClosed = false;
  readonly #onVisible = (): void => {
    if (!document.hidden) this.now();
  };

  constructor(read: () => Promise<void>, pauseMs: number, onFailure: (error: unknown) => void) {
    this.#read = read;
    this.#pauseMs = pauseMs;
    this.#onFailure = onFailure;
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
    void this.#readOnce();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    document.removeEventListener('visibilitychange', this.#onVisible);
  }

  async #readOnce(): Promise<void> {
    try {
      await this.#read();
    } catch (error) {
      if (!this.#isClosed) this.#onFailure(error);
    }
    this.#isReading = false;
    if (this.#isWanted) this.now();
    else if (!this.#isClosed && !document.hidden) this.#timer = window.setTimeout(() => this.now(), this.#pauseMs);
  }
}
