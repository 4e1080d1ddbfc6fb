/**
 * The files of the migrations: their numbers, and which older releases can work on a database that has had one. A file
 * says so in its first line: `-- expands`, or `-- contracts: needs NNN`. Files without such a line, those before 023,
 * need every release to know them.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the service's own migrations. */
export const ownMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

export interface Migration {
  /** The file's name without its ending. */
  readonly name: string;
  readonly number: number;
  /** The migration that a release must know to work on the database afterwards; null: any release can. */
  readonly needs: number | null;
}

const firstLine = /^-- (?:(expands)|contracts: needs (\d{3}))\n/;

/** In the order in which they run. */
export function migrationsIn(directory = ownMigrations): readonly Migration[] {
  return readdirSync(directory)
    .sort()
    .map((file) => {
      const name = basename(file, extname(file));
      const number = Number.parseInt(name, 10);
      const [, expands, needs] = firstLine.exec(readFileSync(join(directory, file), 'utf8')) ?? [];
      return { name, number, needs: expands === undefined ? Number(needs ?? number) : null };
    });
}
