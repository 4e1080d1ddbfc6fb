/** Sends a delivery once more on request, whatever became of it; it then follows the schedule from its beginning. */
import { randomUUID } from 'node:crypto';
import type { Database } from '../database/call-changes.ts';
import { type DeliveryKey, type DeliveryRecord, reopenDelivery } from './deliveries.ts';
import type { RetryJobs } from './retry-jobs.ts';

export class Redelivery {
  readonly #jobs: RetryJobs;

  constructor(jobs: RetryJobs) {
    this.#jobs = jobs;
  }

  /** The pending delivery, due at `now`; null: there is no such delivery. */
  request(database: Database, key: DeliveryKey, now: number): Promise<DeliveryRecord | 'disabled' | null> {
    const { webhookId, deliveryId } = key;
    const retry = { jobId: randomUUID(), dueAt: now };
    return reopenDelivery(database, key, retry, async (transaction) => {
      await this.#jobs.open(webhookId);
      await this.#jobs.plan(transaction, webhookId, [{ ...retry, deliveryId }]);
    });
  }
}
