/**
 * Keeps what a reload of the page needs: the session's id with its `maxSeats`, and the ticket while the buyer waits.
 * Removes each when it is over. Never throws: where nothing can be kept, a reload begins anew.
 */

export interface KeptSession {
  readonly sessionId: string;
  readonly maxSeats: number;
}

/** Texts by name; null: there is none. May throw. */
export interface TextStore {
  read(name: string): string | null;
  write(name: string, text: string | null): void;
}

/** The tab's `sessionStorage`, which browsers may have switched off. */
export function tabStore(eventId: string): TextStore {
  const prefix = `usher:${eventId}:`;
  return {
    read: (name) => sessionStorage.getItem(prefix + name),
    write: (name, text) => {
      if (text === null) sessionStorage.removeItem(prefix + name);
      else sessionStorage.setItem(prefix + name, text);
    },
  };
}

export class Keeper {
  readonly #store: TextStore;

  constructor(store: TextStore) {
    this.#store = store;
  }

  get session(): KeptSession | null {
    const kept = this.#read('session') as Partial<KeptSession> | null;
    const { sessionId, maxSeats } = kept ?? {};
    return typeof sessionId === 'string' && typeof maxSeats === 'number' ? { sessionId, maxSeats } : null;
  }

  set session(session: KeptSession | null) {
    this.#write('session', session);
  }

  get ticket(): string | null {
    const kept = this.#read('ticket');
    return typeof kept === 'string' ? kept : null;
  }

  set ticket(ticket: string | null) {
    this.#write('ticket', ticket);
  }

  #read(name: string): unknown {
    try {
      return JSON.parse(this.#store.read(name) ?? 'null');
    } catch {
      return null;
    }
  }

  #write(name: string, value: unknown): void {
    try {
      this.#store.write(name, value === null ? null : JSON.stringify(value));
    } catch {
      // The storage is full or switched off: a reload begins anew.
    }
  }
}
