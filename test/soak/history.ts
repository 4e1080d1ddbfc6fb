/**
 * A buyer's knowledge about one session: the acknowledged state, the one call whose outcome is not known, and whether its
 * time to pay may have passed. From this follow the states that the service may show, whatever was killed meanwhile.
 */
import {
  describeTickets,
  noTickets,
  type ShownLines,
  type Tickets,
  ticketsOf,
  withMore,
  withoutSeats,
} from './tickets.ts';

export type SessionState = 'ACTIVE' | 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED';

export interface Cart {
  /** Ascending. */
  readonly seats: readonly number[];
  readonly places: number;
  /** Absent: none. */
  readonly tickets?: Tickets;
}

/** A session as its buyer sees it. */
export interface KnownSession extends Cart {
  readonly state: SessionState;
  readonly reference: string | null;
  /** Only when EXPIRED: what a late payment may take again. */
  readonly lastCart?: Cart;
}

/** What a ticket of a queue has shown. */
export interface KnownTicket {
  readonly state: 'WAITING' | 'ADMITTED' | 'CLAIMED' | 'LAPSED';
  /** From 1; null before the draw. */
  readonly position: number | null;
}

/** An Idempotency-Key, new for each write. */
interface Keyed {
  readonly key: string;
}

/** So many seats that the event chooses; they are in `seats` once an answer or a read has shown them. */
export interface BestLock extends Cart, Keyed {
  readonly verb: 'lock-best';
  readonly count: number;
}

/** A purchase gives a seat for another one, or a child's place for one at the price itself. */
export interface Exchange extends Keyed {
  readonly verb: 'exchange';
  /** Null: the place of a child. */
  readonly seat: { readonly given: number; readonly taken: number } | null;
}

/** A call that changes a session. `places`: the total wanted on lock, the amount given back on unlock. */
export type Write =
  | { readonly verb: 'create' }
  /** `unit`: the seats are those of a unit, for so many guests. */
  | ({ readonly verb: 'lock'; readonly unit?: { readonly id: number; readonly guests: number } } & Cart)
  | BestLock
  | ({ readonly verb: 'unlock' } & Cart)
  | { readonly verb: 'checkout' }
  | { readonly verb: 'confirm'; readonly reference: string }
  /** A confirm that also takes an expired cart again. */
  | ({ readonly verb: 'reclaim'; readonly reference: string } & Keyed)
  | Exchange
  | { readonly verb: 'cancel' }
  | { readonly verb: 'release' };

/** How long a session has from checkout to confirm; so short that some expire in every soak. */
export const paymentGraceSeconds = 3;
/** The service's clock and this process' may differ by so much. */
const clockSkewMs = 1_000;

const nothing: Cart = { seats: [], places: 0 };

/** The state of a session after an acknowledged write; `known` is null only before create. */
export function stateAfter(known: KnownSession | null, write: Write): KnownSession {
  if (known === null) return { state: 'ACTIVE', ...nothing, reference: null };
  if (known.state === 'EXPIRED' && write.verb !== 'reclaim') return known;
  switch (write.verb) {
    case 'create':
      return known;
    case 'lock':
      return { ...known, seats: together(known, write), places: write.places, ...ticketsAfterLock(known, write) };
    case 'lock-best':
      return { ...known, seats: together(known, write) };
    case 'unlock': {
      const seats = known.seats.filter((seat) => !write.seats.includes(seat));
      const places = Math.max(0, known.places - write.places);
      return { ...known, seats, places, ...ticketsAfterUnlock(known, { seats: write.seats, places }) };
    }
    case 'checkout':
      return { ...known, state: 'PENDING_PAYMENT' };
    case 'confirm':
    case 'reclaim': {
      return { ...cartOf(known.lastCart ?? known), state: 'CONFIRMED', reference: write.reference };
    }
    case 'exchange':
      return afterExchange(known, write);
    default:
      return { ...nothing, reference: known.reference, state: 'CANCELLED' };
  }
}

function cartOf({ seats, places, tickets }: Cart): Cart {
  return { seats, places, ...(tickets === undefined ? {} : { tickets }) };
}

function ticketsAfterLock({ tickets: known }: Cart, { tickets: more }: Cart): Pick<Cart, 'tickets'> {
  if (known === undefined && more === undefined) return {};
  return { tickets: withMore(known ?? noTickets, more ?? noTickets) };
}

/** Places at the price itself go first. `places`: that are left. */
function ticketsAfterUnlock({ tickets }: Cart, { seats, places }: Cart): Pick<Cart, 'tickets'> {
  if (tickets === undefined) return {};
  const rest = withoutSeats(tickets, seats);
  return { tickets: { ...rest, children: Math.min(rest.children, places) } };
}

function afterExchange(known: KnownSession, { seat }: Exchange): KnownSession {
  const { tickets = noTickets } = known;
  if (seat === null) return { ...known, tickets: { ...tickets, children: tickets.children - 1 } };
  const rest = known.seats.filter((one) => one !== seat.given);
  const seats = [...rest, seat.taken].sort(ascending);
  return { ...known, seats, tickets: withoutSeats(tickets, [seat.given]) };
}

