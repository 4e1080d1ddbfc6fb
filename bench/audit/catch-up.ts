/** Waits for the service's projector, which writes the journaled facts to tables in the background. */
import { setTimeout as pause } from 'node:timers/promises';
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { createPool } from '#storage/database/pool.ts';
import { silentLog } from '../stand/silent-log.ts';

const timeoutMs = 120_000;
const pollMs = 20;

const progressRow = z.object({ head: z.int(), behind: z.int() });

/** An event's last record, and how many records its tables are behind. */
export function progressOf(pool: DatabasePool, eventId: string): Promise<z.infer<typeof progressRow>> {
  return pool.one(sql.type(progressRow)`
    select head_seq as head, head_seq - projected_seq as behind
    from event join event_owner on event_owner.event_number = number
      join event_projection on event_projection.event_number = number
    where id = ${eventId}
  `);
}

/** Resolves when an event's tables are as far as its journal. Throws when they do not get there within `withinMs`. */
export async function tablesCatchUp(pool: DatabasePool, eventId: string, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs;
  for (;;) {
    const { behind } = await progressOf(pool, eventId);
    if (behind === 0) return;
    if (performance.now() > until) throw new Error(`the tables of event ${eventId} stay ${behind} records behind`);
    await pause(pollMs);
  }
}

/** The same on a connection of its own, within two minutes: there may be a million sessions to write. */
export async function tablesCatchUpAt(databaseUrl: string, eventId: string): Promise<void> {
  const pool = await createPool(databaseUrl, { maximumPoolSize: 1, log: silentLog });
  await tablesCatchUp(pool, eventId, timeoutMs).finally(() => pool.end());
}
