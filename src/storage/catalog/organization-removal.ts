/**
 * Deletes organizations: first marks them, so that all their calls are refused at once, then deletes their data in the
 * background, event by event. Promises that every marked organization is deleted in the end: failures are retried, and
 * the next start resumes a deletion that a crash interrupted.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { StorageLog } from '../database/log.ts';
import type { Notifications } from '../database/notifications.ts';
import { deleteInPieces } from '../database/piecewise-deletion.ts';
import { removeMembers } from './accounts.ts';
import { findHalfRemoved, removeEvent } from './event-removal.ts';

const retryMs = 1_000;
/** How long a caller waits for the deletion of the data. The organization itself is unreachable before. */
const patienceMs = 5_000;
/** Placeholder id for the removal of single events. */
const noOrganization = 0;

const idRow = z.object({ id: z.int() });

export interface RemovalWorld {
  readonly pool: DatabasePool;
  readonly notifications: Notifications;
  /** Passivates an event's actors, see `Router.forget`. */
  readonly forget: (eventNumber: number) => Promise<void>;
  readonly log: StorageLog;
}

export class OrganizationRemoval {
  readonly #world: RemovalWorld;
  readonly #running = new Map<number, Promise<void>>();
  #stop: () => void = () => {};
  readonly #stopped = new Promise<void>((resolve) => {
    this.#stop = resolve;
  });
  #isStopping = false;

  constructor(world: RemovalWorld) {
    this.#world = world;
  }

  /**
   * False when the tenant has no such organization. Resolves when it is deleted, or after 5 s: by then this node
   * refuses its calls, and other nodes follow within a second.
   */
  async remove(tenantId: number, organizationId: number): Promise<boolean> {
    const { pool, notifications } = this.#world;
    const { rowCount } = await pool.query(sql.unsafe`
      update organization set deleting = true
      where id = ${organizationId} and tenant_id = ${tenantId} and not deleting
    `);
    if (rowCount === 0) return false;
    await notifications.applied('organization', organizationId);
    await Promise.race([this.#start(organizationId), this.#pause(patienceMs)]);
    return true;
  }

  /** Resumes the deletions of an earlier process in the background; rejects when the database does not answer. */
  async resume(): Promise<void> {
    const { pool } = this.#world;
    const halfRemoved = await findHalfRemoved(pool);
    const left = await pool.anyFirst(sql.type(idRow)`select id from organization where deleting order by id`);
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
    const { pool } = this.#world;
    const numbers = await pool.anyFirst(sql.type(z.object({ number: z.int() }))`
      select number from event where organization_id = ${organizationId} order by number
    `);
    if (!(await this.#removeEvents(numbers))) return false;
    const schemas = await pool.anyFirst(
      sql.type(idRow)`select id from schema where organization_id = ${organizationId}`,
    );
    for (const schemaId of schemas) {
      if (this.#isStopping) return false;
      await removeSchema(pool, schemaId);
    }
    return pool.transaction(async (transaction) => {
      await transaction.query(sql.unsafe`delete from series where organization_id = ${organizationId}`);
      await transaction.query(sql.unsafe`delete from venue where organization_id = ${organizationId}`);
      await removeMembers(transaction, organizationId);
      await transaction.query(sql.unsafe`delete from organization where id = ${organizationId}`);
      return true;
    });
  }

  async #removeEvents(numbers: readonly number[]): Promise<boolean> {
    const { pool, forget } = this.#world;
    for (const eventNumber of numbers) {
      if (this.#isStopping) return false;
      await removeEvent(pool, eventNumber, forget);
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

/** Deletes a schema that no event uses any more. */
async function removeSchema(pool: DatabasePool, schemaId: number): Promise<void> {
  await deleteInPieces(pool, 'seat', 'schema_id', schemaId);
  await deleteInPieces(pool, 'seat_row', 'schema_id', schemaId);
  await pool.query(sql.unsafe`delete from schema where id = ${schemaId}`);
}
