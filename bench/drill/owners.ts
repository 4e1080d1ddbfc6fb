/** Which node of a cluster writes which event, as the journal's owner rows say. Only looked at, to know whom a fault concerns. */
import { withDatabase } from '../database.ts';
import type { Service } from '../service.ts';

/** By event id, the place of its owner among the nodes; nothing for an event whose owner is no node that runs. */
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
