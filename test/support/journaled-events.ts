/** Real events with their first journal record, in a fresh database, and reads of the journal's tables. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Batch, Ownership } from '#actors/ports.ts';
import type { Fact } from '#domain/fact.ts';
import { createPool } from '#storage/database/pool.ts';
import { openEvent, takeOver } from '#storage/journal/epochs.ts';
import { problemsOnly } from './logs.ts';
import { freshDatabase } from './postgres.ts';

export type JournaledEvents = Awaited<ReturnType<typeof openJournaledEvents>>;

/** A database with one organization and one schema; close it with `close`. */
export async function openJournaledEvents() {
  const database = await freshDatabase();
  const pool = await createPool(database.connectionString, { maximumPoolSize: 6, log: problemsOnly });
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
  /** The ownership of a new event, that is the right to append to its journal. */
  const ownedEvent = async () => owned(pool, await newEvent(pool));
  return {
    connectionString: database.connectionString,
    pool,
    newEvent: () => newEvent(pool),
    ownedEvent,
    ownedEvents: (count: number) => Promise.all(Array.from({ length: count }, ownedEvent)),
    takeOver: (eventNumber: number) => owned(pool, eventNumber),
    journal: (eventNumber: number) => journalOf(pool, eventNumber),
    head: (eventNumber: number) =>
      pool.oneFirst(
        sql.unsafe`select head_seq from event_owner where event_number = ${eventNumber}`,
      ) as Promise<number>,
    close: async () => {
      await pool.end();
      await database.drop();
    },
  };
}

async function newEvent(pool: DatabasePool): Promise<number> {
  const event = await pool.one(sql.type(z.object({ id: z.string(), number: z.int() }))`
    insert into event (organization_id, schema_id, name, start_at, end_at, status)
    select organization_id, id, 'Show', '2027-05-01T19:30:00', '2027-05-01T22:00:00', 'PUBLISHED' from schema
    returning id, number
  `);
  await openEvent(pool, event, 'PUBLISHED');
  return event.number;
}

async function owned(pool: DatabasePool, eventNumber: number): Promise<Ownership> {
  const ownership = await takeOver(pool, eventNumber, 'test');
  if (typeof ownership === 'string') throw new Error(`event ${eventNumber} is ${ownership}`);
  return ownership;
}

const recordRow = z.object({ seq: z.int(), token: z.string().nullable(), facts: z.string() });

/** The journal in order: sequence number, token and facts. */
async function journalOf(pool: DatabasePool, eventNumber: number) {
  const rows = await pool.any(sql.type(recordRow)`
    select seq, token, facts from journal where event_number = ${eventNumber} order by seq
  `);
  return rows.map(({ seq, token, facts }) => ({ seq, token, facts: JSON.parse(facts) as Fact[] }));
}

export const someFacts: readonly Fact[] = [{ type: 'held', session: 1, seats: [1, 2] }];

/** The owner's first batch, or its `nth`. */
export function batchOf(ownership: Ownership, nth = 1, facts = someFacts): Batch {
  return { ownership, seq: ownership.headSeq + nth, at: 1_800_000_000_000, facts };
}
