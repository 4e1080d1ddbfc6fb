/** A buyer with sessions on many events: holds and gives back in one of them, then in another random one. */
import { randomInt } from 'node:crypto';
import type { Buyer } from './buyer.ts';
import type { HoldBuyer } from './hold-buyer.ts';

export class RoamingBuyer implements Buyer {
  /** One for each session. */
  readonly buyers: readonly HoldBuyer[];
  private current: HoldBuyer;

  /** `buyers`: at least one. */
  constructor(buyers: readonly HoldBuyer[]) {
    this.buyers = buyers;
    this.current = buyers[0]!;
  }

  get step(): string {
    return this.current.step;
  }

  next(): string {
    if (this.current.isFree) this.current = this.buyers[randomInt(this.buyers.length)]!;
    return this.current.next();
  }

  answered(status: number): boolean {
    return this.current.answered(status);
  }

  lost(): void {
    this.current.lost();
  }
}
