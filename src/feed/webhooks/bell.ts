/**
 * Lets a loop wait until it is rung or a time has come (an auto-reset event). A ring while the loop works is kept for
 * its next wait.
 */
import type { Clock } from '#actors/ports.ts';

export class Bell {
  readonly #clock: Clock;
  #isRung = false;
  #wake: () => void = () => undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  ring(): void {
    this.#isRung = true;
    this.#wake();
  }

  /** Returns at once when the time has come already. `time`: by the clock; may be infinite. */
  async until(time: number): Promise<void> {
    if (!this.#isRung && time > this.#clock.now()) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      const cancel = Number.isFinite(time) ? this.#clock.wakeAt(time, resolve) : () => undefined;
      await promise;
      cancel();
    }
    this.#isRung = false;
  }
}
