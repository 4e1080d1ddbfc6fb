/** Opens sessions on one event, a given number, each with an idempotency key of its own. Records the last of them. */
import { type Buyer, postRequest } from './buyer.ts';
import type { CreatePlan, HoldRecord } from './plan.ts';

export class CreateBuyer implements Buyer {
  readonly step = 'create';
  private readonly host: string;
  private readonly plan: CreatePlan;
  private readonly label: string;
  private readonly body: string;
  private asked = 0;
  private opened = 0;
  private last: string | null = null;

  /** `label`: makes the idempotency keys of this connection different from all others. */
  constructor(host: string, plan: CreatePlan, label: string) {
    this.host = host;
    this.plan = plan;
    this.label = label;
    const { eventId, publicKey } = plan.target;
    this.body = JSON.stringify({ eventId, publicKey });
  }

  next(): string {
    const key = `idempotency-key: ${this.label}-${this.asked++}\r\n`;
    return postRequest(this.host, '/api/public/v2.0/session/', this.body, key);
  }

  answered(status: number, body: string): boolean {
    if (status !== 201) return false;
    this.opened += 1;
    this.last = /"sessionId":"([^"]+)"/.exec(body)?.[1] ?? null;
    return true;
  }

  get isFinished(): boolean {
    return this.opened === this.plan.each;
  }

  lost(): void {}

  records(): HoldRecord[] {
    const { eventId } = this.plan.target;
    return this.last === null ? [] : [{ eventId, sessionId: this.last, seats: [], pending: null }];
  }
}
