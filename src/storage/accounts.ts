/**
 * The people who log in: rows of `account`, and of `membership` for what they may act for. One account per email in
 * whatever case; a password is kept as its hash alone.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';

export interface AccountFields {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly passwordHash: string;
}

const idRow = z.object({ id: z.int() });

/** The email's account is a user of another tenant's organizations: it is not reused, and could not log in here. */
export class ForeignAccount extends Error {}

/**
 * Makes the person a user of the organization. Whoever has an account already keeps it as it is, password included. Throws
 * `ForeignAccount` when it is of another tenant. One transaction.
 */
export async function joinOrganization(
  connection: CommonQueryMethods,
  organizationId: number,
  { email, firstName, lastName, passwordHash }: AccountFields,
): Promise<void> {
  // The update changes nothing: it locks the row and finds its id.
  const accountId = await connection.oneFirst(sql.type(idRow)`
    insert into account (email, first_name, last_name, password_hash)
    values (${email}, ${firstName}, ${lastName}, ${passwordHash})
    on conflict (lower(email)) do update set email = account.email
    returning id
  `);
  // The account's row is locked: two tenants that take the same email at the same moment come one after the other.
  const isForeign = await connection.exists(sql.unsafe`
    select from membership
    join organization as other on other.id = membership.organization_id
    join organization as own on own.id = ${organizationId}
    where membership.account_id = ${accountId} and other.tenant_id <> own.tenant_id
  `);
  if (isForeign) throw new ForeignAccount('the account is of another tenant');
  await connection.query(sql.unsafe`
    insert into membership (account_id, organization_id) values (${accountId}, ${organizationId})
  `);
}

const accountRow = z.object({ id: z.int(), passwordHash: z.string() });

/** By email in whatever case, or null. */
export function findAccount(connection: CommonQueryMethods, email: string): Promise<z.infer<typeof accountRow> | null> {
  return connection.maybeOne(sql.type(accountRow)`
    select id, password_hash as "passwordHash" from account where lower(email) = lower(${email})
  `);
}

/** Ends the users' memberships of an organization; accounts that are left without any go as well. One transaction. */
export async function removeMembers(transaction: CommonQueryMethods, organizationId: number): Promise<void> {
  await transaction.query(sql.unsafe`delete from login where organization_id = ${organizationId}`);
  // Locked before it is looked whether they are members elsewhere: somebody may be made one at this moment.
  const members = await transaction.anyFirst(sql.type(idRow)`
    select account.id from account
    where id in (select account_id from membership where organization_id = ${organizationId})
    order by id for update
  `);
  await transaction.query(sql.unsafe`delete from membership where organization_id = ${organizationId}`);
  await transaction.query(sql.unsafe`
    delete from account where id = any(${sql.array([...members], 'int8')})
      and not exists (select from membership where account_id = account.id)
  `);
}
