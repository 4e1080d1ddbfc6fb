/** Finds the event that an operator names: by its id, or by its number as logs show it. */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { isUuidInLowerCase } from '#codec/fields.ts';

export interface NamedEvent {
  readonly id: string;
  readonly number: number;
}

/** Null: there is no such event, or its rows are in an archive. */
export async function findNamed(connection: CommonQueryMethods, name: string): Promise<NamedEvent | null> {
  const id = name.toLowerCase();
  const isNumber = /^\d{1,9}$/.test(name);
  if (!isNumber && !isUuidInLowerCase(id)) return null;
  const condition = isNumber ? sql.fragment`number = ${Number(name)}` : sql.fragment`id = ${id}`;
  return connection.maybeOne(sql.type(z.object({ id: z.string(), number: z.int() }))`
    select id, number from event
    where ${condition} and exists (select from event_owner where event_number = number)
  `);
}
