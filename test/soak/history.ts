/**
 * A buyer's knowledge about one session: the acknowledged state, and the one call whose outcome is not known. From
 * this follow the states that the service may show, whatever was killed meanwhile.
 */
export type SessionState = 'ACTIVE' | 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED';

/** A session as its buyer sees it; seats ascending. */
export interface KnownSession {
  readonly state: SessionState;
  readonly seats: readonly number[];
  readonly places: number;
  readonly reference: string | null;
}

/** What a ticket of a queue has shown. */
export interface KnownTicket {
  readonly state: 'WAITING' | 'ADMITTED' | 'CLAIMED' | 'LAPSED';
  /** From 1; null before the draw. */
  readonly position: number | null;
}

/** A call that changes a session. `places`: the total wanted on lock, the amount given back on unlock. */
export type Write =
  | { readonly verb: 'create' }
  | { readonly verb: 'lock'; readonly seats: readonly number[]; readonly places: number }
  | { readonly verb: 'unlock'; readonly seats: readonly number[]; readonly places: number }
  | { readonly verb: 'checkout' }
  | { readonly verb: 'confirm'; readonly reference: string }
  | { readonly verb: 'cancel' }
  | { readonly verb: 'release' };

const nothing = { seats: [], places: 0 } as const;

/** The state of a session after an acknowledged write; `known` is null only before create. */
export function stateAfter(known: KnownSession | null, write: Write): KnownSession {
  if (known === null) return { state: 'ACTIVE', ...nothing, reference: null };
  switch (write.verb) {
    case 'create':
      return known;
    case 'lock':
      return { ...known, seats: [...new Set([...known.seats, ...write.seats])].sort(ascending), places: write.places };
    case 'unlock': {
      const seats = known.seats.filter((seat) => !write.seats.includes(seat));
      return { ...known, seats, places: Math.max(0, known.places - write.places) };
    }
    case 'checkout':
      return { ...known, state: 'PENDING_PAYMENT' };
    case 'confirm':
      return { ...known, state: 'CONFIRMED', reference: write.reference };
    default:
      return { ...known, ...nothing, state: 'CANCELLED' };
  }
}

export class History {
  readonly eventId: string;
  /** Idempotency key of the create call. */
  readonly key: string;
  /** The pass or the ticket of the create call; null: it has none. */
  pass: string | null = null;
  ticket: KnownTicket | null = null;
  /** True when the create call may be sent. */
  hasEntered = false;
  sessionId: string | null = null;
  known: KnownSession | null = null;
  pending: Write | null = null;
  /** True when the pending call may have run and must not be sent twice: its outcome has to be looked up. */
  isOutcomeUnknown = false;
  /** True when an audit saw that the pending call took effect: then its repetition must succeed. */
  hasTakenEffect = false;
  /** `expiresAt` as the last acknowledged answer gave it. */
  expiresAt: string | null = null;

  constructor(eventId: string, key: string) {
    this.eventId = eventId;
    this.key = key;
  }

  /** The states that the service may show: what was acknowledged, or that and the pending write. */
  expected(): readonly KnownSession[] {
    const acknowledged = this.known === null ? [] : [this.known];
    return this.pending === null ? acknowledged : [...acknowledged, stateAfter(this.known, this.pending)];
  }
}

/** True for an idempotent write. An unlock of places is not idempotent: it gives places back by amount. */
export function isRetryable(write: Write): boolean {
  return write.verb !== 'unlock' || write.places === 0;
}

/** True when two views of a session are the same. */
export function isSame(a: KnownSession, b: KnownSession): boolean {
  return describe(a) === describe(b);
}

/** One line for a report; never carries the session's id. */
export function describe({ state, seats, places, reference }: KnownSession): string {
  return `${state} seats [${seats.join(' ')}] places ${places} reference ${reference ?? 'none'}`;
}

/**
 * Reads an answer of the public or the private interface. A public one has no reference: that of `fallback` is taken.
 */
export function viewOf(body: SessionBody, fallback: KnownSession | null): KnownSession {
  return {
    state: body.state,
    seats: body.cart.seats.map(({ id }) => id).sort(ascending),
    places: body.cart.groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0),
    reference: body.reference === undefined ? (fallback?.reference ?? null) : body.reference,
  };
}

export interface SessionBody {
  readonly id?: string;
  readonly sessionId?: string;
  readonly state: SessionState;
  readonly cart: { readonly seats: readonly { id: number }[]; readonly groupOfSeats: readonly { capacity: number }[] };
  readonly reference?: string | null;
  readonly expiresAt: string | null;
}

function ascending(a: number, b: number): number {
  return a - b;
}
