/**
 * A gate in front of a call of the simulated world. Calls pass unless a test holds the next one or makes calls fail. A
 * held call has had no effect yet; it waits until the test releases it.
 */
export interface HeldCall {
  /** Resolves when a call waits at the gate. */
  readonly arrived: Promise<void>;
  letGo(): void;
  fail(error?: Error): void;
}

type Order = { readonly held: HeldCall; readonly enter: () => Promise<void>; readonly who: number | null };

export class CallGate {
  #orders: Order[] = [];
  #failing: ((who: number | null) => boolean) | null = null;

  /** Holds the next call, only one of caller `who` if given; each further hold takes one further call, in order. */
  hold(who: number | null = null): HeldCall {
    const arrival = Promise.withResolvers<void>();
    const passage = Promise.withResolvers<void>();
    passage.promise.catch(() => {});
    const held: HeldCall = {
      arrived: arrival.promise,
      letGo: passage.resolve,
      fail: (error = new Error('the world failed')) => passage.reject(error),
    };
    const enter = (): Promise<void> => {
      arrival.resolve();
      return passage.promise;
    };
    this.#orders.push({ held, enter, who });
    return held;
  }

  /** Every call fails until `mend`; with `who`, only the calls of that caller. */
  failAll(who: number | null = null): void {
    this.#failing = (caller) => who === null || caller === who;
  }

  mend(): void {
    this.#failing = null;
  }

  async pass(who: number | null = null): Promise<void> {
    const at = this.#orders.findIndex((order) => order.who === null || order.who === who);
    const [order] = at === -1 ? [] : this.#orders.splice(at, 1);
    if (order !== undefined) await order.enter();
    if (this.#failing?.(who)) throw new Error('the world failed');
  }
}
