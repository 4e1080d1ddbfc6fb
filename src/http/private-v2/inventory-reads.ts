/**
 * Copies of events' inventories for bulk reads. Promises that readers of an unchanged event share one copy for as long as any
 * of them needs it, so that 200 clients that read slowly, or not at all, cost the memory of one. Keeps no copy by itself.
 */
import type { Engine } from '#actors/engine.ts';
import type { Answer, Inventory } from '#domain/reply.ts';

/** Events whose newest copy is looked for again; a forgotten one is copied anew. */
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
    // Readers who came at once were each given a copy: they keep the first one of that number.
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
