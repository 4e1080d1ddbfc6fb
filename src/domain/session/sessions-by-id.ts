/**
 * The sessions of an event by their ids: an index that leads to the table by ordinals. Owns no session, so a million of
 * them add no entry to the heap.
 */
import type { OrdinalTable } from '#collections/ordinal-table.ts';
import { TextIndex } from '#collections/text-index.ts';
import type { Session } from './session.ts';

export class SessionsById {
  readonly #byOrdinal: OrdinalTable<Session>;
  readonly #ordinals: TextIndex;

  /** `byOrdinal`: contains a session before it is added here, and until it has been deleted here. */
  constructor(byOrdinal: OrdinalTable<Session>) {
    this.#byOrdinal = byOrdinal;
    this.#ordinals = new TextIndex((ordinal) => byOrdinal.get(ordinal)?.id);
  }

  get size(): number {
    return this.#byOrdinal.size;
  }

  get(id: string): Session | undefined {
    const ordinal = this.#ordinals.find(id);
    return ordinal === 0 ? undefined : this.#byOrdinal.get(ordinal);
  }

  has(id: string): boolean {
    return this.#ordinals.find(id) !== 0;
  }

  /** Adds a session that is not a member. */
  add({ id, ordinal }: Session): void {
    this.#ordinals.add(id, ordinal);
  }

  /** No effect when the session is not a member. */
  delete({ id, ordinal }: Session): void {
    this.#ordinals.delete(id, ordinal);
  }

  /** In the order of the ordinals. */
  [Symbol.iterator](): Generator<[string, Session]> {
    return this.#entries();
  }

  /** In the order of the ordinals. */
  *keys(): Generator<string> {
    for (const { id } of this.#byOrdinal.values()) yield id;
  }

  values(): Generator<Session> {
    return this.#byOrdinal.values();
  }

  /** All sessions in the order of their ordinals, much faster than by iterating. */
  list(): Session[] {
    return this.#byOrdinal.list();
  }

  *#entries(): Generator<[string, Session]> {
    for (const session of this.#byOrdinal.values()) yield [session.id, session];
  }
}
