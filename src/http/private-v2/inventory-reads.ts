/**
 * Copies of events' inventories for bulk reads. Promises that readers of an unchanged event share one copy, so that 200
 * clients that read slowly, or not at all, cost the memory of one. Holds copies weakly: without a reader they are freed.
 */
import type { Engine } from '#actors/engine.ts';
import type { Inventory } from '#domain/inventory-copy.ts';
import type { Answer } from '#domain/reply.ts';

/** Events whose newest copy is remembered; an evicted event is copied again. */
const eventsMax = 1_000;

export interface InventoryRead {
  /** The event's answer: for its timing, or the refusal. */
  readonly answer: Answer;
  /** To be read only. Null: the answer is a refusal. */
  readonly inventory: Inventory | null;
}

export class InventoryReads {
  readonly #engine: Engine;
  readonly #newest = new Map<number, WeakRef<Inventory>>();

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** As of now. Rejects with a `Fault` when the event cannot be asked. */
  async read(eventNumber: number): Promise<InventoryRead> {
    const known = this.#newest.get(eventNumber)?.deref();
    const condition = known === undefined ? {} : { known: { seq: known.seq, schemaId: known.schemaId } };
    const answer = await this.#engine.ask(eventNumber, { kind: 'read-inventory', ...condition });
    if (!answer.ok) return { answer, inventory: null };
    const { reply } = answer;
    if (reply.kind === 'sequence' && known !== undefined) return { answer, inventory: known };
    if (reply.kind !== 'inventory') throw new Error(`expected an inventory, got ${reply.kind}`);
    // Concurrent readers each received a copy with the same number: all of them use the first one.
    const newest = this.#newest.get(eventNumber)?.deref();
    const { seq, schemaId } = reply.inventory;
    if (newest?.seq === seq && newest.schemaId === schemaId) return { answer, inventory: newest };
    this.#remember(eventNumber, reply.inventory);
    return { answer, inventory: reply.inventory };
  }

  #remember(eventNumber: number, inventory: Inventory): void {
    this.#newest.delete(eventNumber);
    this.#newest.set(eventNumber, new WeakRef(inventory));
    if (this.#newest.size <= eventsMax) return;
    const [oldest] = this.#newest.keys();
    if (oldest !== undefined) this.#newest.delete(oldest);
  }
}
