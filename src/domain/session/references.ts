/**
 * The references of an event's confirmed sessions: each holds one session. Forgets the reference of an erased session
 * also when only its id is known: such entries are hidden at once, and dropped together before they are counted or listed,
 * because finding each by itself would visit every reference.
 */
import { PagedMap } from '#collections/paged-map.ts';

export class References {
  readonly #holders = new PagedMap<string, string>();
  /** Ids of sessions whose references are hidden. */
  readonly #hidden = new Set<string>();

  get size(): number {
    this.#dropHidden();
    return this.#holders.size;
  }

  /** Id of the session that holds the reference. */
  get(reference: string): string | undefined {
    const holder = this.#holders.get(reference);
    return holder !== undefined && this.#hidden.has(holder) ? undefined : holder;
  }

  has(reference: string): boolean {
    return this.get(reference) !== undefined;
  }

  set(reference: string, sessionId: string): void {
    this.#holders.set(reference, sessionId);
  }

  delete(reference: string): void {
    this.#holders.delete(reference);
  }

  /** The session holds no reference from now on, and never again. */
  hideOf(sessionId: string): void {
    this.#hidden.add(sessionId);
  }

  [Symbol.iterator](): Iterator<[reference: string, sessionId: string]> {
    this.#dropHidden();
    return this.#holders[Symbol.iterator]();
  }

  #dropHidden(): void {
    if (this.#hidden.size === 0) return;
    const hidden: string[] = [];
    for (const [reference, holder] of this.#holders) if (this.#hidden.has(holder)) hidden.push(reference);
    for (const reference of hidden) this.#holders.delete(reference);
    this.#hidden.clear();
  }
}
