/**
 * A gate in front of a call of the simulated world. Open unless a test holds the next call or makes it fail; a held call
 * has done nothing yet and waits until the test lets it go.
 */
export interface HeldCall {
  /** Resolves when somebody stands at the gate. */
  readonly arrived: Promise<void>;
  letGo(): void;
  fail(error?: Error): void;
}

type Order = { readonly held: HeldCall; readonly enter: () => Promise<void>; readonly who: number | null };

export class CallGate {
  #orders: Order[] = [];
  #failing: ((who: number | null) => boolean) | null = null;

  /** Holds the next call; several holds are for several calls, in order. */
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

  /** Every call fails until `mend`; only those of `who` when it is named. */
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
