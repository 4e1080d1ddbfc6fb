/**
 * Admits the person whom an organization's provider names. The provider's name of a person is an identity, (issuer, subject),
 * which belongs to one person of the organization. The person's role is the one of its groups, at each login. Promises that a
 * refusal leaves no row, that nobody becomes another person by an address that the provider has not verified, and that a change
 * of a person has its entry in the audit.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { type AuditEntry, insertEntries } from './audit-entries.ts';
import { addAccount, eventArray, fromPeople, isFull, isLastOwner, limitOf, lock, type Rights } from './members.ts';
import { unknownHash } from './passwords.ts';
import { roles } from './roles.ts';
import { groupRows, rightsOf, type SignOnRecord } from './sign-ons.ts';

/** What the provider says of a person. */
export interface ToldPerson {
  readonly subject: string;
  readonly email: string;
  /** Whether the provider says that the person owns the address. */
  readonly isEmailVerified: boolean;
  readonly groups: readonly string[];
}

/**
 * `changed`: the settings, meanwhile. `group`: none of the person's has a role. `address`: it is another person's. `last owner`:
 * the person's groups would take the role from the last OWNER.
 */
export type AdmissionRefusal = 'changed' | 'group' | 'address' | 'too many' | 'last owner';

/** The call that completes the sign-on, as the audit names it. */
export type SignOnCall = Pick<AuditEntry, 'address' | 'operation' | 'target' | 'requestId'>;

const idRow = z.object({ id: z.int() });
const signOnRow = z.object({ groups: groupRows });
const shownRow = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(roles),
  events: z.array(z.string()).nullable(),
});
const knownRow = z.object({ id: z.int(), hasIdentity: z.boolean() });

/** The id of the account, whose membership has the rights of its groups then. Must run in one transaction. */
export async function admit(
  transaction: CommonQueryMethods,
  { organizationId, issuer, clientId }: SignOnRecord,
  person: ToldPerson,
  call: SignOnCall,
): Promise<number | AdmissionRefusal> {
  await lock(transaction, organizationId);
  const signOn = await transaction.maybeOne(sql.type(signOnRow)`
    select groups from sign_on
    where organization_id = ${organizationId} and issuer = ${issuer} and client_id = ${clientId}
  `);
  if (signOn === null) return 'changed';
  const rights = rightsOf(signOn.groups, person.groups);
  if (rights === null) return 'group';
  const account = await accountOf(transaction, organizationId, issuer, person);
  if (typeof account === 'string') return account;
  if (account !== null && rights.role !== 'OWNER' && (await isLastOwner(transaction, organizationId, account.id))) {
    return 'last owner';
  }
  const before = account === null ? null : await shownPerson(transaction, organizationId, account.id);
  const id = account?.id ?? (await addAccount(transaction, organizationId, person.email));
  if (account?.hasNewAddress === true) await rename(transaction, organizationId, id, person.email);
  await store(transaction, organizationId, id, rights);
  await transaction.query(sql.unsafe`
    insert into sign_on_identity (organization_id, issuer, subject, account_id)
    values (${organizationId}, ${issuer}, ${person.subject}, ${id})
    on conflict do nothing
  `);
  const after = await shownPerson(transaction, organizationId, id);
  if (after !== before) {
    const entry = { ...call, organizationId, author: `ACCOUNT:${id}`, event: null, before };
    await insertEntries(transaction, [entry], { status: 200, after, isRepeated: false });
  }
  return id;
}

/** The person as the list of people shows it, as JSON; null: it is no member yet. */
async function shownPerson(
  transaction: CommonQueryMethods,
  organizationId: number,
  id: number,
): Promise<string | null> {
  const person = await transaction.maybeOne(sql.type(shownRow)`
    select account.id, coalesce(address, email) as email, role, ${limitOf} as events ${fromPeople}
    where account.id = ${id} and organization_id = ${organizationId}
  `);
  return person === null ? null : JSON.stringify(person);
}

interface KnownAccount {
  readonly id: number;
  /** The person's address is nobody's in the organization. */
  readonly hasNewAddress: boolean;
}

/** The account that the person has already; null: none. */
async function accountOf(
  transaction: CommonQueryMethods,
  organizationId: number,
  issuer: string,
  { subject, email, isEmailVerified }: ToldPerson,
): Promise<KnownAccount | null | 'address' | 'too many'> {
  const known = await transaction.maybeOneFirst(sql.type(idRow)`
    select account_id as id from sign_on_identity
    where organization_id = ${organizationId} and issuer = ${issuer} and subject = ${subject}
  `);
  const namesake = await transaction.maybeOne(sql.type(knownRow)`
    select account.id, exists (
      select from sign_on_identity identity
      where identity.account_id = account.id and identity.organization_id = ${organizationId} and issuer = ${issuer}
    ) as "hasIdentity"
    ${fromPeople}
    where organization_id = ${organizationId} and lower(coalesce(address, email)) = lower(${email})
    order by account.id limit 1
  `);
  if (known !== null) return { id: known, hasNewAddress: namesake === null };
  if (namesake === null) return (await isFull(transaction, organizationId)) ? 'too many' : null;
  // The address may have been another person's before: the identity of that one stays with its own account.
  return namesake.hasIdentity || !isEmailVerified ? 'address' : { id: namesake.id, hasNewAddress: false };
}

/** Takes over the address at the provider. An address that belongs to a password stays. */
async function rename(
  transaction: CommonQueryMethods,
  organizationId: number,
  id: number,
  email: string,
): Promise<void> {
  await transaction.query(sql.unsafe`
    update account set address = ${email}, email = ${`${email} ${organizationId}`}
    where id = ${id} and address is not null and password_hash = ${unknownHash}
  `);
}

async function store(
  transaction: CommonQueryMethods,
  organizationId: number,
  id: number,
  { role, events }: Rights,
): Promise<void> {
  // The sign-on proves what the link of an invitation would.
  await transaction.query(sql.unsafe`delete from invitation where account_id = ${id}`);
  await transaction.query(sql.unsafe`
    insert into membership (account_id, organization_id, role, events, last_login_at)
    values (${id}, ${organizationId}, ${role}, ${eventArray(events)}, now())
    on conflict (account_id, organization_id) do update
    set role = excluded.role, events = excluded.events, last_login_at = excluded.last_login_at
  `);
  if (role !== 'OWNER') return;
  await transaction.query(sql.unsafe`
    update sign_on set owner_signed_on_at = now() where organization_id = ${organizationId}
  `);
}
