/**
 * The cluster version: one number for everything that is stored or sent between nodes. The cluster has one version in
 * force; nobody writes what came with a later one, so a node of the release before can read everything that is written.
 * A release that adds a fact, a member of a fact or a format raises `newest` by one and names that number where the new
 * thing is defined. `docs/upgrades.md` tells what to do for each kind.
 */

export interface VersionRange {
  readonly oldest: number;
  readonly newest: number;
}

/** Everything that does not say otherwise came with it. */
export const firstVersion = 1;

/** The cluster versions that this build can run at. */
export const known: VersionRange = { oldest: 1, newest: 2 };

/** The version that writers ask for before they write. A read costs a member access. */
export interface VersionInForce {
  readonly current: number;
  /** The latest that this build knows. */
  readonly newest: number;
}

/** Of a database that has never had an older release. */
export const everythingInForce: VersionInForce = { current: known.newest, newest: known.newest };
