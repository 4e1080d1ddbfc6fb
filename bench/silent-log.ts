/** The log of what the suite opens for itself: nobody reads it, and what goes wrong there is thrown. */
import type { StorageLog } from '#storage/log.ts';

export const silentLog: StorageLog = { info: () => {}, warn: () => {}, error: () => {} };
