/**
 * Brings a database to the schema that this version needs: the files of `migrations/`, in the order of their numbers,
 * each in a transaction of its own, so that a start goes on where another one failed; then the tables that the library for jobs keeps for itself. Promises that
 * parallel starts wait for one another and that each file runs once. Never goes backwards, and never touches a server
 * too old for the service's SQL, a database that this build cannot work on, one whose live nodes could not go on, or a
 * pooler that shares a connection by transactions.
 */
import { runner } from 'node-pg-migrate';
import type pg from 'pg';
import { type Build, thisBuild } from '../upgrade/build.ts';
import { nodesSince } from '../upgrade/cluster-nodes.ts';
import { type Readable, readState, whyTooEarly, whyUnable } from '../upgrade/in-force.ts';
import { ownMigrations } from '../upgrade/migration-files.ts';
import { migrateRetryJobs } from '../webhooks/retry-jobs.ts';
import { createClient } from './client.ts';
import { reasonOf, type StorageLog } from './log.ts';

const oldestMajorVersion = 15;
/** A pooler that others use too may give the second client another process by chance. */
const pidsAsked = 3;

/**
 * Runs the pending migrations of `directory`, by default the service's own. Rejects with one line: the server is
 * unreachable or too old, the build cannot work on the database, or the migration that failed and Postgres' reason.
 */
export async function migrate(
  connectionString: string,
  log: StorageLog,
  directory = ownMigrations,
  build = thisBuild(undefined, directory),
): Promise<void> {
  const client = createClient(connectionString);
  client.on('error', (error) => log.warn({ reason: error.message }, 'the connection of the migrations failed'));
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`Cannot connect to the database: ${reasonOf(error)}`);
  }
  try {
    await refuseOldServer(client);
    await refuseSharedConnection(client, connectionString);
    const isNew = await refuseUnable(client, build);
    await runPending(client, log, directory);
    if (directory !== ownMigrations) return;
    if (isNew) await beginAtNewest(client, build);
    await migrateRetryJobs(connectionString);
  } finally {
    await client.end();
  }
}

async function refuseOldServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name`,
  );
  if (rows[0].number >= oldestMajorVersion * 10_000) return;
  throw new Error(`PostgreSQL ${oldestMajorVersion} or newer is needed; the server is ${rows[0].name}`);
}

/**
 * With two clients connected, only a pooler gives both the same process of the server. The notifications, the locks of
 * sessions and the settings of connections that the service relies on would then get lost between transactions.
 */
async function refuseSharedConnection(client: pg.Client, connectionString: string): Promise<void> {
  const other = createClient(connectionString);
  other.on('error', () => {});
  await other.connect();
  try {
    for (let asked = 0; asked < pidsAsked; asked++) {
      const [one, two] = [await serverProcessOf(client), await serverProcessOf(other)];
      if (one === two) throw new Error(`DATABASE_URL leads to a pooler of transactions: set its pool mode to session`);
    }
  } finally {
    await other.end();
  }
}

async function serverProcessOf(client: pg.Client): Promise<number> {
  return (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
}

/** True when the database has had no migration yet. */
async function refuseUnable(client: pg.Client, build: Build): Promise<boolean> {
  const database = readableOf(client);
  const state = await readState(database);
  const { done, inForce } = state;
  if (inForce === null) return done.length === 0;
  const refusal = whyUnable(build, inForce) ?? whyTooEarly(build, state, await nodesSince(database));
  if (refusal !== null) throw new Error(refusal);
  return false;
}

/** Slonik's statements on a client of node-postgres: those without parameters. */
function readableOf(client: pg.Client): Readable {
  return { any: async ({ sql: text }) => (await client.query(text)).rows };
}

/** A new database holds nothing that an older release could not read. */
async function beginAtNewest(client: pg.Client, { newest }: Build): Promise<void> {
  await client.query(
    'update cluster_version set version = $1 where version < $1 and not exists (select from cluster_node)',
    [newest],
  );
}

async function runPending(client: pg.Client, log: StorageLog, directory: string): Promise<void> {
  let current = 'reading the migrations';
  const progress = (line: string) => {
    const name = /^### MIGRATION (\S+) \(UP\)/.exec(line)?.[1];
    if (name === undefined) return;
    current = name;
    log.info({ migration: name }, 'migrating the database');
  };
  const quiet = () => {};
  try {
    await runner({
      dbClient: client,
      dir: directory,
      direction: 'up',
      migrationsTable: 'migrations',
      // Each file by itself: nodes of the release before go on, and one transaction with the locks of many tables would
      // deadlock with their calls.
      singleTransaction: false,
      advisoryLockMode: 'wait',
      logger: { info: progress, warn: quiet, error: quiet },
    });
  } catch (error) {
    throw new Error(`Migration failed (${current}): ${reasonOf(error)}`);
  }
}
