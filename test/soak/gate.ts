/** Lets buyers work while it is open, and knows when all of them wait. Buyers may join and leave at any time. */
import { setTimeout as pause } from 'node:timers/promises';

export class Gate {
  private buyers: number;
  private waiting: ((isOpen: boolean) => void)[] = [];
  private state: 'open' | 'shut' | 'closed' = 'shut';
  private onAllWaiting: (() => void) | null = null;

  private readonly restMs: number;

  /** `restMs`: so long a buyer rests before each call. */
  constructor(buyers: number, restMs = 0) {
    this.buyers = buyers;
    this.restMs = restMs;
  }

  /** Resolves with true once the gate is open, with false once it is closed, which is final. */
  async pass(): Promise<boolean> {
    if (this.restMs > 0) await pause(this.restMs);
    if (this.state === 'open') return true;
    if (this.state === 'closed') return false;
    return await new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === this.buyers) this.onAllWaiting?.();
    });
  }

  /** `pause` waits for one more buyer. */
  join(): void {
    this.buyers += 1;
  }

  /** A buyer has left for good; `pause` no longer waits for it. */
  leave(): void {
    this.buyers -= 1;
    if (this.waiting.length === this.buyers) this.onAllWaiting?.();
  }

  open(): void {
    this.state = 'open';
    this.releaseAll(true);
  }

  /** Resolves when all buyers wait: each has got its answer, or has found that there is none. */
  async pause(): Promise<void> {
    this.state = 'shut';
    if (this.waiting.length === this.buyers) return;
    await new Promise<void>((resolve) => {
      this.onAllWaiting = resolve;
    });
    this.onAllWaiting = null;
  }

  close(): void {
    this.state = 'closed';
    this.releaseAll(false);
  }

  private releaseAll(isOpen: boolean): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve(isOpen);
  }
}
