/** Sends a delivery once more on request, whatever became of it; it then follows the schedule from its beginning. */
import { randomUUID } from 'node:crypto';
import type { DatabasePool } from 'slonik';
import { type DeliveryKey, type DeliveryRecord, reopenDelivery } from './deliveries.ts';
import type { RetryJobs } from './retry-jobs.ts';

export class Redelivery {
  readonly #pool: DatabasePool;
  readonly #jobs: RetryJobs;

  constructor(pool: DatabasePool, jobs: RetryJobs) {
    this.#pool = pool;
    this.#jobs = jobs;
  }

  /** The pending delivery, due at `now`; null: there is no such delivery. */
  request(key: DeliveryKey, now: number): Promise<DeliveryRecord | 'disabled' | null> {
    const { webhookId, deliveryId } = key;
    const retry = { jobId: randomUUID(), dueAt: now };
    return reopenDelivery(this.#pool, key, retry, async (transaction) => {
      await this.#jobs.open(webhookId);
      await this.#jobs.plan(transaction, webhookId, [{ ...retry, deliveryId }]);
    });
  }
}
