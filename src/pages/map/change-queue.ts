/**
 * Runs the changes of the buyer's cart one at a time, in the order of the presses. Shows in the state what is on its way.
 * A change that throws is a defect of the page: it is reported, and the changes behind it run.
 */
import type { Problem } from './answers.ts';
import type { Shop } from './shop.ts';

/** Resolves after the service's answer; null: it was done. */
export type Change = Promise<Problem | null>;

export class ChangeQueue {
  readonly #shop: Shop;
  /** Settles after the last change in the queue. */
  #last: Promise<void> = Promise.resolve();
  /** Changes that have not ended. */
  #unfinished = 0;
  #version = 0;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Grows when a change begins and when it ends: an answer from before is out of date. */
  get version(): number {
    return this.#version;
  }

  /** What is on its way is out of date. */
  overtake(): void {
    this.#version++;
  }

  /** Runs a change after those before it. `seats`: shown as pending until then. Never rejects. */
  run(seats: readonly number[], change: () => Change): Change {
    const shop = this.#shop;
    this.#unfinished++;
    shop.set({ isBusy: true, notice: null, suggested: [], pending: new Set([...shop.state.pending, ...seats]) });
    const begin = (): Change => {
      this.#version++;
      return change();
    };
    const ended = this.#last.then(begin).catch((error: unknown) => {
      reportError(error);
      return { errorCode: 'FAILED', detail: String(error) };
    });
    this.#last = ended.then(() => {
      this.#version++;
      this.#unfinished--;
      const done = new Set(seats);
      const pending = new Set([...shop.state.pending].filter((seat) => !done.has(seat)));
      const selected = done.has(shop.state.selected ?? -1) ? null : shop.state.selected;
      shop.set({ pending, selected, isBusy: this.#unfinished > 0 });
    });
    return this.#last.then(() => ended);
  }
}
