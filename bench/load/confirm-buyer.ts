/**
 * Confirms sessions that wait for it, each of them once, until all are answered. Records every answer: confirmed, with
 * or without having been reclaimed, or refused with the lines that are gone.
 */
import { type Buyer, postRequest } from './buyer.ts';
import type { ConfirmPlan, PurchaseRecord, WaitingCart } from './plan.ts';

/** The sessions that are still to be confirmed, shared by all connections of a round. */
export class CartSupply {
  private readonly carts: readonly WaitingCart[];
  private taken = 0;

  constructor(carts: readonly WaitingCart[]) {
    this.carts = carts;
  }

  take(): WaitingCart | null {
    return this.carts[this.taken++] ?? null;
  }
}

export class ConfirmBuyer implements Buyer {
  readonly step = 'confirm';
  private readonly given: PurchaseRecord[] = [];
  private readonly host: string;
  private readonly plan: ConfirmPlan;
  private readonly supply: CartSupply;
  private cart: WaitingCart;
  isFinished = false;

  constructor(host: string, plan: ConfirmPlan, supply: CartSupply) {
    this.host = host;
    this.plan = plan;
    this.supply = supply;
    const first = supply.take();
    if (first === null) throw new Error('there are fewer sessions to confirm than connections');
    this.cart = first;
  }

  /**
   * A confirm without an answer is sent again, and so is the last one when a resting connection is opened again: a
   * repetition gets the stored result.
   */
  next(): string {
    const { sessionId, reference } = this.cart;
    const body = JSON.stringify(this.plan.isLate ? { reference, reclaim: true } : { reference });
    const path = `/api/private/v2.0/session/${sessionId}/confirm`;
    return postRequest(this.host, path, body, `x-api-key: ${this.plan.apiKey}\r\n`);
  }

  answered(status: number, body: string): boolean {
    if (this.isFinished) return false;
    const { reclaimed, conflicts } = status === 200 || status === 409 ? JSON.parse(body) : {};
    if (status === 200) this.keep({ outcome: 'confirmed', ...(reclaimed === true ? { reclaimed } : {}) });
    else if (status === 409) this.keep({ outcome: 'refused', conflicts: conflicts?.seats ?? [] });
    else this.keep({ outcome: 'unknown' });
    const next = this.supply.take();
    if (next === null) this.isFinished = true;
    else this.cart = next;
    return status === 200;
  }

  lost(): void {}

  /** The session without an answer may or may not be confirmed. */
  records(): readonly PurchaseRecord[] {
    if (!this.isFinished) this.keep({ outcome: 'unknown' });
    return this.given;
  }

  private keep(answer: Pick<PurchaseRecord, 'outcome' | 'reclaimed' | 'conflicts'>): void {
    const { sessionId, seats, reference } = this.cart;
    this.given.push({ eventId: this.plan.eventId, sessionId, seats, places: 0, reference, ...answer });
  }
}
