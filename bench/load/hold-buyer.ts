/** A buyer who cannot decide: holds two random seats, gives them back, for ever, in one session that was made before. */
import { randomInt } from 'node:crypto';
import { type Buyer, postRequest } from './buyer.ts';
import type { HoldRecord, Target } from './plan.ts';

export class HoldBuyer implements Buyer {
  step: 'lock' | 'unlock' = 'lock';
  private readonly host: string;
  private readonly sessionId: string;
  private readonly target: Target;
  private readonly seats: readonly number[];
  private readonly lockPath: string;
  private readonly unlockPath: string;
  /** What the last clear answer said. */
  private held: readonly number[] = [];
  /** Seats of the call that is under way. */
  private pending: readonly number[] | null = null;
  /** Seats of a call whose outcome nobody told: held or not, they are given back next. */
  private unclear: readonly number[] | null = null;

  /** `seats`: the ids this buyer chooses from, at least two. */
  constructor(host: string, sessionId: string, target: Target, seats: readonly number[]) {
    this.host = host;
    this.sessionId = sessionId;
    this.target = target;
    this.seats = seats;
    this.lockPath = `/api/public/v2.0/session/${sessionId}/lock`;
    this.unlockPath = `/api/public/v2.0/session/${sessionId}/unlock`;
  }

  next(): string {
    const toGiveBack = this.unclear ?? (this.held.length > 0 ? this.held : null);
    this.step = toGiveBack === null ? 'lock' : 'unlock';
    this.pending = toGiveBack ?? this.choose();
    const body = `{"seats":[${this.pending[0]},${this.pending[1]}],"groupOfSeats":[]}`;
    return postRequest(this.host, this.step === 'lock' ? this.lockPath : this.unlockPath, body);
  }

  answered(status: number): void {
    if (status !== 200 && status !== 409) {
      this.lost();
      return;
    }
    if (status === 200) this.held = this.step === 'lock' ? (this.pending ?? []) : [];
    this.unclear = null;
    this.pending = null;
  }

  lost(): void {
    this.unclear = this.pending ?? this.unclear;
    this.pending = null;
  }

  /** What the service must say about the session from now on. */
  record(): HoldRecord {
    const seats = this.pending ?? this.unclear;
    const step = this.held.length === 0 ? 'lock' : 'unlock';
    const { eventId } = this.target;
    return { eventId, sessionId: this.sessionId, seats: this.held, pending: seats === null ? null : { step, seats } };
  }

  private choose(): readonly number[] {
    const first = randomInt(this.seats.length);
    const second = (first + 1 + randomInt(this.seats.length - 1)) % this.seats.length;
    return [this.seats[first]!, this.seats[second]!];
  }
}
