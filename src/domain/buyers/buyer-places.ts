/**
 * How many seats and places each buyer of the event holds and owns, over all sessions. A buyer is known by a hash of the
 * name in the passes of its sessions. Has an entry for each such session that holds or owns something, and no other: an
 * event without passes has an empty one, and pays a comparison for each seat that changes hands.
 */
import { assert } from '#collections/assert.ts';

/** What is known of a session here. */
export interface SessionOfBuyer {
  readonly ordinal: number;
  readonly buyer?: string;
}

interface Entry {
  readonly buyer: string;
  places: number;
}

export type BuyersImage = readonly (readonly [session: number, buyer: string, places: number])[];

export class BuyerPlaces {
  readonly #sessions = new Map<number, Entry>();
  readonly #totals = new Map<string, number>();

  /** Whether a buyer has anything. */
  get hasAny(): boolean {
    return this.#sessions.size > 0;
  }

  /** Seats and places that the buyer holds and owns in all sessions. */
  totalOf(buyer: string): number {
    return this.#totals.get(buyer) ?? 0;
  }

  /** Those that the session holds or owns; 0 also for a session without a buyer. */
  ofSession(ordinal: number): number {
    return this.#sessions.get(ordinal)?.places ?? 0;
  }

  /** The session has taken so many seats or places. */
  take({ ordinal, buyer }: SessionOfBuyer, places: number): void {
    if (buyer === undefined || places === 0) return;
    const entry = this.#sessions.get(ordinal);
    if (entry === undefined) this.#sessions.set(ordinal, { buyer, places });
    else entry.places += places;
    this.#totals.set(buyer, this.totalOf(buyer) + places);
  }

  /** So many seats or places are no longer the session's. */
  give(ordinal: number, places: number): void {
    const entry = this.#sessions.get(ordinal);
    if (entry === undefined) return;
    entry.places -= places;
    assert(entry.places >= 0, () => `session ${ordinal} gives more than its buyer has`);
    if (entry.places === 0) this.#sessions.delete(ordinal);
    const total = this.totalOf(entry.buyer) - places;
    if (total === 0) this.#totals.delete(entry.buyer);
    else this.#totals.set(entry.buyer, total);
  }

  /** What the session owns counts for nobody from now on. */
  forget(ordinal: number): void {
    this.give(ordinal, this.ofSession(ordinal));
  }

  /** Undefined: no buyer has anything. */
  image(): BuyersImage | undefined {
    if (!this.hasAny) return undefined;
    return Array.from(this.#sessions, ([session, { buyer, places }]) => [session, buyer, places] as const);
  }

  restore(image: BuyersImage): void {
    for (const [ordinal, buyer, places] of image) this.take({ ordinal, buyer }, places);
  }
}
