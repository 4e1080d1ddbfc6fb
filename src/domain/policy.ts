/**
 * The settings that rules depend on: an organization's choices and the deployment's limits.
 * A policy is handed to `decide` with every command; what was decided under it is in the facts.
 */
export interface HoldTypePolicy {
  /** Life of a lock of this type in milliseconds; null: it never expires. */
  readonly ttlMs: number | null;
  readonly validState: 'LOCKED' | 'BLOCKED';
}

export interface Policy {
  /** Whose event it is; a private call for another organization's session finds nothing. */
  readonly organizationId: number;
  /** Set once the organization is being deleted: nothing of it is known to callers any more. */
  readonly isOrganizationDeleted?: true;
  readonly publicSessionsEnabled: boolean;
  readonly salesControlEnabled: boolean;
  readonly orphanSeatPrevention: boolean;
  /** Default life of a private lock. */
  readonly lockMs: number;
  readonly holdTypes: Readonly<Record<string, HoldTypePolicy>>;
  /** Life of an ACTIVE session. */
  readonly holdMs: number;
  /** Life of a PENDING_PAYMENT session. */
  readonly graceMs: number;
  /** Seats plus GA places that one session may hold. */
  readonly maxSeats: number;
  /** ACTIVE sessions of one event that may hold nothing: a new one ends the oldest of them beyond that. Infinity: any number. */
  readonly emptySessionsMax: number;
}
