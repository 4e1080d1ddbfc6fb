/**
 * The task of the load generator and its result. Plain data: it crosses a process boundary, because the generator must not
 * share an event loop with anything that is measured.
 */

/** One event that can be bought from. */
export interface Target {
  readonly eventId: string;
  readonly publicKey: string;
  /** Ids of seats with a price, in layout order. */
  readonly seats: readonly number[];
  /** A GA area with a price; null: buy seats only. */
  readonly areaId: number | null;
}

export interface HoldPlan {
  readonly kind: 'holds';
  readonly sessionIds: readonly string[];
  readonly target: Target;
  /**
   * The seats that a connection chooses from: all, a share of its own without conflicts, or all in fixed pairs. `best`:
   * the event chooses; `half-best`: for every second connection, the others take fixed pairs.
   */
  readonly choice: 'any' | 'apart' | 'paired' | 'best' | 'half-best';
  /** Seats that each session holds already, by its index; absent: none. */
  readonly carts?: readonly (readonly number[])[];
}

export interface RoamingPlan {
  readonly kind: 'roaming';
  readonly targets: readonly Target[];
  /** Assigned to the connections in turn. `target`: index of its event. */
  readonly sessions: readonly { readonly sessionId: string; readonly target: number }[];
}

export interface PlacePlan {
  readonly kind: 'places';
  readonly eventId: string;
  readonly areaId: number;
  /** Number that one call takes. */
  readonly places: number;
  readonly sessionIds: readonly string[];
}

export interface BookingPlan {
  readonly kind: 'bookings';
  readonly target: Target;
  /** Value of X-API-Key. */
  readonly apiKey: string;
  /** Repeated until the end of the round; together they leave a seat as it was before. */
  readonly steps: readonly ('lock' | 'sale' | 'revertsale' | 'unlock')[];
  /** Composite key of each seat for the legacy interface; null: the current interface. */
  readonly seatKeys: readonly string[] | null;
}

export interface PurchasePlan {
  readonly kind: 'purchases';
  /** Sold out one after the other. */
  readonly targets: readonly Target[];
  /** Value of X-API-Key on confirm. */
  readonly apiKey: string;
  /** Makes references and idempotency keys of this round different from all others. */
  readonly label: string;
}

/** A session that was checked out, with the seats in its cart. */
export interface WaitingCart {
  readonly sessionId: string;
  readonly seats: readonly number[];
  /** Of the purchase. */
  readonly reference: string;
}

/** Confirms sessions once each; the round ends when all are answered. */
export interface ConfirmPlan {
  readonly kind: 'confirms';
  readonly eventId: string;
  /** At least one for each connection. */
  readonly carts: readonly WaitingCart[];
  /** Value of X-API-Key. */
  readonly apiKey: string;
  /** True: the sessions have expired, and are to be reclaimed. */
  readonly isLate: boolean;
}

export interface MapReadPlan {
  readonly kind: 'map-reads';
  readonly path: string;
  /** True: every reader sends the tag that it has. */
  readonly isConditional: boolean;
}

/** Visitors with the page open, each with timers of its own; they share `connections`. */
export interface VisitPlan {
  readonly kind: 'visits';
  readonly target: Target;
  /** One for each visitor. */
  readonly sessionIds: readonly string[];
  readonly pollEveryMs: number;
  readonly readEveryMs: number;
  readonly readerShare: number;
  readonly holderShare: number;
  /** How long a holder keeps seats, and how long it waits before the next hold. */
  readonly keepMs: readonly [min: number, max: number];
}

/** Buyers that join the queue of an event. */
export interface JoinPlan {
  readonly kind: 'joins';
  readonly target: Target;
  /** Makes the idempotency keys of this round different from all others. */
  readonly label: string;
}

/** Opens sessions; the round ends when all are open. */
export interface CreatePlan {
  readonly kind: 'creates';
  readonly target: Target;
  /** Sessions that each connection opens. */
  readonly each: number;
  /** Makes the idempotency keys of this round different from all others. */
  readonly label: string;
}

/** Buyers with tickets of an event's queue, each with a schedule of its own; they share `connections`. */
export interface WaitPlan {
  readonly kind: 'waits';
  readonly target: Target;
  /** One for each buyer. */
  readonly tickets: readonly string[];
  /** The first calls are spread over this time. */
  readonly firstAskMs: number;
}

