/** Reads from the journal's owner rows which node writes which event, to know the events that a fault affects. */
import { withDatabase } from './database.ts';

/** The index of the owner among the processes `pids`, by event id. Events of other processes are left out. */
export async function ownersOf(
  databaseUrl: string,
  pids: readonly number[],
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await withDatabase(databaseUrl, async (client) => {
    const select =
      'SELECT id, node FROM event JOIN event_owner ON event_owner.event_number = event.number WHERE id = ANY($1)';
    return (await client.query<{ id: string; node: string }>(select, [eventIds])).rows;
  });
  const owners = new Map<string, number>();
  for (const { id, node } of rows) {
    const place = pids.findIndex((pid) => node.split(/\D+/).includes(`${pid}`));
    if (place >= 0) owners.set(id, place);
  }
  return owners;
}