function together({ seats }: Cart, { seats: more }: Cart): readonly number[] {
  return [...new Set([...seats, ...more])].sort(ascending);
}

/** A session whose time to pay has passed. */
function expired(cart: Cart): KnownSession {
  return { state: 'EXPIRED', ...nothing, reference: null, lastCart: cartOf(cart) };
}

export class History {
  readonly eventId: string;
  /** Idempotency key of the create call; keys of other calls begin with it. */
  readonly key: string;
  /** The pass or the ticket of the create call; null: it has none. */
  pass: string | null = null;
  ticket: KnownTicket | null = null;
  /** True when the create call may be sent. */
  hasEntered = false;
  /** Created with a pass that the organization has signed. */
  hasSignedPass = false;
  sessionId: string | null = null;
  known: KnownSession | null = null;
  pending: Write | null = null;
  /** True when the pending call may have run and must not be sent twice: its outcome has to be looked up. */
  isOutcomeUnknown = false;
  /** True when an audit saw that the pending call took effect: then its repetition must succeed. */
  hasTakenEffect = false;
  /** The last acknowledged write if it had an Idempotency-Key, to be repeated by an audit. */
  keyed: Write | null = null;
  /** `expiresAt` as the last acknowledged answer gave it. */
  expiresAt: string | null = null;
  /** When the pending checkout was first sent (`Date.now()`); null: none is pending. */
  #checkedOutAt: number | null = null;
  #keys = 0;

  constructor(eventId: string, key: string) {
    this.eventId = eventId;
    this.key = key;
  }

  newKey(): string {
    return `${this.key}-${this.#keys++}`;
  }

  /** Begins a write; its call may now be sent, again and again. */
  begin(write: Write): void {
    this.pending = write;
    this.#checkedOutAt = write.verb === 'checkout' ? Date.now() : null;
  }

  /** The state after the pending write; null: none is pending. */
  afterPending(): KnownSession | null {
    return this.pending === null ? null : stateAfter(this.known, this.pending);
  }

  /** The states that the service may show: what was acknowledged, that and the pending write, or an expired session. */
  expected(): readonly KnownSession[] {
    const { known } = this;
    const states = [known, this.afterPending()].filter((state) => state !== null);
    const isOpen = known !== null && known.state !== 'EXPIRED';
    return isOpen && this.mayHaveExpired() ? [...states, expired(known)] : states;
  }

  /** Whether the time to pay may have passed; false while the service certainly has to keep the session. */
  mayHaveExpired(): boolean {
    if (this.known?.state === 'EXPIRED') return true;
    const deadline = this.#earliestDeadline();
    return deadline !== null && Date.now() + clockSkewMs >= deadline;
  }

  /** Whether the time to pay has passed by every clock. */
  isOverdue(): boolean {
    const deadline = this.#earliestDeadline();
    return deadline !== null && Date.now() - clockSkewMs >= deadline;
  }

  /** The session is known to have expired. */
  expire(): void {
    if (this.known !== null && this.known.state !== 'EXPIRED') this.known = expired(this.known);
    this.#checkedOutAt = null;
  }

  /** Takes over the seats that the event has chosen for the pending write, once they are seen. */
  learnChoice(seen: KnownSession): void {
    const { known, pending } = this;
    if (known === null || !isUndecided(pending)) return;
    const chosen = seen.seats.filter((seat) => !known.seats.includes(seat));
    if (chosen.length === pending.count) this.pending = { ...pending, seats: chosen };
  }

  #earliestDeadline(): number | null {
    if (this.known?.state === 'PENDING_PAYMENT') return Date.parse(this.expiresAt ?? '');
    return this.#checkedOutAt === null ? null : this.#checkedOutAt + paymentGraceSeconds * 1_000;
  }
}

/** Whether the event may choose seats for the write that the buyer does not know yet. */
export function isUndecided(write: Write | null): write is BestLock {
  return write?.verb === 'lock-best' && write.seats.length === 0;
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
export function describe({ state, seats, places, reference, tickets }: KnownSession): string {
  const cart = `seats [${seats.join(' ')}] places ${places}${describeTickets(tickets)}`;
  return `${state} ${cart} reference ${reference ?? 'none'}`;
}

/**
 * Reads an answer of the public or the private interface. A public one has no reference: that of `fallback` is taken.
 */
export function viewOf(body: SessionBody, fallback: KnownSession | null): KnownSession {
  return {
    state: body.state,
    seats: body.cart.seats.map(({ id }) => id).sort(ascending),
    places: body.cart.groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0),
    tickets: ticketsOf(body.cart),
    reference: body.reference === undefined ? (fallback?.reference ?? null) : body.reference,
  };
}

export interface SessionBody {
  readonly id?: string;
  readonly sessionId?: string;
  readonly state: SessionState;
  readonly cart: ShownLines;
  /** Absent: not all lines have an amount. */
  readonly amount?: number;
  readonly exchanged?: { readonly amount?: number };
  readonly reference?: string | null;
  readonly expiresAt: string | null;
  readonly reclaimed?: true;
}

function ascending(a: number, b: number): number {
  return a - b;
}
