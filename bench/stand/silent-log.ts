/** A log that discards everything, for storage that the suite opens itself: its errors are thrown. */
import type { StorageLog } from '#storage/database/log.ts';

export const silentLog: StorageLog = { info: () => {}, warn: () => {}, error: () => {} };
