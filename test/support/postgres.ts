/**
 * Databases for tests, on the one server of the test run. Each test gets its own new database; a copy of the migrated
 * template takes some 40 ms. Close every pool on a database before dropping it. The server also has the lock of the run.
 */
import { randomBytes } from 'node:crypto';
import pg from 'pg';

export type FreshDatabase = { connectionString: string; drop(): Promise<void> };

/** The environment variable that gives tests the connection string of the test run's server. */
export const serverVariable = 'USHER_TEST_SERVER';
/** The one that gives them the directory of the test run's browser. */
export const browserVariable = 'USHER_TEST_BROWSER';
export const templateDatabase = 'usher_template';

/** The address of a database on the test run's server. */
export function databaseUrl(database: string): string {
  const server = process.env[serverVariable];
  if (server === undefined) throw new Error('No test server: run the tests through jest');
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.toString();
}

/** A new database with the service's schema, or with nothing in it when `empty`. */
export async function freshDatabase({ empty = false } = {}): Promise<FreshDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(`create database ${name} template ${empty ? 'template0' : templateDatabase} strategy file_copy`);
  return {
    connectionString: databaseUrl(name),
    drop: () => administer(`drop database ${name} with (force)`),
  };
}

/** Does this while no other process of the test run does it. */
export async function alone<T>(act: () => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(1)');
    return await act();
  } finally {
    await client.end();
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl('postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
