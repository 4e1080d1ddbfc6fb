/** Reads of an event's whole past cost much: an organization makes one at a time in the whole cluster. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

const row = z.object({ isAlone: z.boolean() });

/** False while another transaction reads for the organization. True: this one is the reader until it ends. */
export async function isAlone(transaction: CommonQueryMethods, organizationId: number): Promise<boolean> {
  return await transaction.oneFirst(sql.type(row)`
    select pg_try_advisory_xact_lock('event_history'::regclass::oid::int, hashint8(${organizationId})) as "isAlone"
  `);
}
