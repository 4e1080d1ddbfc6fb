/** A session of the naive event model, and the empty sessions that are cancelled to make room for a new one. */
import type { Policy } from '#domain/policy.ts';
import type { NaiveBuyer } from './naive-bookings.ts';
import { sum } from './naive-hall.ts';
import type { NaiveLine, NaiveTicket } from './naive-tickets.ts';

export type SessionState = 'ACTIVE' | 'PENDING_PAYMENT' | 'CONFIRMED' | 'CANCELLED' | 'EXPIRED';

export interface NaiveSession extends NaiveBuyer {
  state: SessionState;
  seats: Map<number, string>;
  /** Seats of units in the cart on which nobody sits: they cost nothing. */
  empty: Set<number>;
  areas: Map<number, { amount: number; price: string }>;
  /** What each seat and each line of an area has captured. */
  tickets: Map<number, NaiveTicket>;
  lines: NaiveLine[];
  /** Seats and areas that are in the cart but no longer held by the session. */
  lost: Set<number>;
  /** Seats that it gave back and that have been next to a seat of its cart since then. */
  givenBack: Set<number>;
  deadline: number | null;
  readonly createdAt: number;
  /** The cart with which it expired while it was to be paid, and when. */
  unpaid?: Pick<NaiveSession, 'seats' | 'areas' | 'empty' | 'tickets' | 'lines'> & { readonly at: number };
  reference: string | null;
  readonly maxSeats: number;
  /** Those that its pass opens. */
  readonly allotments?: readonly string[] | undefined;
  /** A lock has declared the need of accessible places. */
  hasDeclaredNeed?: boolean;
  /** The organization has opened it at its counter. */
  readonly counter?: boolean | undefined;
  /** It was opened with a pass of the organization. */
  readonly withPass: boolean;
  /** Whom its pass names. */
  buyer: string | undefined;
}

/** What the pass of a session gives it: a lower cap, allotments and a buyer. Or that it is one of the counter. */
export type NaiveTerms = Pick<Partial<NaiveSession>, 'maxSeats' | 'allotments' | 'buyer' | 'withPass' | 'counter'>;

/** The farthest end of a hold. */
const holdMsMax = 400 * 86_400_000;

/** Moves the end of a hold. */
export function moveHold(session: NaiveSession | undefined, until: number, now: number): string {
  if (session?.counter !== true) return 'DATA_INTEGRITY_VIOLATION';
  if (session.deadline === null || session.deadline <= now) return 'SESSION_DEAD';
  if (!isEnd(until, now)) return 'VALIDATION_FAILED';
  session.deadline = until;
  return session.state;
}

export function isEnd(until: number, now: number): boolean {
  return until > now && until - now <= holdMsMax;
}

/** Whether its properties can be replaced. */
export function hasProperties({ state, counter, deadline }: NaiveSession): boolean {
  return state === 'CONFIRMED' || (counter === true && deadline !== null);
}

export function newSession(
  createdAt: number,
  deadline: number,
  { maxSeats = Number.POSITIVE_INFINITY, allotments, buyer, withPass = false, counter }: NaiveTerms,
): NaiveSession {
  const empty = { seats: new Map(), areas: new Map(), owned: new Map(), lost: new Set<number>() };
  const [givenBack, seatsWithoutGuest] = [new Set<number>(), new Set<number>()];
  const cart = { ...empty, empty: seatsWithoutGuest, givenBack, tickets: new Map(), lines: [] };
  return {
    state: 'ACTIVE',
    ...cart,
    createdAt,
    deadline,
    reference: null,
    maxSeats,
    allotments,
    buyer,
    withPass,
    counter,
  };
}

/** `sessions`: in the order of their creation. */
export function sessionsToCancel(
  sessions: Iterable<readonly [id: string, session: NaiveSession]>,
  { emptySessionsMax }: Policy,
): string[] {
  const empty = [...sessions].filter(
    ([, { state, seats, areas }]) => state === 'ACTIVE' && seats.size === 0 && areas.size === 0,
  );
  return empty.slice(0, Math.min(2, Math.max(0, empty.length + 1 - emptySessionsMax))).map(([id]) => id);
}

/** Seats and places in the cart. */
export function sizeOf({ seats, areas }: NaiveSession): number {
  return seats.size + sum([...areas.values()].map(({ amount }) => amount));
}

/** Why the cart cannot change, or null. */
export function whyClosed({ state, deadline }: NaiveSession, now: number): string | null {
  if (state === 'PENDING_PAYMENT') return 'SESSION_FROZEN';
  return state === 'ACTIVE' && now < (deadline as number) ? null : 'SESSION_DEAD';
}

/** A copy of the cart with which the session expires. */
export function unpaidCart(
  { seats, areas, empty, tickets, lines }: NaiveSession,
  at: number,
): NonNullable<NaiveSession['unpaid']> {
  const places = new Map([...areas].map(([id, line]) => [id, { ...line }]));
  const costs = { tickets: new Map(tickets), lines: copyOf(lines) };
  return { seats: new Map(seats), areas: places, empty: new Set(empty), ...costs, at };
}

export function copyOf(lines: readonly NaiveLine[]): NaiveLine[] {
  return lines.map((line) => ({ ...line }));
}

/** The session, once it is over, names nobody. */
export function forgetBuyer(session: NaiveSession | undefined): string {
  if (session === undefined) return 'ENTITY_NOT_FOUND';
  if (session.deadline === null) Object.assign(session, { reference: null, buyer: undefined });
  return session.state;
}

export interface NaiveFloor {
  readonly areNeighbours: (one: number, other: number) => boolean;
  readonly isInUnit: (seat: number) => boolean;
}

/** Forgets what it gave back and has again, or that is no longer next to its cart. */
export function keepGivenBack({ seats, lost, givenBack }: NaiveSession, { areNeighbours, isInUnit }: NaiveFloor): void {
  const cart = [...seats.keys()].filter((seat) => !lost.has(seat));
  for (const seat of givenBack) {
    const isBeside = cart.some((held) => !isInUnit(held) && areNeighbours(seat, held));
    if (!isBeside || cart.includes(seat)) givenBack.delete(seat);
  }
}
