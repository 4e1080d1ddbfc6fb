/** Ids of units: of one sequence, so that a clone of a layout keeps those of its original. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

/** Ids of a change that fails later stay unused. */
export function allocateUnitIds(connection: CommonQueryMethods, count: number): Promise<readonly number[]> {
  if (count === 0) return Promise.resolve([]);
  return connection.anyFirst(sql.type(z.object({ id: z.int() }))`
    select nextval('unit_id') as id from generate_series(1, ${count})
  `);
}
