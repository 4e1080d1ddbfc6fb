/**
 * The prices of one event by id, by name and by the slot that the seats' price column holds.
 */
import { assert } from '#collections/assert.ts';
import { type Price, priceOf } from './price.ts';
import type { PriceTerms } from './ticket-type.ts';

/** A price as facts describe it. */
export interface NamedPrice {
  readonly id: number;
  readonly name: string;
  readonly externalId: string | null;
}

export class PriceList {
  readonly #bySlot: (Price | null)[] = [null];
  readonly #byId = new Map<number, Price>();
  readonly #byName = new Map<string, Price>();

  #withAmounts = 0;
  #ticketTypes = 0;

  /** Whether a price has an amount of its own: only then a cart can mix currencies. */
  get hasAmounts(): boolean {
    return this.#withAmounts > 0;
  }

  /** Of all prices together. */
  get ticketTypeCount(): number {
    return this.#ticketTypes;
  }

  get count(): number {
    return this.#byId.size;
  }

  /** Slots that have ever been given to a price. */
  get slotsUsed(): number {
    return this.#bySlot.length - 1;
  }

  define(price: NamedPrice): void {
    const { id, name } = price;
    assert(!this.#byId.has(id) && !this.#byName.has(name), () => `price ${id} is defined twice`);
    this.#put(priceOf(price, this.#bySlot.length, undefined));
  }

  /** Renames prices all at once, so that they may swap names. Their terms stay. */
  rename(changes: readonly NamedPrice[]): void {
    for (const { id } of changes) this.#byName.delete(this.#existing(id).name);
    for (const change of changes) {
      assert(!this.#byName.has(change.name), () => `two prices would be named "${change.name}"`);
      const { slot, terms } = this.#existing(change.id);
      this.#put(priceOf(change, slot, terms));
    }
  }

  /** Undefined: the price has no amount of its own from now on. */
  setTerms(id: number, terms: PriceTerms | undefined): void {
    const price = this.#existing(id);
    this.#put(priceOf(price, price.slot, terms));
  }

  /** The slot is never used again: seats and areas that still name it have no price. */
  remove(id: number): void {
    const { slot, name, terms } = this.#existing(id);
    this.#count(terms, -1);
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
      if (price !== null) list.#put(priceOf(price, price.slot, price.terms));
    }
    return list;
  }

  #existing(id: number): Price {
    const price = this.#byId.get(id);
    assert(price !== undefined, () => `price ${id} is unknown`);
    return price;
  }

  #put(price: Price): void {
    this.#count(this.#byId.get(price.id)?.terms, -1);
    this.#count(price.terms, 1);
    this.#bySlot[price.slot] = price;
    this.#byId.set(price.id, price);
    this.#byName.set(price.name, price);
  }

  #count(terms: PriceTerms | undefined, change: 1 | -1): void {
    if (terms === undefined) return;
    this.#withAmounts += change;
    this.#ticketTypes += change * (terms.ticketTypes?.length ?? 0);
  }
}
