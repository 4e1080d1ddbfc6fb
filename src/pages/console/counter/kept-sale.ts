/** The sale that a tab keeps, so that a reload finds it again. The id of a session is a credential: it is in no address. */

export interface Kept {
  /** The key of the call that opens the session. */
  readonly openKey: string;
  /** Of the session; null: the call has not answered yet. */
  readonly id: string | null;
  readonly reference: string;
  readonly name: string;
}

export class KeptSale {
  readonly #name: string;

  constructor(eventId: string) {
    this.#name = `usher-sale-${eventId}`;
  }

  read(): Kept | null {
    try {
      return JSON.parse(sessionStorage.getItem(this.#name) ?? 'null') as Kept | null;
    } catch {
      return null;
    }
  }

  write(kept: Kept): void {
    sessionStorage.setItem(this.#name, JSON.stringify(kept));
  }

  clear(): void {
    sessionStorage.removeItem(this.#name);
  }
}
