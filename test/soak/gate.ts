/** Lets buyers work while it is open, and knows when all of them wait. Buyers may join and leave at any time. */
export class Gate {
  private buyers: number;
  private waiting: ((isOpen: boolean) => void)[] = [];
  private state: 'open' | 'shut' | 'closed' = 'shut';
  private onAllWaiting: (() => void) | null = null;

  constructor(buyers: number) {
    this.buyers = buyers;
  }

  /** Resolves with true once the gate is open, with false once it is closed, which is final. */
  async pass(): Promise<boolean> {
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
