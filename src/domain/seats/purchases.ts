/**
 * The confirmed sessions that still own places of one area, and how many, in the order in which they bought there: by a
 * confirm, or by an exchange that takes places of an area of which the session owned none. Sessions themselves leave
 * memory; this record stays, so that a reverted sale finds the newest buyers and a later release returns only the
 * places that they still own. One entry per buyer.
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

  /** An exchange takes more places. A session that owns none, or gave up all, is a new buyer of the area. */
  extend(session: number, places: number): void {
    const owned = this.#places.get(session);
    if (owned !== undefined) {
      this.#places.set(session, owned + places);
      return;
    }
    // A place in the order that was skipped would count again, and twice.
    const skipped = this.#order.lastIndexOf(session);
    if (skipped >= 0) this.#order.splice(skipped, 1);
    this.add(session, places);
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
