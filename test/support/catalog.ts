/** A catalog for tests: a fresh database with a tenant, two organizations and, on demand, a schema and an event. */
import { create as createEvent } from '#storage/catalog/events.ts';
import { createOrganization } from '#storage/catalog/organizations.ts';
import { create as createSchema, type SchemaRecord } from '#storage/catalog/schemas.ts';
import { createTenant } from '#storage/catalog/tenants.ts';
import type { StorageLog } from '#storage/database/log.ts';
import { Notifications } from '#storage/database/notifications.ts';
import { createPool } from '#storage/database/pool.ts';
import { onlyKey, Sealer } from '#storage/database/sealed.ts';
import { problemsOnly } from './logs.ts';
import { type FreshDatabase, freshDatabase } from './postgres.ts';
import { layoutOf } from './valid-layout.ts';

export const secretKey = 'ab'.repeat(32);
export const sealer = new Sealer(onlyKey(secretKey));

export type Catalog = Awaited<ReturnType<typeof openCatalog>>;

/** On a database of its own unless one is given. Close it with `close`. */
export async function openCatalog(log: StorageLog = problemsOnly, given?: FreshDatabase) {
  const database = given ?? (await freshDatabase());
  const pool = await createPool(database.connectionString, { maximumPoolSize: 4, log });
  const notifications = new Notifications(database.connectionString, log);
  await notifications.start();
  const tenant = await createTenant(pool, 'Tenant');
  const organization = await createOrganization(pool, sealer, { tenantId: tenant.id, name: 'Ours' });
  const other = await createOrganization(pool, sealer, { tenantId: tenant.id, name: 'Theirs' });
  return {
    connectionString: database.connectionString,
    pool,
    notifications,
    tenant,
    organization,
    other,
    close: async () => {
      await notifications.stop();
      await pool.end();
      await database.drop();
    },
  };
}

export async function storeSchema(
  { pool, organization }: Pick<Catalog, 'pool' | 'organization'>,
  body: unknown = smallHall,
  organizationId = organization.id,
): Promise<SchemaRecord> {
  const schema = await createSchema({ pool, log: problemsOnly }, pool, organizationId, layoutOf(body));
  if (schema === null) throw new Error('the schema was not made');
  return schema;
}

/** A schema of the organization with one event on it. */
export async function openShow(catalog: Catalog, body: unknown = smallHall) {
  const { pool, organization } = catalog;
  const schema = await storeSchema(catalog, body);
  const event = await createEvent(pool, organization.id, {
    schemaId: schema.id,
    name: 'Show',
    start: '2027-05-01T19:30:00',
    end: '2027-05-01T22:00:00',
    status: 'PUBLISHED',
  });
  if (event === null) throw new Error('the event was not made');
  return { schema, event };
}

/** Two rows of stalls, an area, a balcony with one row. */
export const smallHall = {
  name: 'Small hall',
  sections: [
    {
      name: 'Stalls',
      prefix: 'ST',
      rows: [
        { name: 'A', seatCount: 4 },
        {
          name: 'B',
          seats: [
            { name: '1', x: 10, y: 20.5, accessible: true },
            { name: '2"{},\\', x: 20, y: 20.5, marked: true },
            { name: 'Größe 😀', x: 30, y: 20.5 },
          ],
        },
      ],
    },
    { name: 'Floor', ga: true, capacity: 300, shapes: [{ id: 1, text: 'Floor' }], x: 5, y: 6 },
    { name: 'Balcony', rows: [{ name: 'A', seatCount: 2 }] },
  ],
};
