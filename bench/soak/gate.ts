/** Lets buyers work while it is open, and knows when all of them stand still. Buyers may join and leave at work. */
export class Gate {
  private buyers: number;
  private waiting: ((isOpen: boolean) => void)[] = [];
  private state: 'open' | 'shut' | 'closed' = 'shut';
  private stillness: (() => void) | null = null;

  constructor(buyers: number) {
    this.buyers = buyers;
  }

  /** Resolves with true when there is work to do, with false when there never will be again. */
  async pass(): Promise<boolean> {
    if (this.state === 'open') return true;
    if (this.state === 'closed') return false;
    return await new Promise((resolve) => {
      this.waiting.push(resolve);
      if (this.waiting.length === this.buyers) this.stillness?.();
    });
  }

  /** One more buyer has to stand still. */
  join(): void {
    this.buyers += 1;
  }

  /** A buyer will never come back. */
  leave(): void {
    this.buyers -= 1;
    if (this.waiting.length === this.buyers) this.stillness?.();
  }

  open(): void {
    this.state = 'open';
    this.letGo(true);
  }

  /** Resolves when the last buyer has got its answer, or has found that there is none. */
  async shut(): Promise<void> {
    this.state = 'shut';
    if (this.waiting.length === this.buyers) return;
    await new Promise<void>((resolve) => {
      this.stillness = resolve;
    });
    this.stillness = null;
  }

  close(): void {
    this.state = 'closed';
    this.letGo(false);
  }

  private letGo(isOpen: boolean): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const resolve of waiting) resolve(isOpen);
  }
}
