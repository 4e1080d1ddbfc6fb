/** Holds a few standing places of one area and gives them back, repeatedly, in one session that exists already. */
import { type Buyer, postRequest } from './buyer.ts';
import type { HoldRecord, PlacePlan } from './plan.ts';

export class PlaceBuyer implements Buyer {
  step: 'lock' | 'unlock' = 'lock';
  private readonly host: string;
  private readonly sessionId: string;
  private readonly eventId: string;
  private readonly places: number;
  private readonly body: string;
  private held = 0;
  /** True while a call is in flight, and after a call with an unknown outcome. */
  private isUnclear = false;

  constructor(host: string, sessionId: string, { eventId, areaId, places }: PlacePlan) {
    this.host = host;
    this.sessionId = sessionId;
    this.eventId = eventId;
    this.places = places;
    this.body = `{"seats":[],"groupOfSeats":[{"id":${areaId},"capacity":${places}}]}`;
  }

  next(): string {
    this.step = this.held > 0 || this.isUnclear ? 'unlock' : 'lock';
    this.isUnclear = true;
    return postRequest(this.host, `/api/public/v2.0/session/${this.sessionId}/${this.step}`, this.body);
  }

  answered(status: number): boolean {
    if (status === 200) this.held = this.step === 'lock' ? this.places : 0;
    if (status === 200 || status === 409) this.isUnclear = false;
    return status === 200;
  }

  lost(): void {}

  record(): HoldRecord {
    const places = this.isUnclear ? [0, this.places] : [this.held];
    return { eventId: this.eventId, sessionId: this.sessionId, seats: [], places, pending: null };
  }
}
