/**
 * Takes a backup of the embedded database while it is used: PostgreSQL is told that a copy begins, the files are copied,
 * and the journal of PostgreSQL (WAL) from the beginning to the end of the copy makes them consistent. Everything that was
 * committed before the end is in it. Removes an unfinished backup when it fails. Never contains the secret key.
 */
import { chmod, lstat, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { silentLog } from '../database/log.ts';
import {
  type BackedUpFile,
  type BackupManifest,
  checkRoom,
  copyFile,
  filesFolder,
  writeManifest,
} from './backup-manifest.ts';
import { type Cluster, openCluster, openDataDirectory, readPassword, superuser, syncPaths } from './cluster-files.ts';
import { findPostmaster } from './postmaster.ts';

/** Content that PostgreSQL makes anew at its start; its folders must exist. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/;
const slot = 'usher_backup';

export interface BackupSummary {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Backs up the running database under `dataDir` into a new or empty directory. `keyFingerprint` tells later which secret
 * key belongs to it. Rejects with one line.
 */
export async function backUp(dataDir: string, target: string, keyFingerprint: string): Promise<BackupSummary> {
  const cluster = await openCluster({ dataDir: await openDataDirectory(dataDir), durable: true, log: silentLog });
  const directory = resolve(target);
  if (`${directory}/`.startsWith(`${cluster.directory}/`))
    throw new Error(`${directory} is within the database itself`);
  const isNew = await claimTarget(directory);
  try {
    await checkRoom(directory, await bytesIn(cluster.pgData));
    return await copyCluster(cluster, directory, keyFingerprint);
  } catch (error) {
    if (isNew) await rm(directory, { recursive: true, force: true });
    else for (const name of await readdir(directory)) await rm(join(directory, name), { recursive: true, force: true });
    throw error;
  }
}

/** True when the directory was made. */
async function claimTarget(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw new Error(`${directory} is no directory that a backup can be written to: ${error.code}`);
  });
  if (names !== null && names.length > 0) throw new Error(`${directory} is not empty: name a new directory`);
  if (names === null) await mkdir(directory, { recursive: true, mode: 0o700 });
  await chmod(directory, 0o700);
  return names === null;
}

async function copyCluster(cluster: Cluster, directory: string, keyFingerprint: string): Promise<BackupSummary> {
  const client = await connect(cluster);
  const copy = new Copy(join(directory, filesFolder));
  try {
    // Keeps the WAL from here on until the session ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`${slot}_${process.pid}`]);
    const { rows: begun } = await client.query(
      `select pg_walfile_name(lsn) as segment from pg_backup_start('usher', true) as lsn`,
    );
    await copy.folder('data');
    await copy.tree(cluster.pgData, 'data');
    const { rows: ended } = await client.query(`
      select pg_walfile_name(lsn - 1) as segment, labelfile as label, clock_timestamp() as at
      from pg_backup_stop(false)
    `);
    const { segment: last, label, at } = ended[0];
    await copy.segments(join(cluster.pgData, 'pg_wal'), begun[0].segment, last);
    await copy.text('data/backup_label', label);
    await copy.text('password', await readPassword(cluster));
    await copy.sync();
    await writeManifest(directory, { endedAt: at.toISOString(), keyFingerprint, ...copy.made });
    await syncPaths([dirname(directory)]);
  } finally {
    await client.end();
  }
  const { files } = copy.made;
  return { files: files.length, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}

async function connect(cluster: Cluster): Promise<pg.Client> {
  const running = await findPostmaster(cluster);
  if (running === null) throw new Error(`PostgreSQL does not run in ${cluster.directory}`);
  const client = new pg.Client({
    host: '127.0.0.1',
    port: running.port,
    user: superuser,
    password: await readPassword(cluster),
    database: 'postgres',
  });
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Copies into one folder, and lists what it has made. */
class Copy {
  readonly #root: string;
  readonly #folders: string[] = [];
  readonly #files: BackedUpFile[] = [];

  constructor(root: string) {
    this.#root = root;
  }

  get made(): Pick<BackupManifest, 'folders' | 'files'> {
    return { folders: this.#folders, files: this.#files };
  }

  async folder(path: string): Promise<void> {
    await mkdir(join(this.#root, path), { recursive: true, mode: 0o700 });
    this.#folders.push(path);
  }

  /** Files come and go meanwhile: one that is gone is left out, and the WAL has what happened to it. */
  async tree(from: string, path: string): Promise<void> {
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, to] = [join(from, entry.name), `${path}/${entry.name}`];
      if (leftOut.test(entry.name)) continue;
      if (entry.isDirectory()) {
        await this.folder(to);
        if (!emptied.has(entry.name)) await this.tree(source, to);
        else if (entry.name === 'pg_wal') await this.folder(`${to}/archive_status`);
      } else if (entry.isFile()) await this.#file(source, to);
    }
  }

  /** The WAL segments between these two names. History files of earlier timelines come along. */
  async segments(from: string, first: string, last: string): Promise<void> {
    for (const name of (await readdir(from)).sort()) {
      const isNeeded = name.endsWith('.history') || (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last);
      if (isNeeded) await this.#file(join(from, name), `data/pg_wal/${name}`);
    }
    if (!this.#files.some(({ path }) => path === `data/pg_wal/${last}`))
      throw new Error(`WAL segment ${last} is missing`);
  }

  async text(path: string, content: string): Promise<void> {
    const source = join(this.#root, `${path}.text`);
    await writeFile(source, content, { mode: 0o600 });
    await this.#file(source, path);
    await rm(source);
  }

  /** Makes the names of the files durable. */
  async sync(): Promise<void> {
    await syncPaths([this.#root, ...this.#folders.map((path) => join(this.#root, path))]);
  }

  async #file(from: string, path: string): Promise<void> {
    const copied = await copyFile(from, join(this.#root, path)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (copied === null) await rm(join(this.#root, path), { force: true });
    else this.#files.push({ path, ...copied });
  }
}

async function bytesIn(directory: string): Promise<number> {
  let sum = 0;
  for (const entry of await readdir(directory, { withFileTypes: true }).catch(() => [])) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) sum += await bytesIn(path);
    else sum += (await lstat(path).catch(() => null))?.size ?? 0;
  }
  return sum;
}
