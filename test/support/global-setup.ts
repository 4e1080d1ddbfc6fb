/**
 * One PostgreSQL for a whole test run: its own directory and port, not durable, with a template database that is migrated
 * once. And a directory for the browser, which the first test that needs it unpacks. Tests find both through environment
 * variables, and put their own files beside them. All of it is in memory where the machine has enough. If the run is killed,
 * the keeper process of the embedded server stops PostgreSQL, and the next run removes the directory.
 */
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { freemem, tmpdir } from 'node:os';
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

/**
 * Linux's file system in memory. Each copy of the template creates and removes 400 files: on ext4 this takes up to fifteen times
 * the processor time.
 */
const memory = '/dev/shm';
/** Far more than the files of all tests take at once. */
const memoryBytesMin = 6 * 2 ** 30;

export default async function setUp(): Promise<void> {
  process.env.NODE_COMPILE_CACHE ??= compiled;
  const disk = tmpdir();
  for (const folder of [disk, memory]) await removeDeadRuns(folder);
  const home = await mkdtemp(join((await isRoomy(memory)) ? memory : disk, `${prefix}${process.pid}-`));
  // If the tests run as root, PostgreSQL runs as another user, which must be able to enter the directory.
  await chmod(home, 0o1777);
  process.env.TMPDIR = home;
  const directory = await folderIn(home, 'server');
  process.env[browserVariable] = await folderIn(home, 'browser');
  const server = await startEmbeddedPostgres({
    dataDir: directory,
    durable: false,
    log: problemsOnly,
    connectionsMax,
  });
  process.env[serverVariable] = server.connectionString;
  const client = new pg.Client({ connectionString: server.connectionString });
  await client.connect();
  // Databases live for seconds, and its workers would look into each of them.
  await client.query('alter system set autovacuum = off');
  await client.query('select pg_reload_conf()');
  await client.query(`create database ${templateDatabase}`);
  await client.end();
  await migrate(databaseUrl(templateDatabase), problemsOnly);
  Object.assign(globalThis, {
    stopTestServer: async () => {
      await server.stop();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  });
}

async function folderIn(home: string, name: string): Promise<string> {
  const path = join(home, name);
  await mkdir(path, { mode: 0o755 });
  return path;
}

/** Whether programs can be run there, and it takes the files of a run. */
async function isRoomy(folder: string): Promise<boolean> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const options = mounts
    .split('\n')
    .find((line) => line.split(' ')[1] === folder)
    ?.split(' ')[3];
  if (options === undefined || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = await statfs(folder);
  return Math.min(bavail * bsize, freemem()) >= memoryBytesMin;
}

async function removeDeadRuns(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1] ?? process.pid);
    if (!isRunning(pid)) await rm(join(folder, name), { recursive: true, force: true }).catch(() => {});
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
