/**
 * The organization's box office: takes two seats of its own through the same calls repeatedly. Uses the current private
 * interface or the legacy one.
 */
import { type Buyer, postRequest } from './buyer.ts';
import type { BookingPlan, BookingRecord, SeatStateName } from './plan.ts';

const currentPath = '/api/private/v2.0/booking/';
const legacyPath = '/api/private/v1.0/booking/';

/** The state of a seat after each call. */
const results = { lock: 'LOCKED', sale: 'SOLD', revertsale: 'ACTIVE', unlock: 'ACTIVE' } as const;

export class BookingBuyer implements Buyer {
  private readonly host: string;
  private readonly plan: BookingPlan;
  /** Positions of its seats in the plan. */
  private readonly own: readonly number[];
  private readonly given: BookingRecord[] = [];
  private pair = 0;
  private at = 0;
  private state: SeatStateName = 'ACTIVE';
  private isUnderWay = false;

  constructor(host: string, plan: BookingPlan, own: readonly number[]) {
    this.host = host;
    this.plan = plan;
    this.own = own;
  }

  get step(): BookingPlan['steps'][number] {
    return this.plan.steps[this.at]!;
  }

  next(): string {
    this.isUnderWay = true;
    const { seatKeys, target, apiKey } = this.plan;
    const query = seatKeys === null ? `?eventId=${target.eventId}` : `?id=${target.eventId}`;
    const path = `${seatKeys === null ? currentPath : legacyPath}${this.step}${query}`;
    const lines = this.positions().map((position) =>
      seatKeys === null
        ? `{"id":${target.seats[position]}}`
        : `{"compositeKey":${JSON.stringify(seatKeys[position])},"capacity":null}`,
    );
    const body = seatKeys === null ? `{"seats":[${lines}],"groupOfSeats":[]}` : `[${lines}]`;
    return postRequest(this.host, path, body, `x-api-key: ${apiKey}\r\n`);
  }

  /** The current interface answers true or false, the legacy one lists the lines that failed. */
  answered(status: number, body: string): boolean {
    const isDone = status === 200 && (body === 'true' || body === '[]');
    if (!isDone) {
      this.lost();
      return false;
    }
    this.isUnderWay = false;
    this.state = results[this.step];
    this.at = (this.at + 1) % this.plan.steps.length;
    return true;
  }

  /** Leaves these seats as they are and goes on with others. */
  lost(): void {
    this.given.push(this.record());
    this.pair = (this.pair + 1) % Math.max(1, this.own.length >> 1);
    this.at = 0;
    this.state = 'ACTIVE';
    this.isUnderWay = false;
  }

  /** The states of its seats that the service may show from now on. */
  records(): readonly BookingRecord[] {
    return [...this.given, this.record()];
  }

  private record(): BookingRecord {
    const { eventId, seats } = this.plan.target;
    const states = this.isUnderWay ? [this.state, results[this.step]] : [this.state];
    return { eventId, seats: this.positions().map((position) => seats[position]!), states };
  }

  private positions(): readonly number[] {
    return [this.own[2 * this.pair]!, this.own[2 * this.pair + 1]!];
  }
}