type Load =
  | HoldPlan
  | RoamingPlan
  | PlacePlan
  | BookingPlan
  | PurchasePlan
  | ConfirmPlan
  | MapReadPlan
  | VisitPlan
  | JoinPlan
  | CreatePlan
  | WaitPlan;

export type Plan = Load & {
  readonly baseUrl: string;
  readonly connections: number;
  readonly seconds: number;
  /** Warm-up before anything is counted. */
  readonly warmSeconds: number;
  /**
   * Open loop: requests are sent at this rate. Absent: closed loop, a connection sends as soon as it has its answer.
   */
  readonly perSecond?: number;
};

/** Answers by what they mean: done, refused by the rules (409), refused for another reason, failed (5xx). */
export interface Tally {
  done: number;
  conflicts: number;
  refused: number;
  failed: number;
}

export interface StepFigures extends Tally {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The seats that a session was last known to hold, and the call that the end of the round left without an answer. */
export interface HoldRecord {
  readonly eventId: string;
  readonly sessionId: string;
  readonly seats: readonly number[];
  /** Possible numbers of standing places now; absent: none were asked for. */
  readonly places?: readonly number[];
  readonly pending: { readonly step: 'lock' | 'unlock'; readonly seats: readonly number[] } | null;
  /** Milliseconds since 1970 of its first acknowledged hold; null: none yet; absent: not noted. */
  readonly firstHeldAt?: number | null;
  /** Seats of calls that broke off. Such a call may have run after later calls on other connections. Absent: none. */
  readonly doubtful?: readonly number[];
}

/** A purchase as the buyer knows it; `confirmed` and `refused` only when the answer to confirm was seen. */
export interface PurchaseRecord {
  readonly eventId: string;
  readonly sessionId: string;
  readonly seats: readonly number[];
  readonly places: number;
  readonly reference: string;
  readonly outcome: 'confirmed' | 'refused' | 'unknown';
  /** The answer says that the session had expired and took its cart again. */
  readonly reclaimed?: true;
  /** Seats that the refusal names as gone. */
  readonly conflicts?: readonly number[];
}

/** An acknowledged ticket of a queue. */
export interface TicketRecord {
  readonly eventId: string;
  readonly ticket: string;
  /** Its place in the order of admission as it was shown; null: not drawn when it was last asked for. */
  readonly position: number | null;
  /** The session that it opened; null: none was acknowledged. */
  readonly sessionId: string | null;
}

export type SeatStateName = 'ACTIVE' | 'LOCKED' | 'SOLD';

/** Seats that the box office booked, and the states that they can be in now. */
export interface BookingRecord {
  readonly eventId: string;
  readonly seats: readonly number[];
  readonly states: readonly SeatStateName[];
}

/** Answers 503: the service shed load. */
export interface Refusals {
  readonly count: number;
  readonly withoutRetryAfter: number;
  /** From sending to the refusal. */
  readonly p99Ms: number;
}

export interface LoadResult {
  /** Milliseconds since 1970 at which the round began, its warm part included. */
  readonly startedAt: number;
  /** Length of the counted part of the round. */
  readonly seconds: number;
  readonly steps: Readonly<Record<string, StepFigures>>;
  /** Over the answers of all steps. */
  readonly all: StepFigures;
  /** Connections broken and answers that never came. */
  readonly broken: number;
  readonly refusals: Refusals;
  /** Calls done in each tenth of a second from the start, the warm part included. */
  readonly timeline: readonly number[];
  /** Whole purchases confirmed in the counted part. */
  readonly purchases: number;
  readonly purchaseP50Ms: number;
  readonly purchaseP99Ms: number;
  /** Processor time of the generator per second of the round: near 1 means that it was the bottleneck. */
  readonly generatorBusy: number;
  /** True when the seats of all targets were sold before the round was over. */
  readonly isSoldOut: boolean;
  readonly holds: readonly HoldRecord[];
  readonly bought: readonly PurchaseRecord[];
  readonly booked: readonly BookingRecord[];
  readonly waited: readonly TicketRecord[];
}

/** Length of a slice of `timeline`. */
export const sliceMs = 100;
