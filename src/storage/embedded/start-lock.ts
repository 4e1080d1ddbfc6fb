/**
 * A mutex per data directory for starting PostgreSQL, across processes and safe against kill -9. It is SQLite's lock on
 * a separate file: the only file lock in Node that the kernel releases when the owner dies, so there are no stale locks
 * and no pids to compare. The file never holds data.
 */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { StorageLog } from '../database/log.ts';

const pollMs = 25;
const noticeAfterMs = 2_000;
const giveUpAfterMs = 360_000;
const sqliteBusy = 5;

/** Runs `work` while no other process starts, restarts or creates the database under `dataDir`. */
export async function withStartLock<T>(dataDir: string, log: StorageLog, work: () => Promise<T>): Promise<T> {
  const lock = openLock(dataDir);
  try {
    await acquire(lock, dataDir, log);
    return await work();
  } finally {
    lock.close();
  }
}

function openLock(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'postgres.lock'), { timeout: 0 });
  } catch (error) {
    throw new Error(`Cannot write in the data directory ${dataDir}: ${(error as Error).message}`);
  }
}

async function acquire(lock: DatabaseSync, dataDir: string, log: StorageLog): Promise<void> {
  const startedAt = performance.now();
  let noticed = false;
  while (!taken(lock)) {
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > giveUpAfterMs) {
      throw new Error(`Another process has been starting PostgreSQL in ${dataDir} for minutes; is it stuck?`);
    }
    if (!noticed && waitedMs > noticeAfterMs) {
      noticed = true;
      log.info({ dataDir }, 'waiting for another process that is starting PostgreSQL here');
    }
    await pause(pollMs);
  }
}

function taken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if ((error as { errcode?: number }).errcode === sqliteBusy) return false;
    throw error;
  }
}
