/** Has the event choose two seats and gives them back, repeatedly, in one session that exists already. */
import { type Buyer, postRequest } from './buyer.ts';
import type { HoldRecord } from './plan.ts';

const cartSeats = /"seats":\[\{"id":(\d+),[^}]*\},\{"id":(\d+),/;

export class BestBuyer implements Buyer {
  step: 'lock' | 'unlock' = 'lock';
  private readonly host: string;
  private readonly sessionId: string;
  private readonly eventId: string;
  private held: readonly number[] = [];
  /** A call is in flight, or its outcome is unknown: then nobody here knows which seats the session has. */
  private isUnclear = false;

  constructor(host: string, eventId: string, sessionId: string) {
    this.host = host;
    this.eventId = eventId;
    this.sessionId = sessionId;
  }

  next(): string {
    this.step = this.held.length === 0 ? 'lock' : 'unlock';
    this.isUnclear = true;
    const body = this.step === 'lock' ? '{"bestAvailable":{"count":2}}' : `{"seats":[${this.held.join(',')}]}`;
    return postRequest(this.host, `/api/public/v2.0/session/${this.sessionId}/${this.step}`, body);
  }

  answered(status: number, body: string): boolean {
    if (status !== 200) return false;
    this.isUnclear = false;
    const found = this.step === 'lock' ? cartSeats.exec(body) : null;
    if (this.step === 'lock' && found === null) throw new Error(`a cart without two seats: ${body.slice(0, 300)}`);
    this.held = found === null ? [] : [Number(found[1]), Number(found[2])];
    return true;
  }

  lost(): void {}

  /** Empty: what the session has is not known. */
  records(): readonly HoldRecord[] {
    const { eventId, sessionId, held } = this;
    return this.isUnclear ? [] : [{ eventId, sessionId, seats: held, pending: null }];
  }
}
