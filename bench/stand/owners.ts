/** Reads from the journal's owner rows which node writes which event, to know the events that a fault affects. */
import { withDatabase } from './database.ts';
import type { Service } from './service.ts';

/** The index of the owner among `nodes`, by event id. Events whose owner is not among the nodes are left out. */
export async function ownersOf(
  databaseUrl: string,
  nodes: readonly Service[],
  eventIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await withDatabase(databaseUrl, async (client) => {
    const select =
      'SELECT id, node FROM event JOIN event_owner ON event_owner.event_number = event.number WHERE id = ANY($1)';
    return (await client.query<{ id: string; node: string }>(select, [eventIds])).rows;
  });
  const owners = new Map<string, number>();
  for (const { id, node } of rows) {
    const place = nodes.findIndex(({ pid }) => node.split(/\D+/).includes(`${pid}`));
    if (place >= 0) owners.set(id, place);
  }
  return owners;
}
