/**
 * The calls of one node to the lease service of its run: a cluster's, or the parent of worker processes. Calls and
 * answers are slow, late or lost, and the service may be down or unreachable for the node.
 */
import type { LeaseService } from './leases.ts';
import type { ProcessLifetime } from './process-lifetime.ts';
import type { RunContext } from './run-context.ts';

/** How long a node waits for an answer of the lease service. */
const answerMsMax = 150;

export class LeaseCalls {
  readonly #context: RunContext;
  readonly #service: LeaseService;
  readonly #lifetime: ProcessLifetime;
  isCut = false;

  constructor(context: RunContext, service: LeaseService, lifetime: ProcessLifetime) {
    this.#context = context;
    this.#service = service;
    this.#lifetime = lifetime;
  }

  /** Null if there is no answer in time; the call may have taken effect anyway. */
  call<T>(execute: () => T): Promise<T | null> {
    const { random, timeline, faultRates } = this.#context;
    return new Promise((resolve) => {
      if (this.#lifetime.isOver) return;
      let isAnswered = false;
      const answer = (value: T | null): void => {
        if (isAnswered) return;
        isAnswered = true;
        timeout.run = null;
        this.#lifetime.run(() => resolve(value));
      };
      const timeout = timeline.after(answerMsMax, () => answer(null), this.#lifetime);
      if (this.isCut || timeline.now < this.#service.upAt || random.chance(faultRates.messageDropped)) return;
      const isSlow = timeline.now < this.#service.slowUntil;
      timeline.quietlyAfter(random.between(0.1, isSlow ? 400 : 0.5), () => {
        if (timeline.now < this.#service.upAt) return;
        const value = execute();
        if (this.isCut || random.chance(faultRates.messageDropped)) return;
        timeline.after(random.between(0.1, 0.5), () => answer(value));
      });
    });
  }
}
