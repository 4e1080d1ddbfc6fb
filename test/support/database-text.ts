/** The whole database as text, table by table, in every schema: to search it for what must be nowhere. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';

const tableRow = z.object({ schema: z.string(), name: z.string() });

/** Every table of the database, also those of libraries, without those of PostgreSQL. */
function tablesOf(pool: DatabasePool): Promise<readonly z.infer<typeof tableRow>[]> {
  return pool.any(sql.type(tableRow)`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2
  `);
}

/** The tables that have the text in any column, with the number of rows; bytes are searched too. */
export async function tablesWith(pool: DatabasePool, text: string): Promise<Record<string, number>> {
  const hex = Buffer.from(text).toString('hex');
  const found: Record<string, number> = {};
  for (const { schema, name } of await tablesOf(pool)) {
    const count = await pool.oneFirst(sql.type(z.object({ count: z.int() }))`
      select count(*) as count from ${sql.identifier([schema, name])} as dumped
      where position(${text} in dumped::text) > 0 or position(${hex} in dumped::text) > 0
    `);
    if (count > 0) found[name] = count;
  }
  return found;
}
