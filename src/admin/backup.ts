/**
 * `backup DIR` and `restore DIR`: the embedded database, while it is used, and back again. A database of DATABASE_URL is
 * backed up by its own server's means.
 */
import { backUp } from '#storage/embedded/backup.ts';
import { megabytes } from '#storage/embedded/backup-manifest.ts';
import { restoreBackup } from '#storage/embedded/restore.ts';
import { fingerprintOf } from '#storage/secrets/secret-keys.ts';
import { readSettings, type Settings } from '#wiring/settings.ts';
import { makeLog } from '../log.ts';
import { presentKeyOf } from '../secret-key.ts';
import type { Run } from './command.ts';
import { withSecretKeys } from './database.ts';

export const backup: Run = ([target = '']) => {
  refuseOtherServer(readSettings(process.env));
  return withSecretKeys(async ({ settings, secretKey }) => {
    const { files, bytes } = await backUp(settings.DATA_DIR, target, fingerprintOf(secretKey));
    console.log(`${files} files, ${megabytes(bytes)} MB in ${target}`);
    console.log('It does not contain the secret key. Keep SECRET_KEY, or secret.key of DATA_DIR, in another place.');
    return 0;
  });
};

export const restore: Run = async ([source = ''], { replace }) => {
  const settings = readSettings(process.env);
  refuseOtherServer(settings);
  const { DATA_DIR: dataDir, LOG_LEVEL } = settings;
  const secretKey = await presentKeyOf(settings);
  if (secretKey === null)
    throw new Error(`${dataDir} has no secret.key: put the one of the backup there, or set SECRET_KEY`);
  const keyFingerprint = fingerprintOf(secretKey);
  const log = makeLog(LOG_LEVEL, process.stderr);
  const restored = await restoreBackup({ dataDir, source, keyFingerprint, replaces: replace === true, log });
  if (restored.aside !== null) console.log(`The former database is kept in ${restored.aside}.`);
  // Its first start makes it complete and begins its era.
  return withSecretKeys(async () => {
    console.log(`The database is as it was at ${restored.endedAt}. Check it: npm run admin -- verify`);
    return 0;
  });
};

function refuseOtherServer({ DATABASE_URL }: Settings): void {
  if (DATABASE_URL === undefined) return;
  throw new Error(
    'DATABASE_URL names a server of its own: back it up with pg_basebackup and its WAL archive ' +
      '(docs/operating.md, Backup and restore)',
  );
}
