/**
 * The state of the buyer's page: one value that is replaced as a whole, and the listeners that are told of it. Holds no
 * rules: `Booking`, `Entrance`, `LiveOffer` and `SessionWatch` write the state, the views and the map read it.
 */
import type { Plan } from '../shared/plan.ts';
import type { Session, Ticket } from './answers.ts';
import type { Offer } from './offer.ts';

/** What the buyer can do now. */
export type Stage =
  | 'loading'
  /** In the queue. */
  | 'waiting'
  /** A pass is needed, and there is none or it was refused; `code` says which. */
  | 'pass'
  | 'choosing'
  /** Checked out: the organization has to confirm. */
  | 'paying'
  | 'confirmed'
  /** The hold has run out, or the session was cancelled. */
  | 'over'
  /** Nothing is on sale; `code` says why. */
  | 'closed'
  /** The page cannot go on; `code` says why. */
  | 'failed';

/** An action that a notice offers as a button. */
export interface Choice {
  readonly label: string;
  /** Seats that the map shows while the button has the pointer or the focus, by their places in the plan. */
  readonly seats: readonly number[];
  readonly run: () => void;
}

export interface Notice {
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice[];
}

export interface ShopState {
  readonly stage: Stage;
  /** The error code that led to the stage `pass`, `closed` or `failed`. */
  readonly code: string;
  readonly plan: Plan | null;
  readonly offer: Offer | null;
  /** Grows with every change of the offer: the offer is changed in place, so it stays the same object. */
  readonly offerVersion: number;
  readonly session: Session | null;
  /** How many seats and places one session may hold. */
  readonly maxSeats: number;
  readonly ticket: Ticket | null;
  /** Seats that are being taken or given back, by their places in the plan. */
  readonly pending: ReadonlySet<number>;
  readonly isBusy: boolean;
  readonly notice: Notice | null;
  /** No answers come: the stream of changes is interrupted, or the queue cannot be reached. */
  readonly isOffline: boolean;
  /** Ids of the prices that are shown; empty: all. */
  readonly filter: ReadonlySet<number>;
  /** Seats that the choices of the notice would take. */
  readonly suggested: readonly number[];
  /** The words that a screen reader says next. */
  readonly announcement: string;
}

/** Seats and places of a session whose creation was answered without `maxSeats`. */
export const maxSeatsDefault = 10;

/** The problems that say that this buyer can buy nothing now. Each leads to the stage `closed`. */
export const closingCodes: ReadonlySet<string> = new Set([
  'NOT_ENABLED',
  'EVENT_NOT_PUBLISHED',
  'EVENT_ARCHIVED',
  'BOOKING_CLOSED',
  'QUEUE_FULL',
]);

const start: ShopState = {
  stage: 'loading',
  code: '',
  plan: null,
  offer: null,
  offerVersion: 0,
  session: null,
  maxSeats: maxSeatsDefault,
  ticket: null,
  pending: new Set(),
  isBusy: false,
  notice: null,
  isOffline: false,
  filter: new Set(),
  suggested: [],
  announcement: '',
};

export class Shop {
  #state = start;
  #isTelling = false;
  readonly #listeners: ((state: ShopState, before: ShopState) => void)[] = [];
  #told = start;

  get state(): ShopState {
    return this.#state;
  }

  /** Calls the listener once for all changes of one turn of the event loop. */
  onChange(listener: (state: ShopState, before: ShopState) => void): void {
    this.#listeners.push(listener);
  }

  set(change: Partial<ShopState>): void {
    this.#state = { ...this.#state, ...change };
    if (this.#isTelling) return;
    this.#isTelling = true;
    queueMicrotask(() => this.#tell());
  }

  announce(announcement: string): void {
    // A screen reader reads a text only when it has changed: the space makes the same words another text.
    const isSame = announcement === this.#state.announcement;
    this.set({ announcement: isSame ? `${announcement}\u00a0` : announcement });
  }

  #tell(): void {
    this.#isTelling = false;
    const before = this.#told;
    this.#told = this.#state;
    for (const listener of this.#listeners) listener(this.#state, before);
  }
}

/** The stage of a buyer with this session; null: without one. `isLapsed`: its time is over, whatever its state says. */
export function stageOf(session: Session | null, isLapsed: boolean): Stage {
  if (session === null) return 'choosing';
  return session.state === 'ACTIVE' && isLapsed ? 'over' : stages[session.state];
}

const stages: Readonly<Record<Session['state'], Stage>> = {
  ACTIVE: 'choosing',
  PENDING_PAYMENT: 'paying',
  CONFIRMED: 'confirmed',
  CANCELLED: 'over',
  EXPIRED: 'over',
};

/** The cart's seats by their places in the plan. */
export function seatsHeld({ session, plan }: ShopState): number[] {
  return (session?.cart.seats ?? []).flatMap(({ id }) => plan?.seatById.get(id) ?? []);
}

/** Seats and places in the cart. */
export function cartSize({ session }: ShopState): number {
  const { seats = [], groupOfSeats = [] } = session?.cart ?? {};
  return seats.length + groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0);
}
