/** Real events with their first journal record, in a fresh database, and reads of the journal's tables. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { Batch, Ownership } from '#actors/ports.ts';
import type { Fact } from '#domain/fact.ts';
import { createPool } from '#storage/database/pool.ts';
import { insertEvent, insertSchema, ownershipOf } from '../../bench/stand/owned-events.ts';
import { problemsOnly } from './logs.ts';
import { freshDatabase } from './postgres.ts';

export type JournaledEvents = Awaited<ReturnType<typeof openJournaledEvents>>;

/** A database with one organization and one schema; close it with `close`. */
export async function openJournaledEvents() {
  const database = await freshDatabase();
  const pool = await createPool(database.connectionString, { maximumPoolSize: 6, log: problemsOnly });
  await insertSchema(pool);
  /** The ownership of a new event, that is the right to append to its journal. */
  const ownedEvent = async () => ownershipOf(pool, await insertEvent(pool));
  return {
    connectionString: database.connectionString,
    pool,
    newEvent: () => insertEvent(pool),
    ownedEvent,
    ownedEvents: (count: number) => Promise.all(Array.from({ length: count }, ownedEvent)),
    takeOver: (eventNumber: number) => ownershipOf(pool, eventNumber),
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
