/** Holds two random seats and gives them back, repeatedly, in one session that exists already. */
import { randomInt } from 'node:crypto';
import { type Buyer, postRequest } from './buyer.ts';
import type { HoldRecord } from './plan.ts';

export interface HoldBuyerSetting {
  readonly host: string;
  readonly eventId: string;
  readonly sessionId: string;
  /** The seats that this buyer chooses from, at least two. */
  readonly seats: readonly number[];
  /** True: chooses fixed pairs of `seats` (first and second, third and fourth …); otherwise any two. */
  readonly isPaired?: boolean;
  /** Seats that the session holds already and keeps. */
  readonly cart?: readonly number[];
}

export class HoldBuyer implements Buyer {
  step: 'lock' | 'unlock' = 'lock';
  private readonly setting: HoldBuyerSetting;
  private readonly lockPath: string;
  private readonly unlockPath: string;
  /** Seats held according to the last clear answer. */
  private held: readonly number[] = [];
  /** Seats of the call that is under way. */
  private pending: readonly number[] | null = null;
  /** Seats of a call with an unknown outcome: they are given back next, held or not. */
  private unclear: readonly number[] | null = null;
  private firstHeldAt: number | null = null;
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
    if (status === 200 && this.step === 'lock') this.firstHeldAt ??= Date.now();
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

  /** The states of the session that the service may show from now on. */
  record(): HoldRecord {
    const seats = this.pending ?? this.unclear;
    const step = this.held.length === 0 ? 'lock' : 'unlock';
    const { eventId, sessionId, cart = [] } = this.setting;
    const { firstHeldAt } = this;
    const pending = seats === null ? null : ({ step, seats } as const);
    return { eventId, sessionId, seats: [...cart, ...this.held], pending, firstHeldAt, doubtful: [...this.doubtful] };
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
