/** Makes the benchmark's own PostgreSQL slower for a while, and restores it. */
import { withDatabase } from './database.ts';

/** Runs `work` while every commit waits `micros`, which simulates a slower disk; restores the settings in any case. */
export async function withCommitDelay<T>(url: string, micros: number, work: () => Promise<T>): Promise<T> {
  await withDatabase(url, async (client) => {
    await client.query(`ALTER SYSTEM SET commit_delay = ${micros}`);
    // With the default of 5, only commits beside five other open transactions would wait.
    await client.query('ALTER SYSTEM SET commit_siblings = 0');
    await client.query('SELECT pg_reload_conf()');
  });
  try {
    return await work();
  } finally {
    await withDatabase(url, async (client) => {
      await client.query('ALTER SYSTEM RESET commit_delay');
      await client.query('ALTER SYSTEM RESET commit_siblings');
      await client.query('SELECT pg_reload_conf()');
    });
  }
}

/** Delays every append to the journal by `ms`; resolves with a function that removes the delay. */
export async function slowAppends(url: string, ms: number): Promise<() => Promise<void>> {
  await withDatabase(url, async (client) => {
    await client.query(`
      CREATE OR REPLACE FUNCTION slow_append() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_sleep(${ms / 1000}); RETURN NULL; END $$`);
    await client.query(
      'CREATE TRIGGER slow_append BEFORE INSERT ON journal FOR EACH STATEMENT EXECUTE FUNCTION slow_append()',
    );
  });
  return async () => {
    await withDatabase(url, (client) => client.query('DROP TRIGGER slow_append ON journal'));
  };
}
