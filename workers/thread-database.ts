/** The database connections of a worker thread, shared by all its tasks. */
import { createPool, type DatabasePool } from '#storage/database/pool.ts';

/** Two for layouts, which take long, and one for other tasks. */
const connectionsMax = 3;
/** No log here: every failure also reaches the caller, which has a log. */
const silent = { info: () => {}, warn: () => {}, error: () => {} };

let opened: Promise<DatabasePool> | null = null;

/** Opens the pool at the first call. Rejects when the database does not answer; the next call tries again. */
export function threadDatabase(connectionString: string): Promise<DatabasePool> {
  opened ??= createPool(connectionString, { maximumPoolSize: connectionsMax, log: silent }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Closes the connections, so that the thread can end. */
export async function close(): Promise<void> {
  const pool = await opened?.catch(() => null);
  await pool?.end();
}
