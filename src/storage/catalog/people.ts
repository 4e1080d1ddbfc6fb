/**
 * The people of an organization: rows of `membership` with the role and the events of each, and `invitation` for those
 * who have not accepted yet. An invited person gets an account for this organization alone, so that no answer differs by
 * what another organization knows of the address. Promises that an organization keeps a person who is OWNER and can log
 * in. A change ends or changes what the person's tokens may do, within a second on every node.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { CallChanges } from '../database/call-changes.ts';
import type { Notifications } from '../database/notifications.ts';
import { hashToken, newInvitationToken } from '../database/tokens.ts';
import { findAccounts } from './accounts.ts';
import {
  addAccount,
  areOwn,
  eventArray,
  fromPeople,
  isFull,
  isLastOwner,
  limitOf,
  lock,
  loginsOf,
  type Rights,
} from './members.ts';
import type { PasswordChecks } from './password-checks.ts';
import { roles } from './roles.ts';

const invitationHours = 72;

const personRow = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(roles),
  events: z.array(z.string()).nullable(),
  lastLogin: z.date().nullable(),
  /** The end of the invitation; null: the person has accepted it, or came without one. */
  invitedUntil: z.date().nullable(),
});

export type Person = z.infer<typeof personRow>;

export interface Invitation {
  readonly id: number;
  /** Shown once: only its hash is kept. */
  readonly token: string;
  readonly expiresAt: Date;
}

/** `last owner`: nobody else is OWNER and can log in. `event`: one of the events is not the organization's. */
export type PersonRefusal = 'unknown' | 'known' | 'too many' | 'last owner' | 'event';

const invitedRow = z.object({ id: z.int(), isInvited: z.boolean() });
const acceptedRow = z.object({ email: z.string(), organizationId: z.int(), organizationName: z.string() });

export type Accepted = z.infer<typeof acceptedRow>;

const personColumns = sql.fragment`
  account.id, coalesce(address, email) as email, role, ${limitOf} as events,
  last_login_at as "lastLogin", expires_at as "invitedUntil"
`;

export class People {
  readonly #pool: DatabasePool;
  readonly #notifications: Notifications;
  readonly #passwords: Pick<PasswordChecks, 'hash'>;

  constructor(pool: DatabasePool, notifications: Notifications, passwords: Pick<PasswordChecks, 'hash'>) {
    this.#pool = pool;
    this.#notifications = notifications;
    this.#passwords = passwords;
  }

