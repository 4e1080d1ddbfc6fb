/** Joins the queue of one event again and again, each time as another buyer. Records every acknowledged ticket. */
import { type Buyer, postRequest } from './buyer.ts';
import type { JoinPlan, TicketRecord } from './plan.ts';

export class JoinBuyer implements Buyer {
  readonly step = 'join';
  readonly joined: TicketRecord[] = [];
  private readonly host: string;
  private readonly path: string;
  private readonly eventId: string;
  private readonly label: string;
  private joins = 0;

  /** `label`: makes the idempotency keys of this connection different from all others. */
  constructor(host: string, { target }: JoinPlan, label: string) {
    this.host = host;
    this.eventId = target.eventId;
    this.label = label;
    this.path = `/api/public/v2.0/event/${target.eventId}/queue/?publicKey=${target.publicKey}`;
  }

  next(): string {
    return postRequest(this.host, this.path, '', `idempotency-key: ${this.label}-${this.joins++}\r\n`);
  }

  answered(status: number, body: string): boolean {
    const ticket = status < 300 ? /"ticket":"([^"]+)"/.exec(body)?.[1] : undefined;
    if (ticket === undefined) return false;
    this.joined.push({ eventId: this.eventId, ticket, position: null, sessionId: null });
    return true;
  }

  lost(): void {}
}
