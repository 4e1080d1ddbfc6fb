/**
 * The events that let every buyer in, without a pass or a line, when a page last asked this process. The page of such an event
 * asks for the map next, so its document may name these calls. A guess: a wrong one costs a page a few bytes, or one wait.
 */

/** The events that were asked about last. */
const eventsMax = 10_000;

export class OpenEvents {
  readonly #ids = new Set<string>();

  /** `eventId`: lower case. */
  learn(eventId: string, isOpen: boolean): void {
    this.#ids.delete(eventId);
    if (!isOpen) return;
    this.#ids.add(eventId);
    for (const oldest of this.#ids) {
      if (this.#ids.size <= eventsMax) break;
      this.#ids.delete(oldest);
    }
  }

  has(eventId: string): boolean {
    return this.#ids.has(eventId);
  }
}
