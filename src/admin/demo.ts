/** `demo`: creates a demo organization with a priced event on any database, beside what is there. */
import { createDemo, demoText } from '../demo.ts';
import { makeLog } from '../log.ts';
import type { Run } from './command.ts';
import { type UnsealedDatabase, withSecretKeys } from './database.ts';
import { withRegistry } from './registry.ts';

export const demo: Run = async () => {
  await withSecretKeys(makeDemo);
  return 0;
};

async function makeDemo(database: UnsealedDatabase): Promise<void> {
  const { settings, secretKey, persistence } = database;
  const { pool } = persistence;
  const log = makeLog(settings.LOG_LEVEL, process.stderr);
  const made = await withRegistry(database, (engine) => createDemo({ pool, engine, secretKey, log }));
  console.log(demoText(`http://localhost:${settings.PORT}`, made));
}
