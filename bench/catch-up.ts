/** Waits for the service's projector, which works in the background on whatever was journaled. */
import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from './database.ts';

const catchUpMsMax = 120_000;
const lookMs = 20;

/** Resolves when an event's tables are as far as its journal. Throws when they do not get there. */
export async function tablesCatchUp(databaseUrl: string, eventId: string): Promise<void> {
  const until = performance.now() + catchUpMsMax;
  await withDatabase(databaseUrl, async (client) => {
    const select = `SELECT head_seq = projected_seq AS done FROM event
      JOIN event_owner ON event_owner.event_number = number
      JOIN event_projection ON event_projection.event_number = number WHERE id = $1`;
    while ((await client.query(select, [eventId])).rows[0].done !== true) {
      if (performance.now() > until) throw new Error(`the tables of event ${eventId} do not catch up with its journal`);
      await pause(lookMs);
    }
  });
}
