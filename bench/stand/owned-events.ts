/**
 * Events with the right to append to their journals, for studies and tests of the journal alone. They have no layout and are
 * never served.
 */
import type { DatabasePool } from 'slonik';
import { sql } from 'slonik';
import { z } from 'zod';
import type { Ownership } from '#actors/ports.ts';
import { migrate } from '#storage/database/migrate.ts';
import { createPool } from '#storage/database/pool.ts';
import { openEvent, takeOver } from '#storage/journal/epochs.ts';
import { makeDatabase } from './database.ts';
import { silentLog } from './silent-log.ts';

const eventRow = z.object({ id: z.string(), number: z.int() });

/** Makes a database of this name on the server, with `count` events. */
export async function makeOwnedEvents(serverUrl: string, name: string, count: number) {
  const url = await makeDatabase(serverUrl, name, 'SELECT');
  await migrate(url, silentLog);
  const pool = await createPool(url, { maximumPoolSize: 1, log: silentLog });
  try {
    await insertSchema(pool);
    const ownerships: Ownership[] = [];
    while (ownerships.length < count) ownerships.push(await ownershipOf(pool, await insertEvent(pool)));
    return { url, ownerships };
  } finally {
    await pool.end();
  }
}

/** One organization with one schema without seats. */
export async function insertSchema(pool: DatabasePool): Promise<void> {
  await pool.query(sql.unsafe`
    with tenant as (
      insert into tenant (name, masked_id, token_hash) values ('Tenant', 'masked', 'a') returning id
    ), organization as (
      insert into organization (
        tenant_id, name, public_key, private_key_hash, private_key_sealed, token_hash, token_sealed
      ) select id, 'Organization', gen_random_uuid(), 'a', 'a', 'a', 'a' from tenant returning id
    )
    insert into schema (organization_id, name, capacity, visible) select id, 'Hall', 10, true from organization
  `);
}

/** A published event on that schema, with its first record; resolves with its number. */
export async function insertEvent(pool: DatabasePool): Promise<number> {
  const event = await pool.one(sql.type(eventRow)`
    insert into event (organization_id, schema_id, name, start_at, end_at, status)
    select organization_id, id, 'Show', '2027-05-01T19:30:00', '2027-05-01T22:00:00', 'PUBLISHED' from schema
    returning id, number
  `);
  await openEvent(pool, event, 'PUBLISHED');
  return event.number;
}

/** The right to append to the event's journal. */
export async function ownershipOf(pool: DatabasePool, eventNumber: number): Promise<Ownership> {
  const ownership = await takeOver(pool, eventNumber, 'stand');
  if (typeof ownership === 'string') throw new Error(`event ${eventNumber} is ${ownership}`);
  return ownership;
}
