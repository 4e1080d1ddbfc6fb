/** The embedded PostgreSQL of a running service, for set-up and audit only: found the way the service itself finds it. */
import { Client } from 'pg';
import { openCluster, readPassword, superuser } from '#storage/embedded/cluster-files.ts';
import { findPostmaster } from '#storage/embedded/postmaster.ts';
import { silentLog } from './silent-log.ts';

/** Connection string of the service's database. Throws when PostgreSQL does not run. */
export async function databaseUrl(dataDir: string): Promise<string> {
  const cluster = await openCluster({ dataDir, durable: true, log: silentLog });
  const running = await findPostmaster(cluster);
  if (running === null) throw new Error(`no PostgreSQL runs under ${dataDir}`);
  return `postgresql://${superuser}:${await readPassword(cluster)}@127.0.0.1:${running.port}/usher`;
}

/** Runs `work` on a connection of its own. */
export async function withDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
