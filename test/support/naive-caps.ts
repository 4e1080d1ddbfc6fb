/** How many seats and places a session, and a buyer in all its sessions, may have: counted by looking at all of them. */
import type { Policy } from '#domain/policy.ts';
import { type NaiveHall, sum } from './naive-hall.ts';
import type { NaiveSession } from './naive-session.ts';

export class NaiveCaps {
  /** Of one buyer, in all sessions. */
  maxPerBuyer = Number.POSITIVE_INFINITY;
  readonly #hall: NaiveHall;
  readonly #sessions: ReadonlyMap<string, NaiveSession>;
  readonly #policy: Policy;

  constructor(hall: NaiveHall, sessions: ReadonlyMap<string, NaiveSession>, policy: Policy) {
    this.#hall = hall;
    this.#sessions = sessions;
    this.#policy = policy;
  }

  /** Of one session. */
  maxOf({ maxSeats, counter }: NaiveSession): number {
    if (counter === true) return 500;
    return Math.min(maxSeats, this.#policy.maxSeats);
  }

  /** Seats and places that the session holds or owns. */
  owned(id: string, { state, areas, lost, owned }: NaiveSession): number {
    const seats = [...this.#hall.seats.values()].filter(({ holder }) => holder === id).length;
    if (state === 'CONFIRMED') return seats + sum([...owned.values()].map(({ amount }) => amount));
    return seats + sum([...areas].map(([area, { amount }]) => (lost.has(area) ? 0 : amount)));
  }

  /** Whether the buyer would have too much if the session grew to this size. */
  isOverBuyer(id: string, session: NaiveSession, size: number): boolean {
    const { buyer } = session;
    if (buyer === undefined || size <= this.owned(id, session)) return false;
    const others = [...this.#sessions].filter(([other, of]) => other !== id && of.buyer === buyer);
    return sum(others.map(([other, of]) => this.owned(other, of))) + size > this.maxPerBuyer;
  }
}
