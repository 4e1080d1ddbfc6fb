/**
 * Opens the database of the settings for one command and closes it after the command, also when it fails. The database
 * is migrated first, except for commands that ask for it as it is. An embedded database is started for the command when
 * the service does not run.
 */
import type { Log } from '#actors/ports.ts';
import { createPool, type DatabasePool } from '#storage/database/pool.ts';
import type { SecretKeys } from '#storage/database/sealed.ts';
import type { EmbeddedPostgres } from '#storage/embedded/embedded-postgres.ts';
import { claimSecretKey } from '#storage/secrets/secret-keys.ts';
import type { Persistence } from '#wiring/persistence.ts';
import { readSettings, type Settings, warnOfMisspelled } from '#wiring/settings.ts';
import { makeLog } from '../log.ts';
import { secretKeyOf } from '../secret-key.ts';

/** Names this process where nodes are named. */
export const adminNode = `admin:${process.pid}`;

export interface OpenDatabase {
  readonly settings: Settings;
  readonly persistence: Persistence;
}

export interface UnsealedDatabase extends OpenDatabase {
  readonly secretKey: string;
  readonly secretKeys: SecretKeys;
}

/** A command has no metrics. */
const unmeasured = { appendObserved: () => undefined, feedLagObserved: () => undefined };

/** The command gets the keys of the database. Refuses another secret key. */
export function withSecretKeys<Result>(work: (database: UnsealedDatabase) => Promise<Result>): Promise<Result> {
  return withDatabase(async ({ settings, persistence }) => {
    const secretKey = await secretKeyOf(settings);
    const secretKeys = await claimSecretKey(persistence.pool, secretKey);
    return work({ settings, secretKey, secretKeys, persistence });
  });
}

/** For commands that need no secret key. */
export function withDatabase<Result>(work: (database: OpenDatabase) => Promise<Result>): Promise<Result> {
  return withAddress(async ({ settings, connectionString, log }) => {
    const { openPersistence } = await import('#wiring/persistence.ts');
    const persistence = await openPersistence({ settings, connectionString, node: adminNode, log, meter: unmeasured });
    try {
      return await work({ settings, persistence });
    } finally {
      await persistence.close();
    }
  });
}

/** For commands that must change no table of the database, or that ask it before this release is started on it. */
export function withDatabaseAsItIs<Result>(work: (pool: DatabasePool) => Promise<Result>): Promise<Result> {
  return withAddress(async ({ connectionString, log }) => {
    const pool = await createPool(connectionString, { maximumPoolSize: 1, log });
    try {
      return await work(pool);
    } finally {
      await pool.end();
    }
  });
}

interface Address {
  readonly settings: Settings;
  readonly connectionString: string;
  readonly log: Log;
}

async function withAddress<Result>(work: (address: Address) => Promise<Result>): Promise<Result> {
  const settings = readSettings(process.env);
  const log = makeLog(settings.LOG_LEVEL, process.stderr);
  warnOfMisspelled(process.env, log);
  const embedded = settings.DATABASE_URL === undefined ? await startEmbedded(settings, log) : null;
  try {
    const connectionString = settings.DATABASE_URL ?? embedded?.connectionString ?? '';
    return await work({ settings, connectionString, log });
  } finally {
    await embedded?.stop();
  }
}

async function startEmbedded({ DATA_DIR: dataDir }: Settings, log: Log): Promise<EmbeddedPostgres> {
  const { startEmbeddedPostgres } = await import('#storage/embedded/embedded-postgres.ts');
  return startEmbeddedPostgres({ dataDir, durable: true, log });
}
