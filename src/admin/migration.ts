/** `migrate`: brings the database to this version's schema and ends, for a job that runs before the nodes start. */
import type { Run } from './command.ts';
import { withDatabase } from './database.ts';

export const migrate: Run = async () => {
  // Opening a database migrates it.
  await withDatabase(async () => console.log('The database has the schema of this version.'));
  return 0;
};
