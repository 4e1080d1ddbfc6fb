/**
 * The current policy of each organization: its settings from the database, and the deployment's limits from the node's
 * start. A source is read at every decision and follows changes by itself. A change made on this node is in force
 * before the change is answered.
 */
import type { DatabasePool } from 'slonik';
import type { PolicySource } from '#actors/ports.ts';
import type { HoldTypePolicy, Policy } from '#domain/policy.ts';
import type { CallChanges } from '../database/call-changes.ts';
import type { StorageLog } from '../database/log.ts';
import type { Notifications } from '../database/notifications.ts';
import {
  findSettings,
  type OrganizationSettings,
  type SettingsChange,
  storeSettings,
} from './organization-settings.ts';

export type DeploymentLimits = Pick<
  Policy,
  'holdMs' | 'graceMs' | 'maxSeats' | 'emptySessionsMax' | 'ticketsMax' | 'clusterVersion'
>;

const retryMs = 500;

/** Concurrent reads may finish out of order: a read never replaces the result of one that was started later. */
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

  /** `read` resolves with null when the organization is gone: the loaded policy then counts as deleted from now on. */
  async refresh(read: () => Promise<Policy | null>): Promise<void> {
    const turn = ++this.#started;
    const policy = await read();
    if (turn < this.#applied) return;
    this.#applied = turn;
    if (policy !== null) this.#policy = policy;
    else if (this.#policy !== null) this.#policy = { ...this.#policy, isOrganizationDeleted: true };
  }
}

export class Policies {
  readonly #pool: DatabasePool;
  readonly #notifications: Notifications;
  readonly #limits: DeploymentLimits;
  readonly #log: StorageLog;
  readonly #live = new Map<number, LivePolicy>();

  constructor(pool: DatabasePool, notifications: Notifications, limits: DeploymentLimits, log: StorageLog) {
    this.#pool = pool;
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

  /** The source of an existing organization's policy; it follows every change. */
  async get(organizationId: number): Promise<PolicySource> {
    let policy = this.#live.get(organizationId);
    if (policy?.isLoaded) return policy;
    // Register it before reading, so that a change in between is not missed.
    policy ??= new LivePolicy();
    this.#live.set(organizationId, policy);
    await this.#refresh(organizationId);
    if (!policy.isLoaded) throw new Error(`organization ${organizationId} does not exist`);
    return policy;
  }

  /** The settings as they are stored now; null when the organization is gone. */
  read(organizationId: number): Promise<OrganizationSettings | null> {
    return findSettings(this.#pool, organizationId);
  }

  /**
   * Stores the given settings and resolves with all of them; null when the organization is gone. In force on this node
   * when the change is committed, on others within a second.
   */
  async change(
    changes: CallChanges,
    organizationId: number,
    settings: SettingsChange,
  ): Promise<OrganizationSettings | null> {
    const stored = await storeSettings(changes, organizationId, settings);
    await changes.afterCommit(() => this.#notifications.applied('organization', organizationId));
    return stored;
  }

  async #refresh(organizationId: number): Promise<void> {
    await this.#live.get(organizationId)?.refresh(async () => {
      const settings = await findSettings(this.#pool, organizationId);
      if (settings === null) {
        this.#live.delete(organizationId);
        return null;
      }
      const policy = this.#policyOf(organizationId, settings);
      return settings.isDeleted ? { ...policy, isOrganizationDeleted: true } : policy;
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
      ...(settings.accessibilityProfile === null ? {} : { accessibilityProfile: settings.accessibilityProfile }),
      lockMs: settings.lockTtlSeconds * 1_000,
      holdTypes,
    };
  }
}
