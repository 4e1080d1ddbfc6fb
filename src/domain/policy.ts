/**
 * The settings that rules depend on: an organization's choices and the deployment's limits. Every call of `decide` gets
 * a policy; facts record the outcome, so that a replay needs none.
 */
import type { VersionInForce } from './cluster-version.ts';

export const accessibilityProfiles = ['US'] as const;
export type AccessibilityProfile = (typeof accessibilityProfiles)[number];

export interface HoldTypePolicy {
  /** Life of a lock of this type in milliseconds; null: it never expires. */
  readonly ttlMs: number | null;
  readonly validState: 'LOCKED' | 'BLOCKED';
}

export interface Policy {
  /** The event's organization; private calls of other organizations find no session. */
  readonly organizationId: number;
  /** Set once the organization is being deleted: callers get 'not found' for everything in it. */
  readonly isOrganizationDeleted?: true;
  readonly publicSessionsEnabled: boolean;
  readonly salesControlEnabled: boolean;
  readonly orphanSeatPrevention: boolean;
  /** By which rules places for those who need them are released; absent: as their allotments say. */
  readonly accessibilityProfile?: AccessibilityProfile;
  /** Default life of a private lock. */
  readonly lockMs: number;
  readonly holdTypes: Readonly<Record<string, HoldTypePolicy>>;
  /** Life of an ACTIVE session. */
  readonly holdMs: number;
  /** Life of a PENDING_PAYMENT session. */
  readonly graceMs: number;
  /** Seats plus GA places that one session may hold. */
  readonly maxSeats: number;
  /**
   * How many ACTIVE sessions of one event may be empty; beyond that a new session ends the oldest of them. Infinity:
   * any number.
   */
  readonly emptySessionsMax: number;
  /** How many tickets the queue of one event may ever have. */
  readonly ticketsMax: number;
  /** A rule whose facts depend on the version reads it here. Followed by itself. */
  readonly clusterVersion: VersionInForce;
}
