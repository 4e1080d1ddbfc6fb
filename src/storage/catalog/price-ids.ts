/**
 * Allocates price ids and records the event of each. The prices themselves are in their event's journal, not in a
 * table.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

const idRow = z.object({ id: z.int() });

/** Fresh ids in ascending order, for an event that does not exist yet; unused ids are never allocated again. */
export function allocatePriceIds(connection: CommonQueryMethods, count: number): Promise<readonly number[]> {
  return connection.anyFirst(sql.type(idRow)`
    select nextval('price_id') as id from generate_series(1, ${count}::int4)
  `);
}

/** Fresh ids in ascending order for the event. */
export async function allocatePriceIdsOf(
  connection: CommonQueryMethods,
  eventNumber: number,
  count: number,
): Promise<readonly number[]> {
  const ids = await allocatePriceIds(connection, count);
  await recordPriceIds(connection, eventNumber, ids);
  return ids;
}

/** Records the event of the ids. */
export async function recordPriceIds(
  connection: CommonQueryMethods,
  eventNumber: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await connection.query(sql.unsafe`
    insert into price_event (price_id, event_number)
    select id, ${eventNumber} from unnest(${sql.array([...ids], 'int8')}) as id
  `);
}

/** The public id of the event of a price id, or null. */
export function eventOfPrice(connection: CommonQueryMethods, priceId: number): Promise<string | null> {
  return connection.maybeOneFirst(sql.type(z.object({ id: z.string() }))`
    select event.id from price_event join event on number = event_number where price_id = ${priceId}
  `);
}
