/**
 * What is in force on a database: its cluster version, and the oldest migration that a release must know. Tells whether a
 * build can work there, in one line for the operator.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { type Build, lastMigrationOf } from './build.ts';

const inForceRow = z.object({ version: z.int(), oldestMigration: z.int() });
export type InForce = z.output<typeof inForceRow>;

const nameRow = z.object({ name: z.string().nullable() });

/** A pool, or another connection that can ask. */
export type Readable = Pick<CommonQueryMethods, 'any'>;

/** The names of the migrations that the database has had, and what is in force; null: it is of before 023. */
export interface DatabaseState {
  readonly done: readonly string[];
  readonly inForce: InForce | null;
}

export async function readState(database: Readable): Promise<DatabaseState> {
  const [migrations, versions] = await database.any(sql.type(nameRow)`
    select to_regclass(name)::text as name from (values (1, 'migrations'), (2, 'cluster_version')) as tables (place, name)
    order by place
  `);
  const done =
    migrations?.name == null ? [] : await database.any(sql.type(nameRow)`select name from migrations order by id`);
  return {
    done: done.map(({ name }) => String(name)),
    inForce: versions?.name == null ? null : await readInForce(database),
  };
}

/** Of a database that has had migration 023. */
export async function readInForce(database: Readable): Promise<InForce> {
  const [row] = await database.any(
    sql.type(inForceRow)`select version, oldest_migration as "oldestMigration" from cluster_version`,
  );
  if (row === undefined) throw new Error('the table cluster_version has lost its row');
  return row;
}

/** Why the build cannot work on the database; null: it can. */
export function whyUnable(build: Build, { version, oldestMigration }: InForce): string | null {
  const { release, oldest, newest } = build;
  const range = `version ${version} is in force, and this release (${release}) knows ${oldest} to ${newest}`;
  if (version > newest) return `CLUSTER_VERSION_NEWER: ${range}: start a newer release`;
  if (version < oldest) return `CLUSTER_VERSION_OLDER: ${range}: run a release between the two first, and finalize it`;
  if (oldestMigration <= lastMigrationOf(build)) return null;
  return `DATABASE_NEWER: the database needs a release that knows migration ${oldestMigration}; this one (${release}) does not: start a newer release`;
}

/** Why the pending migrations of the build must not run beside these live nodes; null: they may. */
export function whyTooEarly(
  build: Build,
  { done }: DatabaseState,
  live: readonly { readonly name: string; readonly release: string; readonly migration: number }[],
): string | null {
  for (const { name, needs } of build.migrations) {
    if (needs === null || done.includes(name)) continue;
    const old = live.find(({ migration }) => migration < needs);
    if (old !== undefined)
      return `NODES_TOO_OLD: node ${old.name} (release ${old.release}) could not work after migration ${name}: stop it first (after a crash, wait 20 s)`;
  }
  return null;
}
