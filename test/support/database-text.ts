/** The whole database as text, table by table, in every schema: to search it for what must be nowhere. */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { changesColumns, changesOf } from '#storage/feed/packed-changes.ts';

const tableRow = z.object({ schema: z.string(), name: z.string() });

/** Every table of the database, also those of libraries, without those of PostgreSQL. */
function tablesOf(pool: DatabasePool): Promise<readonly z.infer<typeof tableRow>[]> {
  return pool.any(sql.type(tableRow)`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2
  `);
}

/** The number of rows of the feed whose packed changes have the text: no search in the database finds it there. */
async function packedRowsWith(pool: DatabasePool, text: string): Promise<number> {
  const rows = await pool.any(sql.type(z.object(changesColumns))`
    select null as changes, packed from feed_batch where packed is not null
  `);
  const changes = rows.map(changesOf);
  return changes.filter((texts) => texts.some((one) => one.includes(text))).length;
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
    const all = name === 'feed_batch' ? count + (await packedRowsWith(pool, text)) : count;
    if (all > 0) found[name] = all;
  }
  return found;
}
