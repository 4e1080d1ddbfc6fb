/**
 * Removes organizations: first marks one, so that all its calls are refused at once, then deletes its data in the
 * background: its webhooks, then event by event, schema by schema. Promises that every marked organization is deleted in
 * the end: failures are retried, and the next start resumes a removal that a crash interrupted, from its first step.
 */

import { findHalfRemoved } from '#storage/catalog/event-removal.ts';
import {
  deleteOrganization,
  deleteSchema,
  eventsOf,
  findMarked,
  markForRemoval,
  schemasOf,
} from '#storage/catalog/organization-removal.ts';
import type { CallChanges } from '#storage/database/call-changes.ts';
import type { StorageLog } from '#storage/database/log.ts';
import type { Notifications } from '#storage/database/notifications.ts';
import { deleteFeed } from '#storage/feed/feed-trim.ts';
import { finishRemoval, type RemovalSteps } from './event-removal.ts';

const retryMs = 1_000;
/** How long a caller waits for the deletion of the data. The organization itself is unreachable before. */
const patienceMs = 5_000;
/** Placeholder id for the removal of single events. */
const noOrganization = 0;

export interface OrganizationRemovalWorld extends RemovalSteps {
  readonly notifications: Notifications;
  /** Removes the organization's webhooks with their pending jobs. */
  readonly removeWebhooks: (organizationId: number) => Promise<void>;
  readonly log: StorageLog;
}

export class OrganizationRemoval {
  readonly #world: OrganizationRemovalWorld;
  readonly #running = new Map<number, Promise<void>>();
  #stop: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => {
    this.#stop = resolve;
  });
  #isStopping = false;

  constructor(world: OrganizationRemovalWorld) {
    this.#world = world;
  }

  /**
   * False when the tenant has no such organization. Resolves when it is deleted, or after 5 s: by then this node
   * refuses its calls, and other nodes follow within a second.
   */
  async remove(changes: CallChanges, tenantId: number, organizationId: number): Promise<boolean> {
    const { notifications } = this.#world;
    if (!(await markForRemoval(changes, tenantId, organizationId))) return false;
    await changes.afterCommit(async () => {
      await notifications.applied('organization', organizationId);
      await Promise.race([this.#start(organizationId), this.#pause(patienceMs)]);
    });
    return true;
  }

  /** Resumes the deletions of an earlier process in the background; rejects when the database does not answer. */
  async resume(): Promise<void> {
    const { pool } = this.#world;
    const halfRemoved = await findHalfRemoved(pool);
    const left = await findMarked(pool);
    if (halfRemoved.length > 0) void this.#start(noOrganization, () => this.#removeEvents(halfRemoved));
    for (const organizationId of left) void this.#start(organizationId);
  }

  /** Stops after the current step. */
  async close(): Promise<void> {
    this.#isStopping = true;
    this.#stop();
    await Promise.all(this.#running.values());
  }

  #start(organizationId: number, remove = () => this.#removeAll(organizationId)): Promise<void> {
    const removal = this.#tryUntilDone(organizationId, remove).finally(() => this.#running.delete(organizationId));
    this.#running.set(organizationId, removal);
    return removal;
  }

  /** Never rejects. */
  async #tryUntilDone(organizationId: number, remove: () => Promise<boolean>): Promise<void> {
    const { log } = this.#world;
    while (!this.#isStopping) {
      try {
        if (await remove()) return log.info({ organizationId }, 'a deletion is complete');
      } catch (error) {
        log.warn({ organizationId, reason: String(error) }, 'a deletion failed and is retried');
        await this.#pause(retryMs);
      }
    }
  }

  /** False when stopped. Rejects when calls in flight have added rows meanwhile; the retry deletes those too. */
  async #removeAll(organizationId: number): Promise<boolean> {
    const { pool, removeWebhooks } = this.#world;
    await removeWebhooks(organizationId);
    if (!(await this.#removeEvents(await eventsOf(pool, organizationId)))) return false;
    for (const schemaId of await schemasOf(pool, organizationId)) {
      if (this.#isStopping) return false;
      await deleteSchema(pool, schemaId);
    }
    await deleteFeed(pool, organizationId);
    await deleteOrganization(pool, organizationId);
    return true;
  }

  async #removeEvents(numbers: readonly number[]): Promise<boolean> {
    for (const eventNumber of numbers) {
      if (this.#isStopping) return false;
      await finishRemoval(this.#world, eventNumber);
    }
    return true;
  }

  /** Ends early when the node stops. */
  async #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    await Promise.race([promise, this.#stopped]);
    clearTimeout(timer);
  }
}
