/** A buyer who cannot decide: holds two random seats, gives them back, for ever, in one session that was made before. */
import { randomInt } from 'node:crypto';
import { type Buyer, postRequest } from './buyer.ts';
import type { HoldRecord } from './plan.ts';

export interface HoldBuyerSetting {
  readonly host: string;
  readonly eventId: string;
  readonly sessionId: string;
  /** What this buyer chooses from, at least two. */
  readonly seats: readonly number[];
  /** True: chooses the first and second, third and fourth … of `seats` together, any two otherwise. */
  readonly isPaired?: boolean;
  /** What the session holds besides and keeps. */
  readonly cart?: readonly number[];
}

export class HoldBuyer implements Buyer {
  step: 'lock' | 'unlock' = 'lock';
  private readonly setting: HoldBuyerSetting;
  private readonly lockPath: string;
  private readonly unlockPath: string;
  /** What the last clear answer said. */
  private held: readonly number[] = [];
  /** Seats of the call that is under way. */
  private pending: readonly number[] | null = null;
  /** Seats of a call whose outcome nobody told: held or not, they are given back next. */
  private unclear: readonly number[] | null = null;
  /** Seats of all calls that broke off. */
  private readonly doubtful = new Set<number>();

  constructor(setting: HoldBuyerSetting) {
    this.setting = setting;
    this.lockPath = `/api/public/v2.0/session/${setting.sessionId}/lock`;
    this.unlockPath = `/api/public/v2.0/session/${setting.sessionId}/unlock`;
  }

  /** True while there is nothing to be given back. */
  get isFree(): boolean {
    return this.held.length === 0 && this.unclear === null;
  }

  next(): string {
    const toGiveBack = this.unclear ?? (this.held.length > 0 ? this.held : null);
    this.step = toGiveBack === null ? 'lock' : 'unlock';
    this.pending = toGiveBack ?? this.choose();
    const body = `{"seats":[${this.pending[0]},${this.pending[1]}],"groupOfSeats":[]}`;
    return postRequest(this.setting.host, this.step === 'lock' ? this.lockPath : this.unlockPath, body);
  }

  answered(status: number): boolean {
    if (status !== 200 && status !== 409) {
      this.lost();
      return false;
    }
    if (status === 200) this.held = this.step === 'lock' ? (this.pending ?? []) : [];
    this.unclear = null;
    this.pending = null;
    return status === 200;
  }

  lost(): void {
    for (const seat of this.pending ?? []) this.doubtful.add(seat);
    this.unclear = this.pending ?? this.unclear;
    this.pending = null;
  }

  /** What the service must say about the session from now on. */
  record(): HoldRecord {
    const seats = this.pending ?? this.unclear;
    const step = this.held.length === 0 ? 'lock' : 'unlock';
    const { eventId, sessionId, cart = [] } = this.setting;
    const pending = seats === null ? null : ({ step, seats } as const);
    return { eventId, sessionId, seats: [...cart, ...this.held], pending, doubtful: [...this.doubtful] };
  }

  private choose(): readonly number[] {
    const { seats, isPaired = false } = this.setting;
    if (isPaired) {
      const pair = 2 * randomInt(seats.length >> 1);
      return [seats[pair]!, seats[pair + 1]!];
    }
    const first = randomInt(seats.length);
    const second = (first + 1 + randomInt(seats.length - 1)) % seats.length;
    return [seats[first]!, seats[second]!];
  }
}
