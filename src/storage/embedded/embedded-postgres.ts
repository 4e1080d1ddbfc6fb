/**
 * The embedded database: without DATABASE_URL, PostgreSQL under the data directory is started with the service.
 * Promises durable settings, the same port during the service's lifetime (a dead postmaster is restarted), and that no
 * process is left once the last service on the data directory has ended, even by a crash. A second service on the same
 * data directory shares the running PostgreSQL. Never reachable from another machine.
 */
import { closeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { StorageLog } from '../database/log.ts';
import { type Cluster, openCluster, openDataDirectory, readPassword, superuser } from './cluster-files.ts';
import { hasKeeper, holdKeeper, joinKeeper, releaseKeeper } from './keeper.ts';
import { awaitEnd, findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts';
import { withStartLock } from './start-lock.ts';

export type EmbeddedPostgres = {
  /** Superuser, database `usher`. Holds the password: never log it. */
  connectionString: string;
  /** Releases PostgreSQL. Resolves when it has ended, or soon when another live service uses it. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  durable: boolean;
  log: StorageLog;
  /** Connections that a PostgreSQL which is started now allows. */
  connectionsMax?: number;
};

const databaseName = 'usher';
const watchMs = 200;
const restartPauseMsMax = 10_000;
const connectForMs = 60_000;
const connectPauseMs = 50;
const othersPatienceMs = 1_000;

/** Starts or joins the PostgreSQL of a data directory. Rejects with one line that tells the operator what to do. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { durable, log, connectionsMax = connectionsMaxDefault } = options;
  const dataDir = await openDataDirectory(options.dataDir);
  const server = await withStartLock(dataDir, log, async () => {
    const cluster = await openCluster({ dataDir, durable, log });
    return await startServer({ dataDir, durable, log, connectionsMax, cluster });
  });
  const watch = watchServer(server);
  const stop = async () => {
    await watch.end();
    await stopServer(server);
  };
  try {
    return { connectionString: await openDatabase(server), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * Keeps the PostgreSQL of a data directory running until this process ends, after another process of the same service has
 * started it.
 */
export async function holdEmbeddedPostgres(dataDir: string): Promise<void> {
  const resolved = await openDataDirectory(dataDir);
  if (joinKeeper(resolved) === null) throw new Error(`PostgreSQL does not run in ${dataDir}`);
}

const connectionsMaxDefault = 100;

type Place = EmbeddedOptions & { cluster: Cluster; connectionsMax: number };
type Server = Place & { port: number; keeperDescriptor: number };

async function startServer(place: Place): Promise<Server> {
  const found = await findPostmaster(place.cluster);
  const orphaned = found !== null && !hasKeeper(place.dataDir);
  // Its last service is dead, and its keeper is gone or about to stop it: only a restart leads to a known state.
  if (orphaned) await stopPostmaster(place.cluster, found.pid);
  const keeperDescriptor = await holdKeeper(place.dataDir, place.cluster);
  try {
    const running =
      found !== null && !orphaned
        ? found
        : await startPostmaster(place.cluster, { ...place, port: null, keeperDescriptor });
    place.log.info({ port: running.port, directory: place.cluster.directory }, 'PostgreSQL is running');
    return { ...place, port: running.port, keeperDescriptor };
  } catch (error) {
    await releaseKeeper(place.dataDir, keeperDescriptor, 0);
    throw error;
  }
}

async function stopServer(server: Server): Promise<void> {
  const running = await findPostmaster(server.cluster);
  const stopping = await releaseKeeper(server.dataDir, server.keeperDescriptor, othersPatienceMs);
  if (running === null) return;
  if (!stopping) {
    server.log.info({ port: server.port }, 'PostgreSQL keeps running for another service');
  } else if (!(await awaitEnd(server.cluster, running.pid))) {
    server.log.warn({ pid: running.pid }, 'PostgreSQL is slow to stop; its keeper process will end it');
  }
}

/** Creates the database if it does not exist, and checks that the server runs with the requested durability. */
async function openDatabase(server: Server): Promise<string> {
  const password = await readPassword(server.cluster);
  const address = `postgresql://${superuser}:${password}@127.0.0.1:${server.port}`;
  const until = performance.now() + connectForMs;
  for (;;) {
    const client = new pg.Client({ connectionString: `${address}/postgres` });
    client.on('error', () => {});
    try {
      await client.connect();
      await createDatabase(client, server);
      return `${address}/${databaseName}`;
    } catch (error) {
      if (!isPassing(error) || performance.now() > until) throw error;
      await pause(connectPauseMs);
    } finally {
      await client.end().catch(() => {});
    }
  }
}

/** True for errors of a server that is still starting, or that died and is being restarted. */
function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message: string };
  return /^(ECONNREFUSED|ECONNRESET|EPIPE|57P0[123])$/.test(code ?? '') || /^Connection terminated/.test(message);
}

async function createDatabase(client: pg.Client, server: Server): Promise<void> {
  const { rows } = await client.query(
    `select current_setting('fsync') as fsync, exists (select from pg_database where datname = $1) as present`,
    [databaseName],
  );
  if (server.durable && rows[0].fsync !== 'on') {
    throw new Error(`Another process runs the PostgreSQL in ${server.dataDir} without durability: stop it first`);
  }
  if (rows[0].present) return;
  await client.query(`create database ${databaseName}`).catch((error: { code?: string }) => {
    const madeMeanwhile = error.code === '42P04' || error.code === '23505';
    if (!madeMeanwhile) throw error;
  });
}

/** Supervises the server: restarts PostgreSQL and its keeper process when they have died. */
function watchServer(server: Server): { end(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve();
  let ended = false;
  let failures = 0;
  const schedule = () => {
    const restMs = Math.min(watchMs * 2 ** failures, restartPauseMsMax);
    return setTimeout(() => {
      looking = look();
    }, restMs).unref();
  };
  const look = async () => {
    try {
      if (!hasKeeper(server.dataDir)) await replaceKeeper(server);
      if ((await findPostmaster(server.cluster)) === null) await restart(server);
      failures = 0;
    } catch (error) {
      failures += 1;
      server.log.error({ reason: (error as Error).message, failures }, 'PostgreSQL has died and does not restart yet');
    }
    if (!ended) timer = schedule();
  };
  let timer = schedule();
  return {
    end: async () => {
      ended = true;
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
    },
  };
}

async function restart(server: Server): Promise<void> {
  await withStartLock(server.dataDir, server.log, async () => {
    if ((await findPostmaster(server.cluster)) !== null) return;
    server.log.warn({ port: server.port }, 'PostgreSQL has died; starting it again');
    await startPostmaster(server.cluster, server);
    server.log.info({ port: server.port }, 'PostgreSQL is running again');
  });
}

async function replaceKeeper(server: Server): Promise<void> {
  await withStartLock(server.dataDir, server.log, async () => {
    if (hasKeeper(server.dataDir)) return;
    server.log.warn({}, 'the keeper process of PostgreSQL has died; starting another one');
    const held = server.keeperDescriptor;
    server.keeperDescriptor = await holdKeeper(server.dataDir, server.cluster);
    closeSync(held);
  });
}
