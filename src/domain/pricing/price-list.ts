/**
 * The prices of one event by id, by name and by the slot that the seats' price column holds.
 */
import { assert } from '#collections/assert.ts';
import { captureOf, type Price } from './price.ts';

export class PriceList {
  readonly #bySlot: (Price | null)[] = [null];
  readonly #byId = new Map<number, Price>();
  readonly #byName = new Map<string, Price>();

  get count(): number {
    return this.#byId.size;
  }

  /** Slots that have ever been given to a price. */
  get slotsUsed(): number {
    return this.#bySlot.length - 1;
  }

  define(id: number, name: string, externalId: string | null): void {
    assert(!this.#byId.has(id) && !this.#byName.has(name), () => `price ${id} is defined twice`);
    this.#put({ id, name, externalId, slot: this.#bySlot.length, capture: captureOf(id, name) });
  }

  /** Renames prices all at once, so that they may swap names. */
  rename(changes: readonly { readonly id: number; readonly name: string; readonly externalId: string | null }[]): void {
    for (const { id } of changes) this.#byName.delete(this.#existing(id).name);
    for (const { id, name, externalId } of changes) {
      assert(!this.#byName.has(name), () => `two prices would be named "${name}"`);
      this.#put({ id, name, externalId, slot: this.#existing(id).slot, capture: captureOf(id, name) });
    }
  }

  /** The slot is never used again: seats and areas that still name it have no price. */
  remove(id: number): void {
    const { slot, name } = this.#existing(id);
    this.#bySlot[slot] = null;
    this.#byId.delete(id);
    this.#byName.delete(name);
  }

  byId(id: number): Price | undefined {
    return this.#byId.get(id);
  }

  byName(name: string): Price | undefined {
    return this.#byName.get(name);
  }

  /** Null for slot 0 and for slots of deleted prices. */
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

  /** A list with exactly these slots, as returned by `slots`; amounts are computed from the names again. */
  static ofSlots(slots: readonly (Price | null)[]): PriceList {
    const list = new PriceList();
    list.#bySlot.length = 0;
    for (const price of slots) {
      list.#bySlot.push(price);
      if (price !== null) list.#put({ ...price, capture: captureOf(price.id, price.name) });
    }
    return list;
  }

  #existing(id: number): Price {
    const price = this.#byId.get(id);
    assert(price !== undefined, () => `price ${id} is unknown`);
    return price;
  }

  #put(price: Price): void {
    this.#bySlot[price.slot] = price;
    this.#byId.set(price.id, price);
    this.#byName.set(price.name, price);
  }
}
