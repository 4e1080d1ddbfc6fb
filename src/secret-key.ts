/**
 * The deployment's secret key: it encrypts keys that must be shown again, and signs session ids. With DATABASE_URL it
 * comes from the settings; with the embedded database it is generated and kept in the data directory.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadSetting, type Settings } from '#wiring/settings.ts';

const fileName = 'secret.key';
const keyShape = /^[0-9a-f]{64}$/i;

/** 32 bytes as 64 hex digits. Two first starts at the same time get the same key. */
export async function secretKeyOf(settings: Settings): Promise<string> {
  if (settings.SECRET_KEY !== undefined) return settings.SECRET_KEY;
  const path = join(settings.DATA_DIR, fileName);
  return (await readKey(path)) ?? (await makeKey(settings.DATA_DIR, path));
}

async function makeKey(directory: string, path: string): Promise<string> {
  await mkdir(directory, { recursive: true });
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true });
  // A hard link is created atomically and never replaces an existing file.
  await link(draft, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft);
  const key = await readKey(path);
  if (key === null) throw new BadSetting(`${path} disappeared while it was being created`);
  return key;
}

async function readKey(path: string): Promise<string | null> {
  let text: string;
  try {
    text = (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  if (!keyShape.test(text)) throw new BadSetting(`${path} does not hold 64 hex digits`);
  return text;
}
