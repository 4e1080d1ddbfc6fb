/** `local-login`: the way back into an organization whose sign-on fails and takes no passwords. */
import { allowLocalLogin } from '#storage/catalog/sign-ons.ts';
import { BadUsage, type Run } from './command.ts';
import { withDatabase } from './database.ts';

export const localLogin: Run = async ([organization = '', state]) => {
  if (!/^\d{1,15}$/.test(organization)) throw new BadUsage(`'${organization}' is not the id of an organization`);
  if (state !== 'on') throw new BadUsage(`'${state}' is not on: an OWNER switches it off`);
  return withDatabase(async ({ persistence: { pool } }) => {
    const hasPassword = await allowLocalLogin(pool, Number(organization));
    if (hasPassword === null) throw new Error(`organization ${organization} has no sign-on`);
    console.log(`people of organization ${organization} can log in with passwords`);
    if (!hasPassword) console.log('no OWNER has one: invite an OWNER with the token of the organization');
    return 0;
  });
};
