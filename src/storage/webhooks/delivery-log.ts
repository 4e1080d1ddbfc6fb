/**
 * The data of the senders: the webhooks, the cursor of each, and the outcome of every attempt.
 * An attempt's outcome, the webhook's new cursor and the job of the next attempt are one transaction. The cursor moves
 * by compare-and-set: of two nodes that send for one webhook, only one records.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Sealer } from '../database/sealed.ts';
import { disabledError } from './deliveries.ts';
import type { RetryJobs, TakenRetry } from './retry-jobs.ts';
import { disableWebhook, lockWebhook, secretName } from './webhooks.ts';

/** A webhook as its sender needs it. Holds secrets: never log it. */
export interface SendingWebhook {
  readonly id: number;
  readonly organizationId: number;
  readonly url: string;
  readonly types: readonly string[];
  readonly enabled: boolean;
  readonly cursor: string;
  readonly secret: string;
  readonly formerSecret: string | null;
  /** Milliseconds since 1970; 0 without a former secret. */
  readonly formerSecretUntil: number;
}

/** The attempt's outcome. `retry`: null when there is none. */
export interface AttemptRecord {
  readonly state: 'PENDING' | 'DELIVERED' | 'DEAD';
  readonly attempts: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly retry: { readonly jobId: string; readonly dueAt: number } | null;
  /** The receiver is gone: the webhook is disabled. */
  readonly isGone: boolean;
}

export interface FirstAttempt extends AttemptRecord {
  readonly changeId: string;
  readonly type: string;
}

export interface RepeatedAttempt extends AttemptRecord {
  readonly deliveryId: number;
  readonly jobId: string;
}

/** A pending delivery whose job this node has taken. */
export interface DueDelivery extends TakenRetry {
  readonly changeId: string;
  readonly type: string;
  /** A cursor before the change. */
  readonly readFrom: string;
  readonly attempts: number;
}

const sendingRow = z.object({
  id: z.int(),
  organizationId: z.int(),
  url: z.string(),
  types: z.array(z.string()),
  enabled: z.boolean(),
  cursor: z.string(),
  secret: z.instanceof(Buffer),
  formerSecret: z.instanceof(Buffer).nullable(),
  formerSecretUntil: z.date().nullable(),
});

const sendingColumns = sql.fragment`
  w.id, w.organization_id as "organizationId", w.url, w.types, w.enabled, p.cursor, w.secret,
  w.former_secret as "formerSecret", w.former_secret_until as "formerSecretUntil"
`;

const idRow = z.object({ id: z.int() });
const dueRow = z.object({
  deliveryId: z.int(),
  jobId: z.string(),
  changeId: z.string(),
  type: z.string(),
  readFrom: z.string(),
  attempts: z.int(),
});

/** The outcome of an attempt whose webhook has been disabled meanwhile. */
function ended(attempt: FirstAttempt): FirstAttempt {
  if (attempt.state !== 'PENDING') return attempt;
  return { ...attempt, state: 'DEAD', lastError: disabledError, retry: null };
}

export class DeliveryLog {
  readonly #pool: DatabasePool;
  readonly #sealer: Sealer;
  readonly #jobs: RetryJobs;

  constructor(pool: DatabasePool, sealer: Sealer, jobs: RetryJobs) {
    this.#pool = pool;
    this.#sealer = sealer;
    this.#jobs = jobs;
  }

