/** Tells the errors of connections from mistakes in what was read, which a program that connects again must not hide. */

/** Whether the connection broke or was left: the system and Node give such errors a code. */
export function isBrokenConnection(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code !== undefined;
}
