/**
 * `begin-era`: tells the service that its database was restored to an earlier moment, in the one case that nobody can see
 * in the database: a copy of its files, such as a snapshot of a volume, that runs on as if nothing had happened.
 */
import { beginEra, eraState } from '#storage/feed/eras.ts';
import type { Run } from './command.ts';
import { withSecretKeys } from './database.ts';

export const beginNewEra: Run = () =>
  withSecretKeys(async ({ persistence: { pool } }) => {
    const { era } = await eraState(pool);
    const begun = await beginEra(pool, era);
    console.log(begun === null ? 'Another process has just begun an era.' : `Era ${begun} of the feed has begun.`);
    return 0;
  });
