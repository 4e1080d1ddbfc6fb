/**
 * The confirmed sessions that still own places of one area, and how many, in the order of confirmation. Sessions
 * themselves leave memory; this record stays, so that a reverted sale finds the newest buyers and a later release
 * returns only the places that they still own. One entry per buyer.
 */
import { assert } from '#collections/assert.ts';

export type Purchase = readonly [session: number, places: number];

export class Purchases {
  readonly #places = new Map<number, number>();
  /** Ordinals, newest last. Ordinals without places are skipped, and removed now and then. */
  #order: number[] = [];

  /** A session buys once, and again only in an exchange. */
  add(session: number, places: number): void {
    assert(places > 0 && !this.#places.has(session), () => `session ${session} buys once`);
    this.#places.set(session, places);
    this.#order.push(session);
  }

  /** A session that has bought already has more places. */
  extend(session: number, places: number): void {
    const owned = this.#places.get(session);
    if (owned === undefined) this.add(session, places);
    else this.#places.set(session, owned + places);
  }

  /** Removes all purchases, and calls `visit` for each. */
  drain(visit: (session: number, places: number) => void): void {
    this.forEach(visit);
    this.#places.clear();
    this.#order = [];
  }

  /** Places that the session still owns. */
  placesOf(session: number): number {
    return this.#places.get(session) ?? 0;
  }

  take(session: number, amount: number): void {
    const left = this.placesOf(session) - amount;
    assert(amount > 0 && left >= 0, () => `session ${session} loses more places than it owns`);
    if (left > 0) this.#places.set(session, left);
    else this.#drop(session);
  }

  /** The newest purchases that add up to `amount`, newest first; less when there are not as many places. */
  newest(amount: number): readonly Purchase[] {
    const found: Purchase[] = [];
    let missing = amount;
    for (let at = this.#order.length - 1; at >= 0 && missing > 0; at--) {
      const session = this.#order[at] as number;
      const places = Math.min(missing, this.placesOf(session));
      if (places === 0) continue;
      found.push([session, places]);
      missing -= places;
    }
    return found;
  }

  /** Calls `visit` for every purchase, the newest last. */
  forEach(visit: (session: number, places: number) => void): void {
    this.#places.forEach((places, session) => {
      visit(session, places);
    });
  }

  #drop(session: number): void {
    this.#places.delete(session);
    while (this.#order.length > 0 && !this.#places.has(this.#order.at(-1) as number)) this.#order.pop();
    if (this.#order.length > 2 * this.#places.size + 16) this.#order = [...this.#places.keys()];
  }
}
