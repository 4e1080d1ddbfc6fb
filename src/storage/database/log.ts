/**
 * The log interface of storage: the few methods that its files call, so that a pino logger or a test's collector fits.
 * Calls pass fields first and one constant message, and never rows, parameters or passwords.
 */
export type StorageLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