  /** The ids of all webhooks that are sent to. */
  enabledWebhooks(): Promise<readonly number[]> {
    return this.#pool.anyFirst(sql.type(idRow)`
      select w.id from webhook w join organization o on o.id = w.organization_id
      where w.enabled and not o.deleting order by w.id
    `);
  }

  /** The webhook, or null when it is gone or its organization is being deleted. */
  async find(id: number): Promise<SendingWebhook | null> {
    const row = await this.#pool.maybeOne(sql.type(sendingRow)`
      select ${sendingColumns} from webhook w join webhook_position p on p.webhook_id = w.id
        join organization o on o.id = w.organization_id
      where w.id = ${id} and not o.deleting
    `);
    if (row === null) return null;
    const { secret, formerSecret, formerSecretUntil, ...fields } = row;
    const open = (sealed: Buffer): string => this.#sealer.open(sealed, secretName(id));
    return {
      ...fields,
      secret: open(secret),
      formerSecret: formerSecret === null ? null : open(formerSecret),
      formerSecretUntil: formerSecretUntil?.getTime() ?? 0,
    };
  }

  /** When the next attempt of the webhook's pending deliveries is due, in milliseconds; null when nothing is pending. */
  async nextDue(webhookId: number): Promise<number | null> {
    const next = await this.#pool.oneFirst(sql.type(z.object({ next: z.date().nullable() }))`
      select min(next_attempt_at) as next from webhook_delivery where webhook_id = ${webhookId} and state = 'PENDING'
    `);
    return next?.getTime() ?? null;
  }

  /**
   * Records the first attempts at the changes between two cursors. False: the webhook is gone, or the cursor has been
   * moved by another node or by a change of the webhook; nothing was recorded.
   */
  async recordFirst(
    webhookId: number,
    from: string,
    to: string,
    attempts: readonly FirstAttempt[],
    now: number,
  ): Promise<boolean> {
    if (attempts.some(({ retry }) => retry !== null)) await this.#jobs.open(webhookId);
    return this.#pool.transaction(async (transaction) => {
      const isEnabled = await transaction.maybeOneFirst(sql.type(z.object({ enabled: z.boolean() }))`
        update webhook_position p set cursor = ${to} from webhook w
        where p.webhook_id = ${webhookId} and p.cursor = ${from} and w.id = p.webhook_id
        returning w.enabled
      `);
      if (isEnabled === null) return false;
      if (attempts.length > 0)
        await this.#insert(transaction, webhookId, from, isEnabled ? attempts : attempts.map(ended), now);
      if (attempts.some(({ isGone }) => isGone)) await disableWebhook(transaction, webhookId);
      return true;
    });
  }

  /** Takes jobs that are due and reads their deliveries. Jobs that are out of date are finished here. */
  async takeDue(webhookId: number, countMax: number): Promise<readonly DueDelivery[]> {
    const taken = await this.#jobs.take(webhookId, countMax);
    if (taken.length === 0) return [];
    const due = await this.#pool.any(sql.type(dueRow)`
      select id as "deliveryId", job_id as "jobId", change_id as "changeId", type, read_from as "readFrom", attempts
      from webhook_delivery
      where job_id = any(${sql.array(
        taken.map(({ jobId }) => jobId),
        'uuid',
      )}) and state = 'PENDING'
        and id = any(${sql.array(
          taken.map(({ deliveryId }) => deliveryId),
          'int8',
        )})
    `);
    const current = new Set(due.map(({ jobId }) => jobId));
    const outdated = taken.filter(({ jobId }) => !current.has(jobId)).map(({ jobId }) => jobId);
    await this.#pool.connect((connection) => this.#jobs.finish(connection, webhookId, outdated));
    return due;
  }

  /** Records a repeated attempt, unless the delivery was reopened, ended or removed meanwhile. */
  recordRepeated(webhookId: number, attempt: RepeatedAttempt): Promise<void> {
    const { deliveryId, jobId, state, attempts, lastStatus, lastError, retry, isGone } = attempt;
    return this.#pool.transaction(async (transaction) => {
      if (isGone) await lockWebhook(transaction, webhookId);
      const { rowCount } = await transaction.query(sql.unsafe`
        update webhook_delivery
        set state = ${state}, attempts = ${attempts}, last_status = ${lastStatus}, last_error = ${lastError},
          next_attempt_at = ${retry === null ? null : sql.fragment`to_timestamp(${retry.dueAt / 1000})`},
          job_id = ${retry?.jobId ?? null}::uuid
        where id = ${deliveryId} and job_id = ${jobId}::uuid and state = 'PENDING'
      `);
      if (rowCount > 0 && retry !== null) await this.#jobs.plan(transaction, webhookId, [{ ...retry, deliveryId }]);
      await this.#jobs.finish(transaction, webhookId, [jobId]);
      if (isGone) await disableWebhook(transaction, webhookId);
    });
  }

  /** Ends a delivery whose change is kept no longer. */
  forget(webhookId: number, { deliveryId, jobId, attempts }: DueDelivery): Promise<void> {
    const ended = { state: 'DEAD', lastStatus: null, lastError: 'the change is kept no longer' } as const;
    return this.recordRepeated(webhookId, { ...ended, deliveryId, jobId, attempts, retry: null, isGone: false });
  }

  async #insert(
    transaction: CommonQueryMethods,
    webhookId: number,
    readFrom: string,
    attempts: readonly FirstAttempt[],
    now: number,
  ): Promise<void> {
    const rows = attempts.map((one) => ({
      change_id: one.changeId,
      type: one.type,
      state: one.state,
      attempts: one.attempts,
      last_status: one.lastStatus,
      last_error: one.lastError,
      due_at: one.retry === null ? null : one.retry.dueAt / 1000,
      job_id: one.retry?.jobId ?? null,
    }));
    const pending = await transaction.any(sql.type(z.object({ id: z.int(), jobId: z.string() }))`
      with made as (
        insert into webhook_delivery (
          webhook_id, read_from, change_id, type, state, attempts, last_status, last_error, next_attempt_at, job_id,
          created_at
        )
        select ${webhookId}, ${readFrom}, change_id, type, state, attempts, last_status, last_error, to_timestamp(due_at), job_id,
          to_timestamp(${now / 1000})
        from jsonb_to_recordset(${sql.jsonb(rows)}) as r (
          change_id text, type text, state text, attempts integer, last_status integer, last_error text,
          due_at float8, job_id uuid
        )
        on conflict (webhook_id, change_id) do nothing
        returning id, job_id
      )
      select id, job_id as "jobId" from made where job_id is not null
    `);
    const dueAt = new Map(attempts.flatMap(({ retry }) => (retry === null ? [] : [[retry.jobId, retry.dueAt]])));
    const planned = pending.map(({ id, jobId }) => ({ jobId, deliveryId: id, dueAt: dueAt.get(jobId) ?? now }));
    await this.#jobs.plan(transaction, webhookId, planned);
  }
}
