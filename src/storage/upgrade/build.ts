/** What this build is and knows: its release, its cluster versions and its migrations. */
import { readFileSync } from 'node:fs';
import { known, type VersionRange } from '#domain/cluster-version.ts';
import { type Migration, migrationsIn, ownMigrations } from './migration-files.ts';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

/** The version of the service, from its package.json. */
export const release = (manifest as { readonly version: string }).version;

export interface Build extends VersionRange {
  readonly release: string;
  readonly migrations: readonly Migration[];
}

/** `versions` and `directory`: those of another build, for a test. */
export function thisBuild(versions: VersionRange = known, directory = ownMigrations): Build {
  return { ...versions, release, migrations: migrationsIn(directory) };
}

/** The newest migration that the build knows. */
export function lastMigrationOf({ migrations }: Pick<Build, 'migrations'>): number {
  return migrations.at(-1)?.number ?? 0;
}
