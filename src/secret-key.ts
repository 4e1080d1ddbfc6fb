/**
 * The deployment's secret key: it encrypts keys that must be shown again, and signs session ids. It comes from the
 * settings, or, with the embedded database, from a file of the data directory that the first start writes. The key that
 * is to replace it stands in a second file until the database has it: a rotation that is killed can be finished.
 */
import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BadSetting, type Settings } from '#wiring/settings.ts';

const fileName = 'secret.key';
const nextFileName = 'secret.key.next';
const keyShape = /^[0-9a-f]{64}$/i;

/** 32 bytes as 64 hex digits. Two first starts at the same time get the same key. */
export function secretKeyOf(settings: Settings): Promise<string> {
  return settings.SECRET_KEY === undefined
    ? keptKey(settings.DATA_DIR, fileName)
    : Promise.resolve(settings.SECRET_KEY);
}

/** The key of the settings or of the data directory; null: neither has one, and none is made. */
export function presentKeyOf({ SECRET_KEY, DATA_DIR }: Settings): Promise<string | null> {
  return SECRET_KEY === undefined ? readKey(join(DATA_DIR, fileName)) : Promise.resolve(SECRET_KEY);
}

/** The key that is to replace the present one: the same one at every call until `adoptNextKey`. */
export function nextSecretKeyOf(settings: Settings): Promise<string> {
  if (settings.NEW_SECRET_KEY !== undefined) return Promise.resolve(settings.NEW_SECRET_KEY);
  if (settings.SECRET_KEY === undefined) return keptKey(settings.DATA_DIR, nextFileName);
  throw new BadSetting('NEW_SECRET_KEY is required: 32 bytes as 64 hex digits');
}

/** The key that a rotation has been going to bring into force; null: none, or it is not kept in a file. */
export async function pendingKeyOf({ SECRET_KEY, DATA_DIR }: Settings): Promise<string | null> {
  return SECRET_KEY === undefined ? readKey(join(DATA_DIR, nextFileName)) : null;
}

/** The database has this key now: later starts take it. */
export async function adoptNextKey({ SECRET_KEY, DATA_DIR }: Settings, key: string): Promise<void> {
  if (SECRET_KEY !== undefined) return;
  const next = join(DATA_DIR, nextFileName);
  await writeFile(next, `${key}\n`, { mode: 0o600, flush: true });
  await rename(next, join(DATA_DIR, fileName));
}

async function keptKey(directory: string, name: string): Promise<string> {
  const path = join(directory, name);
  return (await readKey(path)) ?? (await makeKey(directory, path));
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
