/**
 * The client's clock for tests: its pauses are recorded and take no time, and a silence of a stream lasts until the test
 * ends it. Chance is always one half.
 */
import type { ClientClock } from '../../src/client/clock.ts';

/** Longer pauses than any that the client makes between attempts. */
const silenceMsMin = 45_000;

export class HurriedClock implements ClientClock {
  readonly pauses: number[] = [];
  #now = Date.UTC(2027, 0, 1);
  readonly #silences = new Set<() => void>();

  now(): number {
    return this.#now;
  }

  random(): number {
    return 0.5;
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (ms >= silenceMsMin) return this.#silence(signal);
    this.pauses.push(ms);
    this.#now += ms;
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }

  /** Lets every stream be silent for too long. */
  endSilence(): void {
    for (const end of this.#silences) end();
  }

  #silence(signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#silences.add(resolve);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    return promise.finally(() => this.#silences.delete(resolve));
  }
}
