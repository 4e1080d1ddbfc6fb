/**
 * Puts a backup in the place of the embedded database. Checks all of it first, refuses while a service runs, and keeps
 * what it replaces under another name. A restore that is killed has changed nothing, or has replaced the database whole.
 * At its first start PostgreSQL makes the copy consistent, on a new timeline: by that the service knows of the restore.
 */
import { randomBytes } from 'node:crypto';
import { appendFile, lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { StorageLog } from '../database/log.ts';
import { type BackupManifest, checkFiles, checkRoom, copyFile, filesFolder, readManifest } from './backup-manifest.ts';
import { openDataDirectory, placeCluster, replacedSuffix } from './cluster-files.ts';
import { giveTo } from './command.ts';
import { hasKeeper } from './keeper.ts';
import { withStartLock } from './start-lock.ts';

export interface RestoreOptions {
  readonly dataDir: string;
  /** The directory of the backup. */
  readonly source: string;
  /** Of the secret key that the service will use. */
  readonly keyFingerprint: string;
  /** Whether an existing database may be replaced. */
  readonly replaces: boolean;
  readonly log: StorageLog;
}

export interface RestoreSummary {
  /** Everything that was committed by then is there. */
  readonly endedAt: string;
  /** Where the database lies that was replaced; null: there was none. */
  readonly aside: string | null;
}

/** Rejects with one line. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreSummary> {
  const { source, keyFingerprint, replaces, log } = options;
  const directory = resolve(source);
  const manifest = await readManifest(directory);
  if (manifest.keyFingerprint !== keyFingerprint) {
    throw new Error(
      'the backup belongs to another secret key: restore it with the SECRET_KEY, or secret.key, of its time',
    );
  }
  await checkFiles(directory, manifest);
  const dataDir = await openDataDirectory(options.dataDir);
  await checkRoom(
    dataDir,
    manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
  );
  return withStartLock(dataDir, log, async () => {
    if (hasKeeper(dataDir)) throw new Error(`a service runs on ${dataDir}: stop it first`);
    const entry = join(dataDir, 'postgres');
    const isThere = (await lstat(entry).catch(() => null)) !== null;
    if (isThere && !replaces)
      throw new Error(`${entry} is a database already: --replace keeps it aside and replaces it`);
    const aside = isThere ? `${entry}${replacedSuffix}${randomBytes(4).toString('hex')}` : null;
    await placeCluster(entry, {
      dataDir,
      durable: true,
      log,
      fill: (staging, account) => unpack(directory, manifest, staging).then(() => giveTo(account, staging)),
      makeWay: async () => {
        if (aside !== null) await rename(entry, aside);
      },
    });
    return { endedAt: manifest.endedAt, aside };
  });
}

async function unpack(source: string, { folders, files }: BackupManifest, staging: string): Promise<void> {
  await mkdir(staging, { mode: 0o700 });
  for (const folder of folders) await mkdir(join(staging, folder), { recursive: true, mode: 0o700 });
  for (const { path } of files) await copyFile(join(source, filesFolder, path), join(staging, path));
  // All WAL that is needed is in the backup.
  await appendFile(join(staging, 'data', 'postgresql.auto.conf'), "restore_command = 'false'\n", { flush: true });
  // With it PostgreSQL ends the recovery on a new timeline.
  await writeFile(join(staging, 'data', 'recovery.signal'), '', { mode: 0o600, flush: true });
}
