/**
 * The calls of one link that have no answer: those that wait to be sent, and those that were sent, by number. Promises
 * that each is resolved once, at the latest at its deadline. One timer, however many calls there are.
 */
import type { LinkAnswer, LinkCall } from './messages.ts';

/** `dead`, `unreached`: the call certainly did not run. `lost`: it may have run, or may still run. */
export type LinkOutcome = LinkAnswer | { readonly kind: 'dead' | 'unreached' | 'lost' };

export interface PendingCall {
  readonly call: LinkCall;
  /** By the monotonic clock. */
  readonly deadline: number;
  sentAt: number;
  resolve(outcome: LinkOutcome): void;
}

export class PendingCalls {
  readonly #now: () => number;
  readonly #onLate: (sentAt: readonly number[]) => void;
  #waiting: PendingCall[] = [];
  readonly #sent = new Map<number, PendingCall>();
  #timer: NodeJS.Timeout | null = null;
  #wakesAt = Number.POSITIVE_INFINITY;

  /** `onLate` is called after deadlines have passed. `sentAt`: when each late call was sent, if it was sent at all. */
  constructor(now: () => number, onLate: (sentAt: readonly number[]) => void) {
    this.#now = now;
    this.#onLate = onLate;
  }

  get size(): number {
    return this.#waiting.length + this.#sent.size;
  }

  add(call: LinkCall, patienceMs: number, resolve: (outcome: LinkOutcome) => void): void {
    const deadline = this.#now() + patienceMs;
    this.#waiting.push({ call, deadline, sentAt: 0, resolve });
    this.#wakeAt(deadline);
  }

  /** The calls to be sent now. */
  takeWaiting(): readonly PendingCall[] {
    const waiting = this.#waiting;
    this.#waiting = [];
    return waiting;
  }

  noteSent(number: number, pending: PendingCall): void {
    this.#sent.set(number, pending);
  }

  /** Does nothing when the caller has given up. */
  answer(number: number, answer: LinkAnswer): void {
    const pending = this.#sent.get(number);
    this.#sent.delete(number);
    pending?.resolve(answer);
  }

  /** The link has ended. `unsent`: the outcome of calls that were not sent. */
  end(unsent: 'dead' | 'unreached'): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    for (const { resolve } of this.takeWaiting()) resolve({ kind: unsent });
    for (const { resolve } of this.#sent.values()) resolve({ kind: 'lost' });
    this.#sent.clear();
  }

  #wakeAt(deadline: number): void {
    if (deadline >= this.#wakesAt) return;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#wakesAt = deadline;
    this.#timer = setTimeout(() => this.#giveUpLate(), Math.max(1, Math.ceil(deadline - this.#now())));
  }

  #giveUpLate(): void {
    this.#timer = null;
    this.#wakesAt = Number.POSITIVE_INFINITY;
    const now = this.#now();
    let earliest = Number.POSITIVE_INFINITY;
    const isLate = ({ deadline }: PendingCall): boolean => {
      if (deadline > now) earliest = Math.min(earliest, deadline);
      return deadline <= now;
    };
    const unsent = this.#waiting.filter(isLate);
    if (unsent.length > 0) this.#waiting = this.#waiting.filter(({ deadline }) => deadline > now);
    for (const { resolve } of unsent) resolve({ kind: 'unreached' });
    const sentAt: number[] = [];
    for (const [number, pending] of this.#sent) {
      if (!isLate(pending)) continue;
      this.#sent.delete(number);
      sentAt.push(pending.sentAt);
      pending.resolve({ kind: 'lost' });
    }
    if (earliest < Number.POSITIVE_INFINITY) this.#wakeAt(earliest);
    this.#onLate(sentAt);
  }
}
