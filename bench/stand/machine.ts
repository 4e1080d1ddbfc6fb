/** The machine and the software of a measurement; a figure means nothing without them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from './database.ts';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  /** Settings of PostgreSQL that decide what an acknowledgement is worth. */
  readonly postgresSettings: Readonly<Record<string, string>>;
  /** `git describe` of the project; null outside a repository. */
  readonly version: string | null;
  /** Version of the baseline's Redis; null when there was none. */
  readonly redis: string | null;
  /** Version of the Go that built a baseline; null when there was none. */
  readonly go: string | null;
  readonly packages: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..', '..');
const settingNames = [
  'fsync',
  'synchronous_commit',
  'full_page_writes',
  'shared_buffers',
  'max_wal_size',
  'max_connections',
];
const packageNames = ['koa', 'pg', 'slonik', 'autocannon', 'ioredis', 'echarts'];

/** Describes this machine and the PostgreSQL behind a connection string. `used`: versions of what the baselines use. */
export async function describeMachine(databaseUrl: string, used: Pick<Machine, 'redis' | 'go'>): Promise<Machine> {
  const settings = await withDatabase(databaseUrl, async (client) => {
    const names = ['server_version', ...settingNames];
    const select = 'SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name';
    const { rows } = await client.query<{ name: string; value: string }>(select, [names]);
    return new Map(rows.map(({ name, value }) => [name, value]));
  });
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${process.platform} ${release()}`,
    node: process.version,
    postgres: settings.get('server_version') ?? 'unknown',
    postgresSettings: Object.fromEntries(settingNames.map((name) => [name, settings.get(name) ?? 'unknown'])),
    version: gitDescribe(),
    ...used,
    packages: Object.fromEntries(packageNames.map((name) => [name, packageVersion(name)])),
  };
}

function gitDescribe(): string | null {
  try {
    const args = ['describe', '--always', '--dirty'];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return null;
  }
}

function packageVersion(name: string): string {
  return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
}
