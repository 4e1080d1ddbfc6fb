/** The connections of a thread that reads, shared by everything that runs in it. */
import { createPool, type DatabasePool } from '#storage/pool.ts';

/** Two for layouts, which take long, and one for the rest. */
const connectionsMax = 3;
/** What goes wrong here goes wrong for the caller too, who has a log. */
const silent = { info: () => {}, warn: () => {}, error: () => {} };

let opened: Promise<DatabasePool> | null = null;

/** Opened at the first call; rejects when the database does not answer, and is tried again at the next. */
export function threadDatabase(connectionString: string): Promise<DatabasePool> {
  opened ??= createPool(connectionString, { maximumPoolSize: connectionsMax, log: silent }).catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

/** Closes the connections; the thread can go then. */
export async function close(): Promise<void> {
  const pool = await opened?.catch(() => null);
  await pool?.end();
}
