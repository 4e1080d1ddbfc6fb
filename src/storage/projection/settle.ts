/** Finds events whose projection is behind their journal, in one query and without activating any event. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

/** Those of the given events whose projection is behind their journal. */
export async function findUnsettled(
  connection: CommonQueryMethods,
  eventNumbers: readonly number[],
): Promise<readonly number[]> {
  return connection.anyFirst(sql.type(z.object({ number: z.int() }))`
    select event_number as number
    from event_owner join event_projection using (event_number)
    where event_number = any(${sql.array(eventNumbers, 'int4')}) and head_seq > projected_seq
  `);
}

/** Those of the schema's events whose projection is behind their journal. */
export async function findUnsettledOf(connection: CommonQueryMethods, schemaId: number): Promise<readonly number[]> {
  return connection.anyFirst(sql.type(z.object({ number: z.int() }))`
    select number
    from event join event_owner on event_owner.event_number = number
      join event_projection on event_projection.event_number = number
    where schema_id = ${schemaId} and head_seq > projected_seq
    order by number
  `);
}
