/**
 * The nodes that follow one event's map and know everything up to some record. Promises that each is told once of the
 * first durable record after the one it knows, or that the actor broke; a node that reads again is told again. A lost
 * notice costs a follower only time, because it also looks by itself.
 */

export class Watchers {
  readonly #tell: (watcher: string) => void;
  /** By node, the last record that it knows. */
  readonly #known = new Map<string, number>();

  constructor(tell: (watcher: string) => void) {
    this.#tell = tell;
  }

  /** The node is being told everything up to this record. */
  note(watcher: string, seq: number): void {
    this.#known.set(watcher, seq);
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

  /** The actor broke: the next reader loads the event again. */
  gone(): void {
    for (const watcher of this.#known.keys()) this.#tell(watcher);
    this.#known.clear();
  }
}
