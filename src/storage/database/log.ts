/**
 * The log interface of storage: the few methods that its files call, so that a pino logger or a test's collector fits.
 * Calls pass fields first and one constant message, and never rows, parameters or passwords. Also tells an error in one
 * line.
 */
export type StorageLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** For work whose every failure reaches the caller. */
export const silentLog: StorageLog = { info: () => {}, warn: () => {}, error: () => {} };

/** Of a failed connection too: one to a name with several addresses is an AggregateError without a message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return error.errors[0].message;
  return error instanceof Error ? error.message : String(error);
}
