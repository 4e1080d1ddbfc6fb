/**
 * The rows of an organization's people: what invitations, changes by an OWNER and logins by sign-on have in common. Owns the rule
 * which people can log in.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { unknownHash } from './passwords.ts';
import type { Role } from './roles.ts';

export const peopleMax = 1_000;

/** The role of a person and its limit. */
export interface Rights {
  readonly role: Role;
  /** Ids of the events that the person is limited to; null: there is no limit. */
  readonly events: readonly string[] | null;
}

const idRow = z.object({ id: z.int() });

/** The events of a membership that still exist; null: there is no limit. */
export const limitOf = sql.fragment`
  case when membership.events is not null then array(select event.id from event where event.id = any(membership.events)) end
`;

export const fromPeople = sql.fragment`
  from membership
  join account on account.id = membership.account_id
  left join invitation on invitation.account_id = account.id
`;

/** Whether a person of `fromPeople` has a way to log in that the organization allows. */
const hasLogin = sql.fragment`(
  exists (
    select from sign_on_identity identity join sign_on using (organization_id, issuer)
    where identity.account_id = membership.account_id and identity.organization_id = membership.organization_id
  )
  or account.password_hash <> ${unknownHash} and not exists (
    select from sign_on where sign_on.organization_id = membership.organization_id and not local_login
  )
)`;

/** Changes of one organization's people run one after the other: two owners could otherwise remove each other. */
export async function lock(transaction: CommonQueryMethods, organizationId: number): Promise<void> {
  await transaction.query(sql.unsafe`select from organization where id = ${organizationId} for no key update`);
}

/** Whether nobody else is OWNER and can log in. */
export async function isLastOwner(
  transaction: CommonQueryMethods,
  organizationId: number,
  id: number,
): Promise<boolean> {
  const owners = await ownersOf(transaction, organizationId);
  return owners.length === 1 && owners[0] === id;
}

/** Whether an OWNER has a password, whether or not the organization allows to log in with it. */
export function hasOwnerWithPassword(transaction: CommonQueryMethods, organizationId: number): Promise<boolean> {
  return transaction.exists(sql.unsafe`
    select ${fromPeople}
    where organization_id = ${organizationId} and role = 'OWNER' and password_hash <> ${unknownHash}
  `);
}

/** At most two of those who are OWNER and can log in. */
export function ownersOf(transaction: CommonQueryMethods, organizationId: number): Promise<readonly number[]> {
  return transaction.anyFirst(sql.type(idRow)`
    select account.id ${fromPeople}
    where organization_id = ${organizationId} and role = 'OWNER' and invitation.account_id is null and ${hasLogin}
    limit 2
  `);
}

export async function areOwn(
  transaction: CommonQueryMethods,
  organizationId: number,
  events: readonly string[] | null,
): Promise<boolean> {
  if (events === null) return true;
  const found = await transaction.oneFirst(sql.type(z.object({ found: z.int() }))`
    select count(*)::int as found from event
    where organization_id = ${organizationId} and id = any(${sql.array([...events], 'uuid')})
  `);
  return found === events.length;
}

export async function isFull(transaction: CommonQueryMethods, organizationId: number): Promise<boolean> {
  const people = await transaction.oneFirst(sql.type(z.object({ people: z.int() }))`
    select count(*)::int as people from membership where organization_id = ${organizationId}
  `);
  return people >= peopleMax;
}

/** No email contains a space, so the name cannot be one. */
export function addAccount(transaction: CommonQueryMethods, organizationId: number, email: string): Promise<number> {
  return transaction.oneFirst(sql.type(idRow)`
    insert into account (email, address, first_name, last_name, password_hash)
    values (${`${email} ${organizationId}`}, ${email}, '', '', ${unknownHash})
    returning id
  `);
}

export function loginsOf(
  transaction: CommonQueryMethods,
  organizationId: number,
  id: number,
): Promise<readonly number[]> {
  return transaction.anyFirst(sql.type(idRow)`
    select id from login where organization_id = ${organizationId} and account_id = ${id}
  `);
}

export function eventArray(events: readonly string[] | null) {
  return events === null ? null : sql.array([...events], 'uuid');
}