  /** By id; invited people too. */
  list(organizationId: number): Promise<readonly Person[]> {
    return this.#pool.any(sql.type(personRow)`
      select ${personColumns} ${fromPeople} where organization_id = ${organizationId} order by account.id
    `);
  }

  /** A person who has not accepted yet gets a new token, and the former one is void. */
  async invite(
    changes: CallChanges,
    organizationId: number,
    email: string,
    rights: Rights,
  ): Promise<Invitation | PersonRefusal> {
    const token = newInvitationToken();
    return changes.transaction(async (transaction) => {
      await lock(transaction, organizationId);
      if (!(await areOwn(transaction, organizationId, rights.events))) return 'event';
      const known = await transaction.maybeOne(sql.type(invitedRow)`
        select account.id, invitation.account_id is not null as "isInvited" ${fromPeople}
        where organization_id = ${organizationId} and lower(coalesce(address, email)) = lower(${email})
      `);
      if (known !== null && !known.isInvited) return 'known';
      if (known === null && (await isFull(transaction, organizationId))) return 'too many';
      const id = known?.id ?? (await addAccount(transaction, organizationId, email));
      await transaction.query(sql.unsafe`
        insert into membership (account_id, organization_id, role, events)
        values (${id}, ${organizationId}, ${rights.role}, ${eventArray(rights.events)})
        on conflict (account_id, organization_id) do update set role = excluded.role, events = excluded.events
      `);
      const expiresAt = await transaction.oneFirst(sql.type(z.object({ expiresAt: z.date() }))`
        insert into invitation (account_id, token_hash, expires_at)
        values (${id}, ${sql.binary(hashToken(token))}, now() + make_interval(hours => ${invitationHours}))
        on conflict (account_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at
        returning expires_at as "expiresAt"
      `);
      return { id, token, expiresAt };
    });
  }

  /** The person as changed. Tokens have the new rights at once on this node, on others within a second. */
  async change(
    changes: CallChanges,
    organizationId: number,
    id: number,
    rights: Rights,
  ): Promise<Person | PersonRefusal> {
    const changed = await changes.transaction(async (transaction) => {
      await lock(transaction, organizationId);
      if (!(await areOwn(transaction, organizationId, rights.events))) return 'event';
      if (rights.role !== 'OWNER' && (await isLastOwner(transaction, organizationId, id))) return 'last owner';
      const { rowCount } = await transaction.query(sql.unsafe`
        update membership set role = ${rights.role}, events = ${eventArray(rights.events)}
        where organization_id = ${organizationId} and account_id = ${id}
      `);
      if (rowCount === 0) return 'unknown';
      const logins = await loginsOf(transaction, organizationId, id);
      const person = await transaction.one(sql.type(personRow)`
        select ${personColumns} ${fromPeople} where organization_id = ${organizationId} and account.id = ${id}
      `);
      return { person, logins };
    });
    if (typeof changed === 'string') return changed;
    await changes.afterCommit(() => this.#announce(changed.logins));
    return changed.person;
  }

  /** Ends the person's logins, or withdraws the invitation. */
  async remove(changes: CallChanges, organizationId: number, id: number): Promise<'removed' | PersonRefusal> {
    const removed = await changes.transaction(async (transaction) => {
      await lock(transaction, organizationId);
      if (await isLastOwner(transaction, organizationId, id)) return 'last owner';
      const logins = await loginsOf(transaction, organizationId, id);
      const { rowCount } = await transaction.query(sql.unsafe`
        delete from membership where organization_id = ${organizationId} and account_id = ${id}
      `);
      if (rowCount === 0) return 'unknown';
      await transaction.query(sql.unsafe`
        delete from login where organization_id = ${organizationId} and account_id = ${id}
      `);
      await transaction.query(sql.unsafe`
        delete from account where id = ${id} and not exists (select from membership where account_id = ${id})
      `);
      return logins;
    });
    if (typeof removed === 'string') return removed;
    await changes.afterCommit(() => this.#announce(removed));
    return 'removed';
  }

  /** Sets the password of the invited person; null when the token is unknown, used or expired. Works once. */
  async accept(token: string, password: string): Promise<Accepted | null> {
    const hash = sql.binary(hashToken(token));
    const email = await this.#pool.maybeOneFirst(sql.type(z.object({ email: z.string() }))`
      select coalesce(address, email) as email from invitation join account on account.id = account_id
      where token_hash = ${hash} and expires_at > now()
    `);
    if (email === null) return null;
    // One derivation compares a password with all accounts of the address: a login takes no longer for several.
    const [other] = await findAccounts(this.#pool, email);
    const passwordHash = await this.#passwords.hash(password, other?.passwordHash ?? null);
    return this.#pool.maybeOne(sql.type(acceptedRow)`
      with used as (
        delete from invitation where token_hash = ${hash} and expires_at > now() returning account_id as id
      ), opened as (
        update account set password_hash = ${passwordHash} from used where account.id = used.id
        returning account.id, coalesce(address, email) as email
      )
      select email, organization.id as "organizationId", organization.name as "organizationName"
      from opened
      join membership on membership.account_id = opened.id
      join organization on organization.id = organization_id
    `);
  }

  async #announce(logins: readonly number[]): Promise<void> {
    for (const id of logins) await this.#notifications.applied('login', id);
  }
}
