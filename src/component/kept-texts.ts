/**
 * Texts that the map asks to keep for the next visit of this browser: its session and its place in the queue. Kept by the
 * shop's page, in `localStorage`: browsers block or part the storage of frames of another site. Never throws: where the
 * page has no storage either, the texts live as long as the component.
 */

/** The names that the map uses. */
const names = ['session', 'ticket'];

export class KeptTexts {
  readonly #prefix: string;
  readonly #isStored: boolean;
  readonly #texts = new Map<string, string>();

  /** `isStored`: false keeps nothing beyond this component. */
  constructor(eventId: string, isStored: boolean) {
    this.#prefix = `usher:${eventId}:`;
    this.#isStored = isStored;
  }

  get all(): Readonly<Record<string, string>> {
    return Object.fromEntries(names.flatMap((name) => [[name, this.read(name)]]).filter(([, text]) => text !== null));
  }

  read(name: string): string | null {
    if (!this.#isStored) return this.#texts.get(name) ?? null;
    try {
      return localStorage.getItem(this.#prefix + name);
    } catch {
      return this.#texts.get(name) ?? null;
    }
  }

  /** Null forgets the text. */
  write(name: string, text: string | null): void {
    if (!names.includes(name)) return;
    if (text === null) this.#texts.delete(name);
    else this.#texts.set(name, text);
    if (!this.#isStored) return;
    try {
      if (text === null) localStorage.removeItem(this.#prefix + name);
      else localStorage.setItem(this.#prefix + name, text);
    } catch {
      // Full or switched off.
    }
  }
}
