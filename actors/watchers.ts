/**
 * The nodes that follow one event's map, and the record up to which each of them knows it. Promises that each is told
 * once: at the first durable record after the one it knows, or when the actor breaks. A node that reads again is told
 * again. A lost notice only delays a follower, because it also looks by itself.
 */

export class Watchers {
  readonly #tell: (watcher: string) => void;
  /** By node, the last record that it knows. */
  readonly #known = new Map<string, number>();

  constructor(tell: (watcher: string) => void) {
    this.#tell = tell;
  }

  /** The node gets an answer with everything up to this record. A node with several boards of the event knows the least. */
  note(watcher: string, seq: number): void {
    this.#known.set(watcher, Math.min(seq, this.#known.get(watcher) ?? seq));
  }

  /** The record has become durable. */
  proven(seq: number): void {
    if (this.#known.size === 0) return;
    for (const [watcher, known] of this.#known) {
      if (known >= seq) continue;
      this.#known.delete(watcher);
      this.#tell(watcher);
    }
  }

  /** The actor broke: every node is told, and the first that reads makes the event load again. */
  gone(): void {
    for (const watcher of this.#known.keys()) this.#tell(watcher);
    this.#known.clear();
  }
}
