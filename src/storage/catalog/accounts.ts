/**
 * The users who log in: rows of `account`, and of `membership` for the organizations that they may act for. One account
 * per email, case-insensitive, for those that were made with an organization; one per email and organization for invited
 * people (`people.ts`). Of a password only the hash is kept.
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

/** The email's account belongs to another tenant's organizations: it is not reused, and could not log in here. */
export class ForeignAccount extends Error {}

/**
 * Makes the person a user of the organization. An existing account stays unchanged, including its password. Throws
 * `ForeignAccount` when the account belongs to another tenant. Must run in one transaction.
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
  // The account's row is locked, so two tenants that add the same email concurrently are serialized.
  const isForeign = await connection.exists(sql.unsafe`
    select from membership
    join organization as other on other.id = membership.organization_id
    join organization as own on own.id = ${organizationId}
    where membership.account_id = ${accountId} and other.tenant_id <> own.tenant_id
  `);
  if (isForeign) throw new ForeignAccount('the account belongs to another tenant');
  await connection.query(sql.unsafe`
    insert into membership (account_id, organization_id) values (${accountId}, ${organizationId})
  `);
}

const accountRow = z.object({ id: z.int(), passwordHash: z.string() });

/** The accounts of an email, case-insensitive, that have a password; the oldest first. */
export function findAccounts(
  connection: CommonQueryMethods,
  email: string,
): Promise<readonly z.infer<typeof accountRow>[]> {
  return connection.any(sql.type(accountRow)`
    select id, password_hash as "passwordHash" from account
    where lower(coalesce(address, email)) = lower(${email})
      and not exists (select from invitation where account_id = account.id)
    order by id
  `);
}

/** Deletes an organization's memberships, and accounts that have no other membership. Must run in one transaction. */
export async function removeMembers(transaction: CommonQueryMethods, organizationId: number): Promise<void> {
  await transaction.query(sql.unsafe`delete from login where organization_id = ${organizationId}`);
  // Lock the accounts before checking their other memberships: one may be added concurrently.
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
