/**
 * A buyer of whole purchases: create, lock, checkout, confirm, then the next purchase with seats that were never held.
 * Every fourth purchase takes two GA places instead of two seats. Records what was acknowledged.
 */
import { type Buyer, postRequest } from './buyer.ts';
import type { PurchasePlan, PurchaseRecord, Target } from './plan.ts';

const steps = ['create', 'lock', 'checkout', 'confirm'] as const;
const placesEvery = 4;
const publicPath = '/api/public/v2.0/session/';
const privatePath = '/api/private/v2.0/session/';

/** The seats that are still to be sold, shared by all buyers of a round. */
export class SeatSupply {
  private readonly targets: readonly Target[];
  private target = 0;
  private taken = 0;
  purchases = 0;

  constructor(targets: readonly Target[]) {
    this.targets = targets;
  }

  get isEmpty(): boolean {
    return this.target >= this.targets.length;
  }

  /** Two seats or two places of one event; null when everything is sold. */
  take(): { target: Target; seats: readonly number[]; places: number; number: number } | null {
    const target = this.targets[this.target];
    if (target === undefined) return null;
    this.purchases += 1;
    if (target.areaId !== null && this.purchases % placesEvery === 0) {
      return { target, seats: [], places: 2, number: this.purchases };
    }
    const seats = target.seats.slice(this.taken, this.taken + 2);
    this.taken += 2;
    if (this.taken + 2 > target.seats.length) {
      this.target += 1;
      this.taken = 0;
    }
    return { target, seats, places: 0, number: this.purchases };
  }
}

export class PurchaseBuyer implements Buyer {
  readonly bought: PurchaseRecord[] = [];
  private readonly host: string;
  private readonly plan: PurchasePlan;
  private readonly supply: SeatSupply;
  private readonly finished: (startedAt: number) => void;
  private stage = 0;
  private wish: ReturnType<SeatSupply['take']> = null;
  private sessionId = '';
  private startedAt = 0;

  /** `finished` is called when a purchase is confirmed, with the time at which it began. */
  constructor(host: string, plan: PurchasePlan, supply: SeatSupply, finished: (startedAt: number) => void) {
    this.host = host;
    this.plan = plan;
    this.supply = supply;
    this.finished = finished;
  }

  get step(): string {
    return steps[this.stage]!;
  }

  next(): string {
    if (this.stage === 0) {
      this.wish = this.supply.take() ?? this.wish;
      this.startedAt = performance.now();
    }
    const wish = this.wish!;
    switch (this.step) {
      case 'create': {
        const body = `{"eventId":"${wish.target.eventId}","publicKey":"${wish.target.publicKey}"}`;
        return postRequest(this.host, publicPath, body, `idempotency-key: ${this.reference()}\r\n`);
      }
      case 'lock': {
        const areas = wish.places === 0 ? '' : `{"id":${wish.target.areaId},"capacity":${wish.places}}`;
        const body = `{"seats":[${wish.seats.join(',')}],"groupOfSeats":[${areas}]}`;
        return postRequest(this.host, `${publicPath}${this.sessionId}/lock`, body);
      }
      case 'checkout':
        return postRequest(this.host, `${publicPath}${this.sessionId}/checkout`, '{}');
      default: {
        const body = `{"reference":"${this.reference()}"}`;
        return postRequest(
          this.host,
          `${privatePath}${this.sessionId}/confirm`,
          body,
          `x-api-key: ${this.plan.apiKey}\r\n`,
        );
      }
    }
  }

  answered(status: number, body: string): boolean {
    if (status >= 300) {
      this.abandon();
      return false;
    }
    if (this.step === 'create') this.sessionId = /"sessionId":"([^"]+)"/.exec(body)?.[1] ?? '';
    if (this.step === 'confirm') {
      this.keep('confirmed');
      this.finished(this.startedAt);
    }
    this.stage = (this.stage + 1) % steps.length;
    return true;
  }

  lost(): void {
    this.abandon();
  }

  /** Gives the purchase up. A confirm without an answer may or may not have happened. */
  abandon(): void {
    if (this.step === 'confirm') this.keep('unknown');
    this.stage = 0;
  }

  private keep(outcome: PurchaseRecord['outcome']): void {
    const { target, seats, places } = this.wish!;
    this.bought.push({
      eventId: target.eventId,
      sessionId: this.sessionId,
      seats,
      places,
      reference: this.reference(),
      outcome,
    });
  }

  private reference(): string {
    return `${this.plan.label}-${this.wish!.number}`;
  }
}
