/**
 * Finds the schemas whose layouts are visible with the organization's public key, with a cache. Entries are dropped
 * when the catalog announces a change.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { Cache } from '../database/cache.ts';
import type { Notifications } from '../database/notifications.ts';

const addressRow = z.object({
  schemaId: z.int(),
  organizationId: z.int(),
  publicKey: z.string(),
  version: z.string(),
});

/** Another `version` means that the layout may look different. */
export type SchemaAddress = z.infer<typeof addressRow>;

/** About 200 bytes each. */
const addressesMax = 50_000;

export class SchemaDirectory {
  readonly #cache: Cache<number, SchemaAddress | null>;

  constructor(connection: CommonQueryMethods, notifications: Notifications) {
    this.#cache = new Cache(addressesMax, (schemaId) => findAddress(connection, schemaId));
    this.#cache.followByKey(notifications, 'schema', Number);
    this.#cache.followByMember(notifications, 'organization', 'organizationId');
  }

  /** Null: there is no such schema. */
  find(schemaId: number): Promise<SchemaAddress | null> {
    return this.#cache.get(schemaId);
  }
}

function findAddress(connection: CommonQueryMethods, schemaId: number): Promise<SchemaAddress | null> {
  return connection.maybeOne(sql.type(addressRow)`
    select schema.id as "schemaId", organization.id as "organizationId", organization.public_key as "publicKey",
      schema.layout_version || '-' || extract(epoch from schema.updated_at) as version
    from schema join organization on organization.id = schema.organization_id
    where schema.id = ${schemaId} and schema.visible and not organization.deleting
  `);
}
