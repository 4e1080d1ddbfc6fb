/**
 * One PostgreSQL for a whole test run: its own temporary directory and port, not durable, with a template database that
 * is migrated once. And a directory for the browser, which the first test that needs it unpacks. Tests find both through
 * environment variables. If the run is killed, the keeper process of the embedded server stops PostgreSQL, and the next
 * run removes the directories.
 */
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '#storage/database/migrate.ts';
import { startEmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { problemsOnly } from './logs.ts';
import { browserVariable, databaseUrl, serverVariable, templateDatabase } from './postgres.ts';

const prefix = 'usher-test-';
/** Each service of a test may open some 40, and several test files run at once. */
const connectionsMax = 500;
/** Where `src/main.ts` keeps compiled code. Here it serves the worker threads and the processes that tests start. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url));

export default async function setUp(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  await removeDeadRuns();
  const directory = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  // If the tests run as root, PostgreSQL runs as another user, which must be able to enter the directory.
  await chmod(directory, 0o755);
  const browser = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  process.env[browserVariable] = browser;
  const server = await startEmbeddedPostgres({
    dataDir: directory,
    durable: false,
    log: problemsOnly,
    connectionsMax,
  });
  process.env[serverVariable] = server.connectionString;
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrate(databaseUrl(templateDatabase), problemsOnly);
  Object.assign(globalThis, {
    stopTestServer: async () => {
      await server.stop();
      for (const path of [directory, browser]) await rm(path, { recursive: true, force: true, maxRetries: 5 });
    },
  });
}

async function removeDeadRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? process.pid);
    if (!isRunning(pid)) await rm(join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
