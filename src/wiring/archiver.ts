/** Starts the part that moves old events into archive files, when the operator has set ARCHIVE_AFTER_DAYS. */
import { resolve } from 'node:path';
import type { Clock, Log } from '#actors/ports.ts';
import type { Router } from '#cluster/router.ts';
import { Archiver } from '#workflows/archiver.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';

interface ArchiverParts {
  readonly persistence: Persistence;
  readonly router: Router;
  readonly clock: Clock;
  readonly log: Log;
}

/** Null: events stay in the database. `isMine`: whether this node does the common jobs now. */
export function startArchiver(
  { ARCHIVE_AFTER_DAYS: afterDays, ARCHIVE_DIR: folder }: Settings,
  { persistence: { pool, notifications }, router, clock, log }: ArchiverParts,
  isMine: () => boolean,
): Archiver | null {
  if (afterDays === undefined || folder === undefined) return null;
  const archiver = new Archiver({
    pool,
    notifications,
    settle: (eventNumbers) => router.settle(eventNumbers),
    forget: (eventNumber) => router.forget(eventNumber),
    now: () => clock.now(),
    folder: resolve(folder),
    afterDays,
    log,
  });
  archiver.start(isMine);
  return archiver;
}
