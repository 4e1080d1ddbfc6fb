/**
 * The voice of storage: the few log calls that its files make, so that a pino logger, or a test's collector, fits.
 * It promises fields first and one constant message, and never carries rows, parameters or passwords.
 */
export type StorageLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};
