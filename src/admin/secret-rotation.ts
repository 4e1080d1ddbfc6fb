/** `rotate-secret`: replaces the secret key. It can be killed and repeated at any moment; the service is stopped before. */
import { rotateSecretKey } from '#storage/secrets/secret-rotation.ts';
import { adoptNextKey, nextSecretKeyOf, secretKeyOf } from '../secret-key.ts';
import type { Run } from './command.ts';
import { type OpenDatabase, withDatabase } from './database.ts';

export const rotateSecret: Run = async () => {
  await withDatabase(rotate);
  return 0;
};

/** Ends with the new key in force, or with nothing changed. */
async function rotate({ settings, persistence }: OpenDatabase): Promise<void> {
  const newKey = await nextSecretKeyOf(settings);
  const outcome = await rotateSecretKey(persistence.pool, await secretKeyOf(settings), newKey);
  await adoptNextKey(settings, newKey);
  if (outcome === null) console.log('The database has the new key already.');
  else console.log(`${outcome.sealed} texts are sealed with the new key.`);
  if (outcome !== null && outcome.unreadable > 0) {
    console.log(`${outcome.unreadable} texts were sealed with a key that this database does not know: left unchanged.`);
  }
  if (settings.SECRET_KEY !== undefined) console.log('Start every node with NEW_SECRET_KEY as its SECRET_KEY now.');
}
