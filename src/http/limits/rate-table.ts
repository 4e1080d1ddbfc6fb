/**
 * Counts calls by key: each key may make `quota` calls at once and gets them back evenly over the window (a token
 * bucket, stored as one number: the time at which the bucket is full again). Promises a fixed amount of memory however
 * many keys there are, no allocation and no promise per call. Keeps a keyed hash instead of the key itself.
 */
import { getRandomValues } from 'node:crypto';

/** A key can be in any of the places of its row. */
const rowPlaces = 4;
/** Only the beginnings of longer keys are compared. */
const keyLengthMax = 64;

export interface Rate {
  /** Calls per window, and the size of a burst. */
  readonly quota: number;
  readonly windowSeconds: number;
}

export class RateTable {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  readonly #rowMask: number;
  readonly #fingerprints: Uint32Array;
  /** When the bucket of the key in this place is full again, by the caller's clock; in the past: it is full. */
  readonly #usedUntil: Float64Array;
  /** Random, so that an attacker cannot find keys that share a place. */
  readonly #seeds: Uint32Array;

  /** Has places for `rows` times four keys; `rows` is a power of two. `seeds`: two random numbers. */
  constructor({ quota, windowSeconds }: Rate, rows: number, seeds: Uint32Array = getRandomValues(new Uint32Array(2))) {
    this.#seeds = seeds;
    this.#intervalMs = (windowSeconds * 1000) / quota;
    this.#burstMs = windowSeconds * 1000 - this.#intervalMs;
    this.#rowMask = rows - 1;
    this.#fingerprints = new Uint32Array(rows * rowPlaces);
    this.#usedUntil = new Float64Array(rows * rowPlaces);
  }

  /**
   * Counts a call at `now`, in milliseconds: 0 when the key may make it, otherwise the time until it may. Refused calls
   * are not counted. Upper and lower case are the same key. When a row is full, the key with the least usage is
   * forgotten. `onTaken` gets the row and the fingerprint of a call that was counted.
   */
  take(key: string, now: number, onTaken?: (row: number, fingerprint: number) => void): number {
    const place = this.#placeOf(key);
    const used = Math.max(this.#usedUntil[place] as number, now);
    const waitMs = used - now - this.#burstMs;
    // Tolerance for rounding: a millionth of a millisecond is no time to wait.
    if (waitMs > 1e-6) return waitMs;
    this.#usedUntil[place] = used + this.#intervalMs;
    onTaken?.(Math.trunc(place / rowPlaces), this.#fingerprints[place] as number);
    return 0;
  }

  /**
   * Counts a call that a table with the same seeds has allowed. Such calls may exceed the quota; a key is in debt for at
   * most one window beyond the one that is used up.
   */
  charge(row: number, fingerprint: number, now: number): void {
    const place = this.#placeIn((row & this.#rowMask) * rowPlaces, fingerprint);
    const used = Math.max(this.#usedUntil[place] as number, now) + this.#intervalMs;
    this.#usedUntil[place] = Math.min(used, now + 2 * (this.#burstMs + this.#intervalMs));
  }

  /** The place of the key; a new key gets one. */
  #placeOf(key: string): number {
    let row = this.#seeds[0] as number;
    let fingerprint = this.#seeds[1] as number;
    const length = Math.min(key.length, keyLengthMax);
    for (let at = 0; at < length; at++) {
      const code = key.charCodeAt(at) | 0x20;
      row = Math.imul(row ^ code, 0x01000193);
      fingerprint = Math.imul((fingerprint << 5) | (fingerprint >>> 27), 0x9e3779b1) ^ code;
    }
    return this.#placeIn((mixed(row) & this.#rowMask) * rowPlaces, mixed(fingerprint));
  }

  /** The place of the fingerprint in the row that begins at `first`. */
  #placeIn(first: number, fingerprint: number): number {
    let emptiest = first;
    for (let place = first; place < first + rowPlaces; place++) {
      if (this.#fingerprints[place] === fingerprint) return place;
      if ((this.#usedUntil[place] as number) < (this.#usedUntil[emptiest] as number)) emptiest = place;
    }
    this.#fingerprints[emptiest] = fingerprint;
    this.#usedUntil[emptiest] = 0;
    return emptiest;
  }
}

/** Spreads every bit over all of them (the last step of MurmurHash3). */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
