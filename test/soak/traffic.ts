/** Counts what the buyers and box offices of a soak or a drill have done, so that a report says what it has proved. */

export class Traffic {
  /** Expired sessions that were confirmed after all. */
  reclaimed = 0;
  /** Calls with a key that were sent again and got the recorded answer. */
  replayed = 0;
  /** Calls that were refused because another one with their key still ran. */
  stillRunning = 0;
  readonly #writes = new Map<string, number>();

  /** One more acknowledged write of this kind, such as `checkout`. */
  count(kind: string): void {
    this.#writes.set(kind, this.of(kind) + 1);
  }

  /** Acknowledged writes of this kind. */
  of(kind: string): number {
    return this.#writes.get(kind) ?? 0;
  }

  /** For a report. */
  toString(): string {
    const kinds = [...this.#writes].sort(([a], [b]) => a.localeCompare(b)).map(([kind, count]) => `${count} ${kind}`);
    return (
      `${kinds.join(', ')}; ${this.reclaimed} expired sessions reclaimed, ${this.replayed} answers repeated from the ` +
      `record, ${this.stillRunning} calls told that their key is in use`
    );
  }
}
