/**
 * Deliveries: rows of `webhook_delivery`, one for each change that was sent to a webhook. A row is written when the
 * first attempt has ended, in the transaction that moves the webhook's cursor past the change and plans the retry, so
 * that a crash repeats attempts but loses none.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { deleteInPieces } from '../database/piecewise-deletion.ts';
import { rowsOf } from '../database/rows.ts';

export const deliveryStates = ['PENDING', 'DELIVERED', 'DEAD'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The error of the deliveries that ended because their webhook was disabled. */
export const disabledError = 'the webhook was disabled';

const deliveries = rowsOf(
  z.object({
    id: z.int(),
    changeId: z.string(),
    type: z.string(),
    attempts: z.int(),
    state: z.enum(deliveryStates),
    lastStatus: z.int().nullable(),
    lastError: z.string().nullable(),
    nextAttemptAt: z.date().nullable(),
  }),
);

export type DeliveryRecord = z.infer<typeof deliveries.row>;
export type DeliveryProperty = 'id';

export interface DeliveryQuery {
  readonly organizationId: number;
  readonly webhookId: number;
  /** Null: all states. */
  readonly state: DeliveryState | null;
}

/** The webhook must belong to the organization, otherwise the list is empty. */
export function listDeliveries(
  pool: DatabasePool,
  { organizationId, webhookId, state }: DeliveryQuery,
  paging: PageRequest<DeliveryProperty>,
): Promise<PageRows<DeliveryRecord>> {
  const inState = state === null ? sql.fragment`` : sql.fragment`and state = ${state}`;
  const from = sql.fragment`
    webhook_delivery where webhook_id = ${webhookId} ${inState} and exists (
      select from webhook where id = ${webhookId} and organization_id = ${organizationId}
    )
  `;
  return readPage(pool, deliveries, from, paging);
}

export interface DeliveryKey {
  readonly organizationId: number;
  readonly webhookId: number;
  readonly deliveryId: number;
}

/**
 * Makes a delivery pending again, due at once and with no attempts counted. Null: there is no such delivery. `plan`
 * plans its job in the same transaction.
 */
export async function reopenDelivery(
  database: Database,
  { organizationId, webhookId, deliveryId }: DeliveryKey,
  retry: { readonly jobId: string; readonly dueAt: number },
  plan: (transaction: CommonQueryMethods) => Promise<void>,
): Promise<DeliveryRecord | 'disabled' | null> {
  return database.transaction(async (transaction) => {
    const enabled = await transaction.maybeOneFirst(sql.type(z.object({ enabled: z.boolean() }))`
      select enabled from webhook where id = ${webhookId} and organization_id = ${organizationId} for share
    `);
    if (enabled === null) return null;
    const reopened = await transaction.maybeOne(sql.type(deliveries.row)`
      update webhook_delivery
      set state = 'PENDING', attempts = 0, next_attempt_at = to_timestamp(${retry.dueAt / 1000}),
        job_id = ${retry.jobId}::uuid
      where id = ${deliveryId} and webhook_id = ${webhookId} and ${enabled}
      returning ${deliveries.columns}
    `);
    if (reopened !== null) {
      await plan(transaction);
      // Its sender must look for what is due.
      await transaction.query(sql.unsafe`select pg_notify('catalog', ${`webhook:${webhookId}`})`);
      return reopened;
    }
    const known = await transaction.maybeOne(sql.unsafe`
      select id from webhook_delivery where id = ${deliveryId} and webhook_id = ${webhookId}
    `);
    return known === null ? null : 'disabled';
  });
}

/** Ends the pending deliveries of a webhook that is being disabled; their jobs find that they are out of date. */
export async function endPending(connection: CommonQueryMethods, webhookId: number): Promise<void> {
  await connection.query(sql.unsafe`
    update webhook_delivery
    set state = 'DEAD', last_error = ${disabledError}, next_attempt_at = null, job_id = null
    where webhook_id = ${webhookId} and state = 'PENDING'
  `);
}

/** Removes all deliveries of a webhook. */
export function removeDeliveries(pool: DatabasePool, webhookId: number): Promise<void> {
  return deleteInPieces(pool, 'webhook_delivery', 'webhook_id', webhookId);
}

const trimmedAtOnce = 10_000;

/** Deletes the oldest deliveries made before `before`, at most a piece; true when there may be more. */
export async function trimDeliveries(pool: DatabasePool, before: number): Promise<boolean> {
  const { rowCount } = await pool.query(sql.unsafe`
    delete from webhook_delivery where id = any(array(
      select id from (select id, created_at from webhook_delivery order by id limit ${trimmedAtOnce}) as oldest
      where created_at < to_timestamp(${before / 1000})
    ))
  `);
  return rowCount === trimmedAtOnce;
}
