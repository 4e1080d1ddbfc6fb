/**
 * The policy of each organization as it is now: its settings from the database, the deployment's limits
 * from the start of the node. A source is read at every decision and follows changes by itself; what was
 * changed here is in force before the change is answered.
 */
import type { CommonQueryMethods } from 'slonik';
import type { PolicySource } from '#actors/ports.ts';
import type { HoldTypePolicy, Policy } from '#domain/policy.ts';
import type { StorageLog } from './log.ts';
import type { Notifications } from './notifications.ts';
import { findSettings, type OrganizationSettings, switchPublicSessions } from './organizations.ts';

export type DeploymentLimits = Pick<Policy, 'holdMs' | 'graceMs' | 'maxSeats'>;

const retryMs = 500;

/** Reads may overtake each other: what counts is the one that was started last. */
class LivePolicy implements PolicySource {
  #policy: Policy | null = null;
  #started = 0;
  #applied = 0;

  get isLoaded(): boolean {
    return this.#policy !== null;
  }

  get current(): Policy {
    if (this.#policy === null) throw new Error('a policy was used before it was loaded');
    return this.#policy;
  }

  async refresh(read: () => Promise<Policy>): Promise<void> {
    const turn = ++this.#started;
    const policy = await read();
    if (turn < this.#applied) return;
    this.#applied = turn;
    this.#policy = policy;
  }
}

export class Policies {
  readonly #connection: CommonQueryMethods;
  readonly #notifications: Notifications;
  readonly #limits: DeploymentLimits;
  readonly #log: StorageLog;
  readonly #live = new Map<number, LivePolicy>();

  constructor(connection: CommonQueryMethods, notifications: Notifications, limits: DeploymentLimits, log: StorageLog) {
    this.#connection = connection;
    this.#notifications = notifications;
    this.#limits = limits;
    this.#log = log;
    notifications.on('organization', {
      changed: (id) => this.#refresh(Number(id)),
      reset: () => {
        for (const id of this.#live.keys()) this.#refreshUntilDone(id);
      },
    });
  }

  /** The source of an organization that exists. Whoever holds it sees every change. */
  async get(organizationId: number): Promise<PolicySource> {
    let policy = this.#live.get(organizationId);
    if (policy?.isLoaded) return policy;
    // Known before it is read, so that a change in between is not missed.
    policy ??= new LivePolicy();
    this.#live.set(organizationId, policy);
    await this.#refresh(organizationId);
    return policy;
  }

  /** Stores the switch (contract: session-config); in force on this node when it resolves, elsewhere within a second. */
  async switchPublicSessions(organizationId: number, enabled: boolean): Promise<void> {
    await switchPublicSessions(this.#connection, organizationId, enabled);
    await this.#notifications.applied('organization', organizationId);
  }

  async #refresh(organizationId: number): Promise<void> {
    await this.#live.get(organizationId)?.refresh(async () => {
      const settings = await findSettings(this.#connection, organizationId);
      if (settings === null) {
        this.#live.delete(organizationId);
        throw new Error(`organization ${organizationId} does not exist`);
      }
      return this.#policyOf(organizationId, settings);
    });
  }

  #refreshUntilDone(organizationId: number): void {
    this.#refresh(organizationId).catch((error: unknown) => {
      this.#log.warn({ organizationId, reason: String(error) }, 'could not read the settings of an organization again');
      setTimeout(() => this.#refreshUntilDone(organizationId), retryMs).unref();
    });
  }

  #policyOf(organizationId: number, settings: OrganizationSettings): Policy {
    const holdTypes: Record<string, HoldTypePolicy> = {};
    for (const [name, { ttlSeconds, validState }] of Object.entries(settings.holdTypes)) {
      holdTypes[name] = { ttlMs: ttlSeconds === null ? null : ttlSeconds * 1_000, validState };
    }
    return {
      ...this.#limits,
      organizationId,
      publicSessionsEnabled: settings.publicSessionsEnabled,
      salesControlEnabled: settings.salesControlEnabled,
      orphanSeatPrevention: settings.orphanSeatPrevention,
      lockMs: settings.lockTtlSeconds * 1_000,
      holdTypes,
    };
  }
}
