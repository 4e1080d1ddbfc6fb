/**
 * How many requests may be in flight to one receiver: an adaptive concurrency limit. The window grows while answers
 * come soon, and shrinks to a single request for a receiver that fails, so that slow and dead receivers keep few
 * connections. The first request of each webhook needs no shared slot, so that no receiver can delay another. Once a
 * receiver has answered that it is gone, the requests that wait for it are not sent.
 */
import { isGone, type Reply } from './receivers.ts';

const initialSize = 4;
const sizeMax = 32;
/** The largest window of a receiver that accepts slowly. */
const slowSizeMax = 4;
const slowMs = 2_000;

/** The requests of all webhooks beyond the first of each. */
export class SharedSlots {
  #free: number;
  readonly #waiting = new Set<SendWindow>();

  constructor(count: number) {
    this.#free = count;
  }

  /** False: none is free, and `admit` of the window is called when one is. */
  take(window: SendWindow): boolean {
    if (this.#free === 0) {
      this.#waiting.add(window);
      return false;
    }
    this.#free--;
    return true;
  }

  give(): void {
    this.#free++;
    const [next] = this.#waiting;
    if (next === undefined) return;
    this.#waiting.delete(next);
    next.admit();
  }
}

/** The receiver has answered 410 to an earlier request, or the webhook is gone: this request was not sent. */
class ReceiverGone extends Error {}

/** Null for a request that was not sent because the receiver is gone. Other errors are thrown again. */
export function nullIfGone(error: unknown): null {
  if (error instanceof ReceiverGone) return null;
  throw error;
}

export class SendWindow {
  readonly #slots: SharedSlots;
  #size = initialSize;
  #inFlight = 0;
  #isFailing = false;
  #isGone = false;
  readonly #waiting: (() => void)[] = [];

  constructor(slots: SharedSlots) {
    this.#slots = slots;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  /** The last request has failed. */
  get isFailing(): boolean {
    return this.#isFailing;
  }

  /** A request was answered 410, or the window was closed. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** From now on waiting requests are not sent: the webhook is deleted or disabled. */
  close(): void {
    this.#isGone = true;
  }

  /** Requests are sent again: the webhook has been read anew. */
  reopen(): void {
    this.#isGone = false;
  }

  /** How many more requests would start at once; at least 1. */
  get room(): number {
    return Math.max(1, this.#size - this.#inFlight - this.#waiting.length);
  }

  /** Rejects with `ReceiverGone` when the request was not sent. */
  async run(send: () => Promise<Reply>): Promise<Reply> {
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
      this.admit();
    });
    try {
      if (this.#isGone) throw new ReceiverGone();
      const reply = await send();
      this.#learn(reply);
      return reply;
    } finally {
      if (this.#inFlight-- > 1) this.#slots.give();
      this.admit();
    }
  }

  /** Starts what waits and fits. */
  admit(): void {
    while (this.#waiting.length > 0 && this.#inFlight < this.#size) {
      if (this.#inFlight > 0 && !this.#slots.take(this)) return;
      this.#inFlight++;
      this.#waiting.shift()?.();
    }
  }

  #learn(reply: Reply): void {
    const { error, durationMs } = reply;
    this.#isFailing = error !== null;
    if (isGone(reply)) this.#isGone = true;
    if (error !== null) this.#size = Math.max(1, this.#size >> 1);
    else if (durationMs > slowMs) this.#size = Math.min(this.#size + 1, slowSizeMax);
    else this.#size = Math.min(this.#size + 1, sizeMax);
  }
}
