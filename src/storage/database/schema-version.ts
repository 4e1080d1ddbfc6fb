/**
 * Which migrations this build knows, and whether a database has others. A database with others belongs to a newer
 * version: statements of this build would fail on it, or write what that version cannot read.
 */
import { readdir } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type QuerySqlToken, sql } from 'slonik';
import { z } from 'zod';

/** The folder of the service's own migrations. */
export const ownMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

const nameRow = z.object({ name: z.string().nullable() });

/** Sends a statement without parameters and resolves with its rows. */
type Ask = (query: QuerySqlToken<typeof nameRow>) => Promise<readonly z.output<typeof nameRow>[]>;

/**
 * One line for the operator when the database has had a migration that is not in `directory`, else null. Rejects when
 * the database does not answer.
 */
export async function newerVersion(ask: Ask, directory = ownMigrations): Promise<string | null> {
  const [table] = await ask(sql.type(nameRow)`select to_regclass('migrations')::text as name`);
  if (table?.name == null) return null;
  const known = new Set<string | null>((await readdir(directory)).map((file) => basename(file, extname(file))));
  const done = await ask(sql.type(nameRow)`select name from migrations order by id desc`);
  const foreign = done.find(({ name }) => !known.has(name));
  if (foreign === undefined) return null;
  return `DATABASE_NEWER: the database has been migrated by a newer version (${foreign.name}): start that version`;
}
