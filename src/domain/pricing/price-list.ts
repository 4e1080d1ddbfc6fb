/**
 * The prices of one event by id, by name and by the slot that the seats' price column holds.
 */
import { assert } from '../assert.ts';
import { centsOf, type Price } from './price.ts';

export class PriceList {
  readonly #bySlot: (Price | null)[] = [null];
  readonly #byId = new Map<number, Price>();
  readonly #names = new Set<string>();

  get count(): number {
    return this.#byId.size;
  }

  define(id: number, name: string, externalId: string | null): void {
    assert(!this.#byId.has(id) && !this.#names.has(name), `price ${id} is defined twice`);
    const price: Price = {
      id,
      name,
      externalId,
      slot: this.#bySlot.length,
      capture: { id, name, cents: centsOf(name) },
    };
    this.#bySlot.push(price);
    this.#byId.set(id, price);
    this.#names.add(name);
  }

  byId(id: number): Price | undefined {
    return this.#byId.get(id);
  }

  hasName(name: string): boolean {
    return this.#names.has(name);
  }

  /** Null for slot 0 and for slots whose price is gone. */
  bySlot(slot: number): Price | null {
    return this.#bySlot[slot] ?? null;
  }

  /** By slot, slot 0 included: a copy that the caller owns. */
  slots(): readonly (Price | null)[] {
    return this.#bySlot.slice();
  }

  /** Ascending by id. */
  list(): readonly Price[] {
    return [...this.#byId.values()].sort((a, b) => a.id - b.id);
  }

  /** A list with exactly these slots, as `slots` gave them. */
  static ofSlots(slots: readonly (Price | null)[]): PriceList {
    const list = new PriceList();
    list.#bySlot.length = 0;
    for (const price of slots) {
      list.#bySlot.push(price);
      if (price === null) continue;
      list.#byId.set(price.id, price);
      list.#names.add(price.name);
    }
    return list;
  }
}
