/**
 * The manifest of a backup of the embedded database. A backup is a folder: `files` is the copied cluster, and `backup.json`
 * lists every file with its digest. The manifest is written last: a backup without it is not whole.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, open, readFile, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncPaths } from './cluster-files.ts';

/** The version of the manifest and of the folder. */
const format = 1;
export const filesFolder = 'files';
const manifestName = 'backup.json';

/** Relative, with forward slashes, and within its folder. */
const innerPath = z.string().refine((path) => path.split('/').every((part) => !['', '.', '..'].includes(part)));

const manifest = z.object({
  format: z.literal(format),
  /** When the copy was complete: what was committed by then is in it. */
  endedAt: z.iso.datetime(),
  /** Of the key that the database was made with; the key itself is not in the backup. */
  keyFingerprint: z.string(),
  folders: z.array(innerPath),
  files: z.array(z.object({ path: innerPath, bytes: z.int().nonnegative(), sha256: z.string() })),
});
export type BackupManifest = z.infer<typeof manifest>;
export type BackedUpFile = BackupManifest['files'][number];

export async function writeManifest(directory: string, content: Omit<BackupManifest, 'format'>): Promise<void> {
  const path = join(directory, manifestName);
  await writeFile(path, JSON.stringify({ format, ...content }), { mode: 0o600, flush: true });
  await syncPaths([directory]);
}

/** Throws one line when the folder is no backup, or not a whole one of this format. */
export async function readManifest(directory: string): Promise<BackupManifest> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch((error: NodeJS.ErrnoException): never => {
    if (error.code !== 'ENOENT') throw error;
    throw new Error(`${directory} is no backup: it has no ${manifestName}, which is written last`);
  });
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    content = null;
  }
  const found = manifest.safeParse(content);
  if (!found.success) throw new Error(`${join(directory, manifestName)} is damaged, or of another version`);
  return found.data;
}

/** Reads every file. Throws one line for the first that is missing or another than it was. */
export async function checkFiles(directory: string, { files }: BackupManifest): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const whole = join(directory, filesFolder, path);
    const found = await lstat(whole).catch(() => null);
    if (found === null || !found.isFile()) throw new Error(`the backup is not whole: ${whole} is missing`);
    if (found.size !== bytes || (await digestOf(whole)) !== sha256) {
      throw new Error(`the backup is damaged: ${whole} is not what was backed up`);
    }
  }
}

/** Throws one line when the file system of the directory lacks room. */
export async function checkRoom(directory: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(directory);
  if (bavail * bsize >= bytes) return;
  throw new Error(`${directory} has ${megabytes(bavail * bsize)} MB left, and ${megabytes(bytes)} MB are needed`);
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Copies a file durably, as far as it reaches now. */
export async function copyFile(from: string, to: string): Promise<Omit<BackedUpFile, 'path'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const target = await open(to, 'wx', 0o600);
  try {
    for await (const chunk of createReadStream(from)) {
      hash.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
      await target.write(chunk as Buffer);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

export function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}
