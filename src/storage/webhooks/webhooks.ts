/**
 * Webhooks: rows of `webhook`, with their secrets sealed, and how far each has read its organization's changes. Every
 * query of a call is limited to the organization. A disabled webhook is sent nothing, and gets nothing later of what
 * happened meanwhile: its pending deliveries end, and enabling it starts from now.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import { type PageRequest, type PageRows, readPage } from '../database/paging.ts';
import { rowsOf } from '../database/rows.ts';
import type { Sealer } from '../database/sealed.ts';
import { endPending } from './deliveries.ts';

const rows = rowsOf(
  z.object({
    id: z.int(),
    url: z.string(),
    /** Empty: every type. */
    types: z.array(z.string()),
    description: z.string().nullable(),
    enabled: z.boolean(),
    createdDate: z.date(),
  }),
  { expressions: { createdDate: sql.fragment`created_at` } },
);

export type WebhookRecord = z.infer<typeof rows.row>;
export type WebhookFields = Omit<WebhookRecord, 'id' | 'createdDate'>;
export type WebhookProperty = 'id' | 'url' | 'enabled' | 'createdDate';

export interface WebhooksWorld {
  readonly pool: DatabasePool;
  readonly sealer: Sealer;
  /** The end of the organization's changes: where a webhook starts. */
  readonly endOf: (organizationId: number) => Promise<string>;
  /** Of one organization. */
  readonly countMax: number;
}

export class Webhooks {
  readonly #world: WebhooksWorld;

  constructor(world: WebhooksWorld) {
    this.#world = world;
  }

  get countMax(): number {
    return this.#world.countMax;
  }

  /** Stores a webhook that starts from now; null when the organization has as many as it may have. */
  async create(
    database: Database,
    organizationId: number,
    fields: WebhookFields,
    secret: string,
    now: number,
  ): Promise<WebhookRecord | null> {
    const { sealer, countMax } = this.#world;
    const cursor = await this.#world.endOf(organizationId);
    return database.transaction(async (transaction) => {
      // One creation after the other, so that the count stays true.
      await transaction.query(sql.unsafe`select id from organization where id = ${organizationId} for update`);
      const count = await transaction.oneFirst(sql.type(z.object({ count: z.int() }))`
        select count(*) from webhook where organization_id = ${organizationId}
      `);
      if (count >= countMax) return null;
      const id = await transaction.oneFirst(sql.type(z.object({ id: z.int() }))`
        select nextval(pg_get_serial_sequence('webhook', 'id')) as id
      `);
      const made = await transaction.one(sql.type(rows.row)`
        insert into webhook (id, organization_id, url, types, description, enabled, secret, created_at)
        overriding system value
        values (
          ${id}, ${organizationId}, ${fields.url}, ${sql.array(fields.types, 'text')}, ${fields.description},
          ${fields.enabled}, ${sql.binary(sealer.seal(secret, secretName(id)))}, ${instant(now)}
        )
        returning ${rows.columns}
      `);
      await transaction.query(sql.unsafe`insert into webhook_position (webhook_id, cursor) values (${id}, ${cursor})`);
      return made;
    });
  }

  find(organizationId: number, id: number): Promise<WebhookRecord | null> {
    return this.#world.pool.maybeOne(sql.type(rows.row)`
      select ${rows.columns} from webhook where id = ${id} and organization_id = ${organizationId}
    `);
  }

  list(organizationId: number, paging: PageRequest<WebhookProperty>): Promise<PageRows<WebhookRecord>> {
    const from = sql.fragment`webhook where organization_id = ${organizationId}`;
    return readPage(this.#world.pool, rows, from, paging);
  }

  /** Replaces all fields; null when the organization has no such webhook. */
  async replace(
    database: Database,
    organizationId: number,
    id: number,
    fields: WebhookFields,
  ): Promise<WebhookRecord | null> {
    const cursor = await this.#world.endOf(organizationId);
    return database.transaction(async (transaction) => {
      await lockWebhook(transaction, id);
      const wasEnabled = await transaction.maybeOneFirst(sql.type(z.object({ enabled: z.boolean() }))`
        select enabled from webhook where id = ${id} and organization_id = ${organizationId}
      `);
      if (wasEnabled === null) return null;
      if (fields.enabled && !wasEnabled) {
        await transaction.query(sql.unsafe`update webhook_position set cursor = ${cursor} where webhook_id = ${id}`);
      }
      if (!fields.enabled && wasEnabled) await endPending(transaction, id);
      return transaction.one(sql.type(rows.row)`
        update webhook
        set url = ${fields.url}, types = ${sql.array(fields.types, 'text')}, description = ${fields.description},
          enabled = ${fields.enabled}
        where id = ${id}
        returning ${rows.columns}
      `);
    });
  }

  /** Replaces the secret; the former one signs too until `formerUntil`. False: there is no such webhook. */
  async rotate(
    database: Database,
    organizationId: number,
    id: number,
    secret: string,
    formerUntil: number,
  ): Promise<boolean> {
    const { sealer } = this.#world;
    return database.transaction(async (transaction) => {
      await lockWebhook(transaction, id);
      const sealed = await transaction.maybeOneFirst(sql.type(z.object({ secret: z.instanceof(Buffer) }))`
        select secret from webhook where id = ${id} and organization_id = ${organizationId}
      `);
      if (sealed === null) return false;
      await transaction.query(sql.unsafe`
        update webhook
        set secret = ${sql.binary(sealer.seal(secret, secretName(id)))}, former_secret = ${sql.binary(sealed)},
          former_secret_until = ${instant(formerUntil)}
        where id = ${id}
      `);
      return true;
    });
  }
}

/**
 * Transactions that change a webhook or end its deliveries, and those that move its cursor, take this lock first: in
 * any other order they would wait for each other.
 */
export async function lockWebhook(transaction: CommonQueryMethods, id: number): Promise<void> {
  await transaction.query(sql.unsafe`select from webhook_position where webhook_id = ${id} for update`);
}

/** The receiver has answered that it is gone. Needs the webhook's lock. */
export async function disableWebhook(connection: CommonQueryMethods, id: number): Promise<void> {
  await connection.query(sql.unsafe`update webhook set enabled = false where id = ${id} and enabled`);
  await endPending(connection, id);
}

/** The name that a webhook's secret is sealed for. */
export function secretName(webhookId: number): string {
  return `webhook:${webhookId}:secret`;
}

function instant(milliseconds: number) {
  return sql.fragment`to_timestamp(${milliseconds / 1000})`;
}
