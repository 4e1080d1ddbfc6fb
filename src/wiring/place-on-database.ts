/**
 * The place of a process on its database: it takes it with the right secret key and a cluster version that it knows, and
 * loses it when another process changes one of them.
 */
import { Fitness, type FitnessOptions } from '#storage/database/fitness.ts';
import type { SecretKeys } from '#storage/database/sealed.ts';
import { claimSecretKey, whyOtherKey } from '#storage/secrets/secret-keys.ts';
import type { Persistence } from './persistence.ts';
import type { Settings } from './settings.ts';

/**
 * Lists the process among the nodes, by this name, and begins to watch for a synchronous standby. Closes the persistence
 * and rejects with one line when the process may not work on the database.
 */
export async function enter(
  { secretKey, settings }: { readonly secretKey: string; readonly settings: Settings },
  persistence: Persistence,
  name: string,
): Promise<SecretKeys> {
  try {
    const secretKeys = await claimSecretKey(persistence.pool, secretKey);
    await persistence.clusterVersion.join(name);
    // The embedded database never has one.
    if (settings.DATABASE_URL !== undefined) await persistence.standby.start();
    return secretKeys;
  } catch (error) {
    await persistence.close();
    throw error;
  }
}

interface Occupant extends Pick<FitnessOptions, 'log'>, Partial<Pick<FitnessOptions, 'unfit'>> {
  readonly secretKey: string;
}

/** Asks whether the process may keep its place. */
export function watchFitness(
  { secretKey, log, unfit = () => {} }: Occupant,
  { pool, clusterVersion }: Persistence,
): Fitness {
  const checks = [() => clusterVersion.check(), () => whyOtherKey(pool, secretKey)];
  return new Fitness({ checks, unfit, log });
}
