/** Logs for tests: one that prints only warnings and errors, and one that records its lines. */
import type { StorageLog } from '#storage/database/log.ts';

/** Prints warnings and errors only. */
export const problemsOnly: StorageLog = {
  info: () => {},
  warn: (fields, message) => console.warn(message, fields),
  error: (fields, message) => console.error(message, fields),
};

export type RecordedLine = { level: 'info' | 'warn' | 'error'; message: string } & Record<string, unknown>;

/** A log whose lines a test can read. */
export function recordingLog(): StorageLog & { lines: RecordedLine[] } {
  const lines: RecordedLine[] = [];
  const remember = (level: RecordedLine['level']) => (fields: object, message: string) => {
    lines.push({ ...fields, level, message });
  };
  return { lines, info: remember('info'), warn: remember('warn'), error: remember('error') };
}
