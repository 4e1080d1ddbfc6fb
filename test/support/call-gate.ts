/**
 * A gate in front of a call of the simulated world. Calls pass unless a test holds the next one or makes calls fail. A
 * held call has had no effect yet; it waits until the test releases it.
 */
export interface HeldCall {
  /** Resolves when a call waits at the gate. */
  readonly arrived: Promise<void>;
  release(): void;
  fail(error?: Error): void;
}

type Hold = { readonly held: HeldCall; readonly enter: () => Promise<void>; readonly caller: number | null };

export class CallGate {
  #holds: Hold[] = [];
  #failing: ((caller: number | null) => boolean) | null = null;

  /** Holds the next call, or the next one of `caller` if given; each further hold takes one further call, in order. */
  hold(caller: number | null = null): HeldCall {
    const arrival = Promise.withResolvers<void>();
    const passage = Promise.withResolvers<void>();
    passage.promise.catch(() => {});
    const held: HeldCall = {
      arrived: arrival.promise,
      release: passage.resolve,
      fail: (error = new Error('the simulated call failed')) => passage.reject(error),
    };
    const enter = (): Promise<void> => {
      arrival.resolve();
      return passage.promise;
    };
    this.#holds.push({ held, enter, caller });
    return held;
  }

  /** Every call fails until `succeedAgain`; with `only`, the calls of that caller. */
  failAll(only: number | null = null): void {
    this.#failing = (caller) => only === null || caller === only;
  }

  succeedAgain(): void {
    this.#failing = null;
  }

  async pass(caller: number | null = null): Promise<void> {
    const at = this.#holds.findIndex((hold) => hold.caller === null || hold.caller === caller);
    const [hold] = at === -1 ? [] : this.#holds.splice(at, 1);
    if (hold !== undefined) await hold.enter();
    if (this.#failing?.(caller)) throw new Error('the simulated call failed');
  }
}
