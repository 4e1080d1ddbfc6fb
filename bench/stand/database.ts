/**
 * The embedded PostgreSQL of a running service, for set-up, baselines and audit only: found the way the service itself
 * finds it.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { createClient } from '#storage/database/client.ts';
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

/** Process id of the PostgreSQL under a data directory. Rejects when none runs. */
export async function postmasterPid(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  const pid = Number(text.split('\n')[0]);
  // While it starts, the file may be empty: process 0 would be this process' own group.
  if (!(pid > 0)) throw new Error(`no PostgreSQL runs under ${dataDir}`);
  return pid;
}

/** Makes an empty database on the server of another one, and tables in it; resolves with its connection string. */
export async function makeDatabase(serverUrl: string, name: string, tables: string): Promise<string> {
  const url = new URL(serverUrl);
  await withDatabase(url.href, (client) => client.query(`CREATE DATABASE ${name}`));
  url.pathname = `/${name}`;
  await withDatabase(url.href, (client) => client.query(tables));
  return url.href;
}

/** Runs `work` on a connection of its own. */
export async function withDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = createClient(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
