/**
 * What the load generator is asked to do and what it brings back. Plain data: it crosses a process boundary, because
 * the generator must not share an event loop with anything that is measured.
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
  /** True: every connection keeps to its own seats, so that nobody is refused. */
  readonly isApart: boolean;
}

export interface PurchasePlan {
  readonly kind: 'purchases';
  /** Bought out one after the other. */
  readonly targets: readonly Target[];
  /** Value of X-API-Key on confirm. */
  readonly apiKey: string;
  /** Makes references and idempotency keys of this round different from all others. */
  readonly label: string;
}

export type Plan = (HoldPlan | PurchasePlan) & {
  readonly baseUrl: string;
  readonly connections: number;
  readonly seconds: number;
  /** Run before anything is counted. */
  readonly warmSeconds: number;
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

/** What a connection's session was last known to hold, and the call whose answer the end of the round cut off. */
export interface HoldRecord {
  readonly eventId: string;
  readonly sessionId: string;
  readonly seats: readonly number[];
  readonly pending: { readonly step: 'lock' | 'unlock'; readonly seats: readonly number[] } | null;
}

/** A purchase as the buyer knows it; `confirmed` only when the answer to confirm was seen. */
export interface PurchaseRecord {
  readonly eventId: string;
  readonly sessionId: string;
  readonly seats: readonly number[];
  readonly places: number;
  readonly reference: string;
  readonly outcome: 'confirmed' | 'unknown';
}

export interface LoadResult {
  /** Length of the counted part of the round. */
  readonly seconds: number;
  readonly steps: Readonly<Record<string, StepFigures>>;
  /** Over the answers of all steps. */
  readonly all: StepFigures;
  /** Connections broken and answers that never came. */
  readonly broken: number;
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
}
