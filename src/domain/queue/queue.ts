/**
 * The queue of an event: its tickets by number, the order that the draw gave them, and the counters that say which of
 * them are admitted. A ticket's number is its order of arrival; its place is its order of admission, from 0. Only a key
 * and one bit are stored per ticket, so a million tickets take 25 MB. Changed only by `apply`.
 */
import { assert } from '#collections/assert.ts';
import { Bitmap } from '#collections/bitmap.ts';
import { Draw } from './draw.ts';
import type { FreedPlaces } from './freed-places.ts';
import type { Pace } from './pace.ts';
import { TicketKeys } from './ticket-keys.ts';

export type TicketState = 'WAITING' | 'ADMITTED' | 'CLAIMED' | 'LAPSED';

/** The places below `upTo` that are in no earlier window can be claimed before `deadline`. */
export interface ClaimWindow {
  readonly upTo: number;
  readonly deadline: number;
}

/** The counters of a queue as a value, for snapshots. */
export interface QueueImage {
  readonly seed: string;
  readonly seedHash: string;
  /** Tickets in the draw; null: not drawn yet. */
  readonly drawn: number | null;
  readonly admitted: number;
  readonly lapsedUpTo: number;
  readonly lapsed: number;
  readonly windows: readonly ClaimWindow[];
  readonly pace: Pace;
  /** Absent in snapshots of earlier versions. */
  readonly freed?: FreedPlaces | null;
}

const firstClaims = 1024;

export class Queue {
  /** 64 hex digits; secret until the draw. */
  readonly seed: string;
  /** The SHA-256 of the seed's bytes in hex, shown from the beginning. */
  readonly seedHash: string;
  readonly keys: TicketKeys;
  draw: Draw | null = null;
  /** All places below this number are admitted, or were. */
  admitted = 0;
  /** No place below this number can be claimed any more. */
  lapsedUpTo = 0;
  /** Tickets that were admitted and never claimed. */
  lapsed = 0;
  claimed = 0;
  /** The windows of the admitted places that have not lapsed, in order; no deadline is before the one ahead of it. */
  windows: readonly ClaimWindow[] = [];
  pace: Pace = { from: 0, taken: 0 };
  /** Null: nothing was admitted under the present bound on live sessions, or there is none. */
  freed: FreedPlaces | null = null;
  /** The claimed places. */
  #claims = new Bitmap(firstClaims);

  constructor(seed: string, seedHash: string, keys = new TicketKeys(saltOf(seed))) {
    this.seed = seed;
    this.seedHash = seedHash;
    this.keys = keys;
  }

  static of(image: QueueImage, keys: TicketKeys, claims: Uint32Array<ArrayBuffer>): Queue {
    const queue = new Queue(image.seed, image.seedHash, keys);
    queue.draw = image.drawn === null ? null : new Draw(image.seed, image.drawn);
    queue.admitted = image.admitted;
    queue.lapsedUpTo = image.lapsedUpTo;
    queue.lapsed = image.lapsed;
    queue.windows = image.windows;
    queue.pace = image.pace;
    queue.freed = image.freed ?? null;
    queue.#claims = new Bitmap(claims.length * 32, claims);
    queue.claimed = queue.#claims.count();
    return queue;
  }

  image(): QueueImage {
    const { seed, seedHash, admitted, lapsedUpTo, lapsed, windows, pace, freed } = this;
    return { seed, seedHash, drawn: this.draw?.count ?? null, admitted, lapsedUpTo, lapsed, windows, pace, freed };
  }

  /** A copy of the bitmap of claimed places. */
  claims(): Uint32Array<ArrayBuffer> {
    return this.#claims.words.slice();
  }

  /** Tickets that are not admitted. */
  get waiting(): number {
    return this.keys.count - this.admitted;
  }

  /** Tickets that are admitted and can still be claimed, as far as the facts say: a deadline may just have passed. */
  get open(): number {
    return this.admitted - this.claimed - this.lapsed;
  }

  /** The place of a ticket, from 0; null before the draw. */
  placeOf(ticket: number): number | null {
    return this.draw?.placeOf(ticket) ?? null;
  }

  /** The state of the ticket in this place; null: before the draw. */
  stateOf(place: number | null, now: number): TicketState {
    if (place === null || place >= this.admitted) return 'WAITING';
    if (this.#isClaimed(place)) return 'CLAIMED';
    const deadline = this.deadlineOf(place);
    return deadline === null || now >= deadline ? 'LAPSED' : 'ADMITTED';
  }

  /** When an admitted place lapses; null when it has lapsed or is not admitted. */
  deadlineOf(place: number): number | null {
    if (place < this.lapsedUpTo) return null;
    let [low, high] = [0, this.windows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.windows[middle] as ClaimWindow).upTo > place) high = middle;
      else low = middle + 1;
    }
    return this.windows[low]?.deadline ?? null;
  }

  /** How many of the places from `lapsedUpTo` to `upTo` were never claimed. */
  unclaimedUpTo(upTo: number): number {
    let count = 0;
    for (let place = this.lapsedUpTo; place < upTo; place++) if (!this.#isClaimed(place)) count++;
    return count;
  }

  claim(place: number): void {
    assert(place >= this.lapsedUpTo && place < this.admitted, () => `place ${place} is not admitted`);
    assert(!this.#isClaimed(place), () => `place ${place} is claimed twice`);
    if (place >= this.#claims.size) {
      this.#claims = this.#claims.grown(Math.max(this.#claims.size * 2, 2 ** Math.ceil(Math.log2(place + 1))));
    }
    this.#claims.add(place);
    this.claimed++;
  }

  #isClaimed(place: number): boolean {
    return place < this.#claims.size && this.#claims.has(place);
  }
}

export function saltOf(seed: string): number {
  return Number.parseInt(seed.slice(0, 8), 16) | 0;
}
