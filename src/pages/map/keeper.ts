/**
 * Keeps what a reload of the page needs: the session's id with its `maxSeats`, and the ticket while the buyer waits.
 * Uses the tab's `sessionStorage`, one entry per event, and removes each when it is over. Never throws: where storage
 * is switched off, a reload begins anew.
 */

export interface KeptSession {
  readonly sessionId: string;
  readonly maxSeats: number;
}

export class Keeper {
  readonly #prefix: string;

  constructor(eventId: string) {
    this.#prefix = `usher:${eventId}:`;
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
      return JSON.parse(sessionStorage.getItem(this.#prefix + name) ?? 'null');
    } catch {
      return null;
    }
  }

  #write(name: string, value: unknown): void {
    try {
      if (value === null) sessionStorage.removeItem(this.#prefix + name);
      else sessionStorage.setItem(this.#prefix + name, JSON.stringify(value));
    } catch {
      // The storage is full or switched off: a reload begins anew.
    }
  }
}
