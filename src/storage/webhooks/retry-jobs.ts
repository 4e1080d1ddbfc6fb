/**
 * The jobs that repeat failed deliveries: durable, each due at its own time, taken by one node at a time. Each webhook
 * has a queue of its own, so that the jobs of one receiver never stand before those of another. Promises that a job
 * whose node died is given out again within about a minute. Plans and finishes jobs in the caller's transaction.
 */
import { PgBoss } from 'pg-boss';
import { type CommonQueryMethods, type QuerySqlToken, sql } from 'slonik';
import { clientClassOf } from '../database/client.ts';
import type { StorageLog } from '../database/log.ts';

const schema = 'webhook_retries';
/** Of the pool that takes jobs and looks after the queues. */
const connections = 2;
/** An attempt ends within 10 seconds; a job that runs longer than this belonged to a node that died. */
const takenSecondsMax = 30;
const superviseSeconds = 20;
/** A job that was given out and not finished is given out again: as often as nodes die. */
const givenOutMax = 10_000;
/** Longer than the longest pause of the schedule and any outage of the service that the feed outlives. */
const keptSeconds = 366 * 24 * 3600;

/** An attempt that is to be made. `jobId`: random, also kept in the row of the delivery. */
export interface PlannedRetry {
  readonly jobId: string;
  readonly deliveryId: number;
  /** Milliseconds since 1970. */
  readonly dueAt: number;
}

/** A job that this node has taken. */
export type TakenRetry = Pick<PlannedRetry, 'deliveryId' | 'jobId'>;

interface JobData {
  readonly deliveryId: number;
}

export class RetryJobs {
  readonly #boss: PgBoss;
  readonly #known = new Set<number>();

  constructor(connectionString: string, log: StorageLog) {
    this.#boss = bossOn(connectionString, connections, true);
    this.#boss.on('error', (error) => log.warn({ reason: error.message }, 'the jobs of webhooks met an error'));
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false });
  }

  /** Makes the webhook's queue if it has none. Must have resolved before anything is planned. */
  async open(webhookId: number): Promise<void> {
    if (this.#known.has(webhookId)) return;
    const options = { retryLimit: givenOutMax, retryDelay: 0, expireInSeconds: takenSecondsMax };
    const kept = { retentionSeconds: keptSeconds, deleteAfterSeconds: 3600 };
    await this.#boss.createQueue(nameOf(webhookId), { ...options, ...kept });
    this.#known.add(webhookId);
  }

  /** Removes the webhook's jobs. */
  async remove(webhookId: number): Promise<void> {
    this.#known.delete(webhookId);
    await this.#boss.deleteQueue(nameOf(webhookId));
  }

  async plan(transaction: CommonQueryMethods, webhookId: number, retries: readonly PlannedRetry[]): Promise<void> {
    if (retries.length === 0) return;
    const jobs = retries.map(({ jobId, deliveryId, dueAt }) => ({
      id: jobId,
      data: { deliveryId } satisfies JobData,
      startAfter: new Date(dueAt),
    }));
    await this.#boss.insert(nameOf(webhookId), jobs, { db: inTransaction(transaction) });
  }

  /** Takes up to `countMax` jobs that are due. A webhook without a queue has none. */
  async take(webhookId: number, countMax: number): Promise<readonly TakenRetry[]> {
    await this.open(webhookId);
    const jobs = await this.#boss.fetch<JobData>(nameOf(webhookId), { batchSize: countMax });
    return jobs.map(({ id, data }) => ({ jobId: id, deliveryId: data.deliveryId }));
  }

  async finish(transaction: CommonQueryMethods, webhookId: number, jobIds: readonly string[]): Promise<void> {
    if (jobIds.length === 0) return;
    await this.#boss.complete(nameOf(webhookId), [...jobIds], undefined, { db: inTransaction(transaction) });
  }
}

/** Brings the library's own tables to its version. Parallel calls wait for one another. */
export async function migrateRetryJobs(connectionString: string): Promise<void> {
  const boss = bossOn(connectionString, 1, false);
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  await boss.start();
  await boss.stop({ graceful: false });
  if (failures[0] !== undefined) throw failures[0];
}

function bossOn(connectionString: string, max: number, supervise: boolean): PgBoss {
  // The library gives its options to the pool of `pg`, which makes its clients of this class.
  const place = { Client: clientClassOf(connectionString) };
  return new PgBoss({
    ...place,
    max,
    schema,
    application_name: 'usher webhook retries',
    supervise,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    migrate: !supervise,
    schedule: false,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
}

function nameOf(webhookId: number): string {
  return `webhook-${webhookId}`;
}

const queryType = sql.unsafe``.type;

/** Lets the library send its own statements on a connection of Slonik. */
function inTransaction(transaction: CommonQueryMethods) {
  return {
    executeSql: async (text: string, values: unknown[] = []) => {
      const query = { ...sql.unsafe``, sql: text, values, type: queryType } as unknown as QuerySqlToken;
      const { rows } = await transaction.query(query);
      return { rows: [...rows] };
    },
  };
}
