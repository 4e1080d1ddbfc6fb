/**
 * Removes webhooks with their pending jobs and their deliveries. First the webhook is disabled for itself, so that nothing new is
 * written for it; a removal that a crash interrupts leaves a disabled webhook, which can be removed again.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { type CallChanges, separateChanges } from '../database/call-changes.ts';
import { removeDeliveries } from './deliveries.ts';
import type { RetryJobs } from './retry-jobs.ts';

export class WebhookRemoval {
  readonly #pool: DatabasePool;
  readonly #jobs: RetryJobs;

  constructor(pool: DatabasePool, jobs: RetryJobs) {
    this.#pool = pool;
    this.#jobs = jobs;
  }

  /** False: the organization has no such webhook. */
  async remove(changes: CallChanges, organizationId: number, webhookId: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(sql.unsafe`
      update webhook set enabled = false where id = ${webhookId} and organization_id = ${organizationId}
    `);
    if (rowCount === 0) return false;
    await this.#jobs.remove(webhookId);
    await removeDeliveries(this.#pool, webhookId);
    await changes.transaction(async (transaction) => {
      // The order of every transaction that locks both rows.
      await transaction.query(sql.unsafe`delete from webhook_position where webhook_id = ${webhookId}`);
      await transaction.query(sql.unsafe`delete from webhook where id = ${webhookId}`);
    });
    // Requests that were in flight may have recorded their outcome meanwhile. Without a cursor nothing more is recorded.
    await changes.afterCommit(async () => {
      await this.#jobs.remove(webhookId);
      await removeDeliveries(this.#pool, webhookId);
    });
    return true;
  }

  async removeOfOrganization(organizationId: number): Promise<void> {
    const ids = await this.#pool.anyFirst(sql.type(z.object({ id: z.int() }))`
      select id from webhook where organization_id = ${organizationId}
    `);
    for (const id of ids) await this.remove(separateChanges(this.#pool), organizationId, id);
  }
}
