/**
 * Events of a database of their own, with the right to append to their journals: for studies of the journal alone. They have no
 * layout and are never served.
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
    const ownerships: Ownership[] = [];
    for (const event of await insertEvents(pool, count)) {
      await openEvent(pool, event, 'PUBLISHED');
      const ownership = await takeOver(pool, event.number, 'bench');
      if (typeof ownership === 'string') throw new Error(`event ${event.number} is ${ownership}`);
      ownerships.push(ownership);
    }
    return { url, ownerships };
  } finally {
    await pool.end();
  }
}

function insertEvents(pool: DatabasePool, count: number): Promise<readonly z.infer<typeof eventRow>[]> {
  return pool.any(sql.type(eventRow)`
    with tenant as (
      insert into tenant (name, masked_id, token_hash) values ('Tenant', 'masked', 'a') returning id
    ), organization as (
      insert into organization (tenant_id, name, public_key, private_key_hash, private_key_sealed, token_hash, token_sealed)
      select id, 'Organization', gen_random_uuid(), 'a', 'a', 'a', 'a' from tenant returning id
    ), schema as (
      insert into schema (organization_id, name, capacity, visible)
      select id, 'Hall', 10, true from organization returning id, organization_id
    )
    insert into event (organization_id, schema_id, name, start_at, end_at, status)
    select organization_id, id, 'Show', '2027-05-01T19:30:00', '2027-05-01T22:00:00', 'PUBLISHED'
    from schema, generate_series(1, ${count})
    returning id, number
  `);
}
