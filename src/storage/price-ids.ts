/** Hands out price ids. Prices themselves live in their event's journal, not in a table. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

/** Fresh ids in ascending order; unused ones are never handed out again. */
export function allocatePriceIds(connection: CommonQueryMethods, count: number): Promise<readonly number[]> {
  return connection.anyFirst(sql.type(z.object({ id: z.int() }))`
    select nextval('price_id') as id from generate_series(1, ${count}::int4)
  `);
}
