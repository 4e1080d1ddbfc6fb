/**
 * The state of the buyer's page: one value that is replaced as a whole, and the listeners that are told of it. Holds no
 * rules: `Booking`, `Entrance`, `LiveOffer` and `SessionWatch` write the state, the views and the map read it.
 */
import type { Plan } from '../shared/plan.ts';
import { noUnits, type Units } from '../shared/units.ts';
import type { Cart, Face, Problem, Session, Ticket, Wish } from './answers.ts';
import { type HostWishes, noWishes } from './host-wishes.ts';
import type { Offer } from './offer.ts';
import { text } from './texts.ts';

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
  /** The error code that it explains. */
  readonly code: string;
  readonly tone: 'info' | 'warning';
  readonly title: string;
  readonly text: string;
  readonly choices: readonly Choice[];
}

/** A wish in place of the refused one. */
export interface Alternative {
  readonly label: string;
  /** Places in the plan. */
  readonly seats: readonly number[];
  readonly wish: Wish;
}

/** The last refused choice, in words. */
export interface RefusedChoice {
  readonly problem: Problem;
  readonly text: string;
  readonly alternatives: readonly Alternative[];
}

export interface ShopState {
  readonly stage: Stage;
  /** The error code that led to the stage `pass`, `closed` or `failed`. */
  readonly code: string;
  /** Null before it is known. */
  readonly face: Face | null;
  readonly plan: Plan | null;
  readonly offer: Offer | null;
  /** What is sold as a whole. */
  readonly units: Units;
  /** Grows with every change of the offer: the offer is changed in place, so it stays the same object. */
  readonly offerVersion: number;
  readonly session: Session | null;
  /** Of the confirmed order; null: it has none, or it is not known yet. */
  readonly reference: string | null;
  /** How many seats and places one session may hold. */
  readonly maxSeats: number;
  readonly ticket: Ticket | null;
  /** Seats that are being taken or given back, by their places in the plan. */
  readonly pending: ReadonlySet<number>;
  readonly isBusy: boolean;
  readonly notice: Notice | null;
  /** Another object for another refusal. */
  readonly refusal: RefusedChoice | null;
  /** No answers come: the stream of changes is interrupted, or the queue cannot be reached. */
  readonly isOffline: boolean;
  /** Why nothing can be held at the moment; null: it can. */
  readonly closedBecause: string | null;
  /** Ids of the prices that are shown; empty: all. */
  readonly filter: ReadonlySet<number>;
  /** Seats that the choices of the notice would take. */
  readonly suggested: readonly number[];
  /** Seats that the map brings into sight. Another array, also of the same seats, brings them into sight again. */
  readonly spotlight: readonly number[];
  /** The same for seats that fill the view; none: the whole map. */
  readonly sight: readonly number[];
  /** What the page that embeds this one has asked for. */
  readonly wishes: HostWishes;
  /** The seat whose card is open: on a touch screen nothing can be pointed at, so the first tap only looks at a seat. */
  readonly selected: number | null;
  /** What the order held when its time ran out. Null: it has not run out. */
  readonly lost: Cart | null;
  /** The words that a screen reader says next. */
  readonly announcement: string;
}

/** The page's own error code: no answer came. */
export const noConnection = 'NO_CONNECTION';

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
  face: null,
  plan: null,
  offer: null,
  units: noUnits,
  offerVersion: 0,
  session: null,
  reference: null,
  maxSeats: maxSeatsDefault,
  ticket: null,
  pending: new Set(),
  isBusy: false,
  notice: null,
  refusal: null,
  isOffline: false,
  closedBecause: null,
  filter: new Set(),
  suggested: [],
  spotlight: [],
  sight: [],
  wishes: noWishes,
  selected: null,
  lost: null,
  announcement: '',
};

export class Shop {
  #state = start;
  #isTelling = false;
  readonly #listeners: ((state: ShopState, before: ShopState) => void)[] = [];
  #told = start;
  /** What the service allows; the page that embeds this one may ask for less. */
  #maxSeats = maxSeatsDefault;

  get state(): ShopState {
    return this.#state;
  }

  /** Calls the listener once for all changes of one turn of the event loop. */
  onChange(listener: (state: ShopState, before: ShopState) => void): void {
    this.#listeners.push(listener);
  }

  /** Resolves when a state passes the test. */
  until(test: (state: ShopState) => boolean): Promise<void> {
    if (test(this.#state)) return Promise.resolve();
    return new Promise((resolve) => {
      this.onChange((state) => {
        if (test(state)) resolve();
      });
    });
  }

  set(change: Partial<ShopState>): void {
    this.#maxSeats = change.maxSeats ?? this.#maxSeats;
    const next = { ...this.#state, ...change };
    this.#state = { ...next, maxSeats: Math.min(this.#maxSeats, next.wishes.seatsMax) };
    if (this.#isTelling) return;
    this.#isTelling = true;
    queueMicrotask(() => this.#tell());
  }

  /** Ends the order: nothing of it is the buyer's any more. `session`: as it is now. */
  end(session: Session | null): void {
    const { stage, lost, session: before } = this.#state;
    const isCancelled = session?.state === 'CANCELLED';
    const kept = stage === 'over' ? lost : (before?.cart ?? null);
    this.set({ stage: 'over', session, lost: isCancelled ? null : kept, notice: null, suggested: [], selected: null });
  }

  /** The service has answered: a message that says that it cannot be reached is no longer true. */
  reached(): void {
    if (this.#state.notice?.code !== noConnection) return;
    const [title, why] = [text('connectionBackTitle'), text('connectionBackText')];
    const notice = { code: '', tone: 'info', title, text: why, choices: [] } as const;
    this.set({ notice, suggested: [] });
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

const emptyCart: Cart = { seats: [], groupOfSeats: [] };

/** What the buyer holds. An order that has ended holds nothing, whatever its last answer said. */
export function cartOf({ session, stage }: Pick<ShopState, 'session' | 'stage'>): Cart {
  return stage === 'over' ? emptyCart : (session?.cart ?? emptyCart);
}

/** The cart's seats by their places in the plan. */
export function seatsHeld(state: ShopState): number[] {
  return cartOf(state).seats.flatMap(({ id }) => state.plan?.seatById.get(id) ?? []);
}

/** Places of an area in the cart, whatever their ticket types. */
export function placesHeld(state: ShopState, areaId: number | undefined): number {
  return cartOf(state).groupOfSeats.reduce((sum, { id, capacity }) => (id === areaId ? sum + capacity : sum), 0);
}

/** Those of them at the price itself, without a ticket type. */
export function placesAtPrice(state: ShopState, areaId: number): number {
  const line = cartOf(state).groupOfSeats.find(({ id, ticketType }) => id === areaId && ticketType === undefined);
  return line?.capacity ?? 0;
}

/** Seats and places in the cart. */
export function cartSize(state: Pick<ShopState, 'session' | 'stage'>): number {
  const { seats, groupOfSeats } = cartOf(state);
  return seats.length + groupOfSeats.reduce((sum, { capacity }) => sum + capacity, 0);
}
