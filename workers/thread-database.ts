/** The database connections of a worker thread: one pool for each database, shared by all its tasks. */
import { createPool, type DatabasePool } from '#storage/database/pool.ts';

/** Two for layouts, which take long, and one for other tasks. */
const connectionsMax = 3;
/** No log here: every failure also reaches the caller, which has a log. */
const silent = { info: () => {}, warn: () => {}, error: () => {} };

const opened = new Map<string, Promise<DatabasePool>>();

/** Opens the pool at the first call. Rejects when the database does not answer; the next call tries again. */
export function threadDatabase(connectionString: string): Promise<DatabasePool> {
  const found = opened.get(connectionString);
  if (found !== undefined) return found;
  const pool = createPool(connectionString, { maximumPoolSize: connectionsMax, log: silent });
  opened.set(connectionString, pool);
  pool.catch(() => opened.delete(connectionString));
  return pool;
}

/** Closes the connections to this database, or all of them, so that the thread can end. */
export async function close(connectionString: string | null): Promise<void> {
  for (const key of connectionString === null ? [...opened.keys()] : [connectionString]) {
    const pool = await opened.get(key)?.catch(() => null);
    opened.delete(key);
    await pool?.end();
  }
}
