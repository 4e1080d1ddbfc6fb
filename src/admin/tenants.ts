/** `tenant create`: a tenant and its key. The key is printed once: the database keeps only its hash. */
import { createTenant } from '#storage/catalog/tenants.ts';
import { BadUsage, type Run } from './command.ts';
import { withSecretKeys } from './database.ts';

export const tenantCreate: Run = async (_, { name }) => {
  if (typeof name !== 'string' || name.trim() === '') throw new BadUsage('--name is missing');
  return withSecretKeys(async ({ persistence }) => {
    const { id, key, token } = await createTenant(persistence.pool, name);
    console.log(`tenant ${id} "${name}"`);
    console.log(`X-API-Key for the management interface: ${key}`);
    console.log(`X-API-Key with X-Organization-ID:       ${token}`);
    console.log('Store them now: they cannot be shown again.');
    return 0;
  });
};
