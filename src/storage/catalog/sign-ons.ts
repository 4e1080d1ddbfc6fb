/**
 * The sign-on of each organization: a row of `sign_on`, with its secret sealed. Promises that no change of it leaves an
 * organization without an OWNER who can log in, and that passwords are switched off only after an OWNER has signed on with the
 * settings as they are. A secret is never used with another provider than the one it was given for.
 */
import { type CommonQueryMethods, type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { CallChanges } from '../database/call-changes.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Sealer } from '../database/sealed.ts';
import { areOwn, hasOwnerWithPassword, lock, ownersOf, type Rights } from './members.ts';
import { roles } from './roles.ts';

/** The first one that a person is in decides. */
export const groupRows = z.array(
  z.object({ group: z.string(), role: z.enum(roles), events: z.array(z.string()).nullable() }),
);

const signOnRow = z.object({
  organizationId: z.int(),
  issuer: z.string(),
  clientId: z.string(),
  groupsClaim: z.string(),
  groups: groupRows,
  /** Whether people may also log in with a password. */
  localLogin: z.boolean(),
  ownerSignedOnAt: z.date().nullable(),
});
const sealedRow = signOnRow.extend({ sealed: z.instanceof(Buffer) });
const idRow = z.object({ id: z.int() });

export type SignOnRecord = z.infer<typeof signOnRow>;
export type GivenSignOn = Omit<SignOnRecord, 'organizationId' | 'ownerSignedOnAt'>;

/** A sign-on with the secret that proves the service to the provider. */
export type OpenSignOn = SignOnRecord & { readonly clientSecret: string };

/** `secret`: it has to be given. `untried`: no OWNER has signed on with these settings. `event`: one is not the organization's. */
export type SignOnRefusal = 'secret' | 'event' | 'untried' | 'last owner';

const columns = sql.fragment`
  sign_on.organization_id as "organizationId", issuer, client_id as "clientId", groups_claim as "groupsClaim", groups,
  local_login as "localLogin", owner_signed_on_at as "ownerSignedOnAt"
`;

/** Undoes the change that would leave an organization without an OWNER who can log in. */
class WithoutOwner extends Error {}

export class SignOns {
  readonly #pool: DatabasePool;
  readonly #sealer: Sealer;
  readonly #notifications: Notifications;

  constructor(pool: DatabasePool, sealer: Sealer, notifications: Notifications) {
    this.#pool = pool;
    this.#sealer = sealer;
    this.#notifications = notifications;
  }

  find(organizationId: number): Promise<SignOnRecord | null> {
    return this.#pool.maybeOne(sql.type(signOnRow)`
      select ${columns} from sign_on where organization_id = ${organizationId}
    `);
  }

  /** Of an organization that is not being deleted, by its public key. */
  async openByPublicKey(publicKey: string): Promise<OpenSignOn | null> {
    return this.#opened(sql.fragment`public_key = ${publicKey}`);
  }

  /** Of an organization that is not being deleted. */
  async open(organizationId: number): Promise<OpenSignOn | null> {
    return this.#opened(sql.fragment`organization.id = ${organizationId}`);
  }

  /** Stores the settings. `clientSecret`: null: the stored one stays. Logins that they no longer allow end. */
  async put(
    changes: CallChanges,
    organizationId: number,
    given: GivenSignOn,
    clientSecret: string | null,
  ): Promise<SignOnRecord | SignOnRefusal> {
    return this.#change(changes, organizationId, async (transaction) => {
      const former = await findSealed(transaction, organizationId);
      // Those that were the organization's once may be gone since.
      const known = new Set(former === null ? [] : eventsOf(former));
      const events = new Set(eventsOf(given).filter((event) => !known.has(event)));
      if (!(await areOwn(transaction, organizationId, [...events]))) return 'event';
      const formerSecret = former === null ? null : this.#sealer.open(former.sealed, clientSecretName(organizationId));
      const secret = clientSecret ?? (former?.issuer === given.issuer ? formerSecret : null);
      if (secret === null) return 'secret';
      const isTried = former !== null && secret === formerSecret && isSame(former, given);
      if (!given.localLogin && !(isTried && former.ownerSignedOnAt !== null)) return 'untried';
      const stored = await this.#store(transaction, organizationId, given, secret, isTried);
      const endsPasswords = !given.localLogin && former?.localLogin === true;
      const endsSignOns = former !== null && former.issuer !== given.issuer;
      const ended = [
        ...(endsPasswords ? await endLogins(transaction, organizationId, sql.fragment`sign_on_ends_at is null`) : []),
        ...(endsSignOns ? await endLogins(transaction, organizationId, bySignOn) : []),
      ];
      return { result: stored, ended };
    });
  }

  /** Ends the logins by sign-on; null: there is none. The identities of people at the provider stay. */
  remove(changes: CallChanges, organizationId: number): Promise<'removed' | 'last owner' | null> {
    return this.#change(changes, organizationId, async (transaction) => {
      const { rowCount } = await transaction.query(sql.unsafe`
        delete from sign_on where organization_id = ${organizationId}
      `);
      if (rowCount === 0) return null;
      return { result: 'removed' as const, ended: await endLogins(transaction, organizationId, bySignOn) };
    });
  }

  async #change<Result, Refusal extends string | null>(
    changes: CallChanges,
    organizationId: number,
    work: (transaction: CommonQueryMethods) => Promise<{ result: Result; ended: readonly number[] } | Refusal>,
  ): Promise<Result | Refusal | 'last owner'> {
    try {
      const done = await changes.transaction(async (transaction) => {
        await lock(transaction, organizationId);
        const before = await ownersOf(transaction, organizationId);
        const outcome = await work(transaction);
        if (before.length > 0 && (await ownersOf(transaction, organizationId)).length === 0) throw new WithoutOwner();
        return outcome;
      });
      if (done === null || typeof done === 'string') return done;
      const { result, ended } = done;
      await changes.afterCommit(async () => {
        for (const id of ended) await this.#notifications.applied('login', id);
      });
      return result;
    } catch (error) {
      if (error instanceof WithoutOwner) return 'last owner';
      throw error;
    }
  }

  #store(
    transaction: CommonQueryMethods,
    organizationId: number,
    { issuer, clientId, groupsClaim, groups, localLogin }: GivenSignOn,
    secret: string,
    isTried: boolean,
  ): Promise<SignOnRecord> {
    const sealed = sql.binary(this.#sealer.seal(secret, clientSecretName(organizationId)));
    return transaction.one(sql.type(signOnRow)`
      insert into sign_on (organization_id, issuer, client_id, client_secret, groups_claim, groups, local_login)
      values (
        ${organizationId}, ${issuer}, ${clientId}, ${sealed}, ${groupsClaim}, ${JSON.stringify(groups)}::jsonb, ${localLogin}
      )
      on conflict (organization_id) do update set
        issuer = excluded.issuer, client_id = excluded.client_id, client_secret = excluded.client_secret,
        groups_claim = excluded.groups_claim, groups = excluded.groups, local_login = excluded.local_login,
        owner_signed_on_at = case when ${isTried} then sign_on.owner_signed_on_at end
      returning ${columns}
    `);
  }

  async #opened(which: FragmentSqlToken): Promise<OpenSignOn | null> {
    const row = await this.#pool.maybeOne(sql.type(sealedRow)`
      select ${columns}, client_secret as sealed
      from sign_on join organization on organization.id = sign_on.organization_id
      where ${which} and not deleting
    `);
    if (row === null) return null;
    const { sealed, ...record } = row;
    return { ...record, clientSecret: this.#sealer.open(sealed, clientSecretName(record.organizationId)) };
  }
}

/** The name that the secret at the provider is sealed for. */
export function clientSecretName(organizationId: number): string {
  return `organization:${organizationId}:sign-on`;
}

/**
 * The operator's way back when the provider fails. Null: the organization has no sign-on; otherwise whether an OWNER can log
 * in with a password then.
 */
export function allowLocalLogin(pool: DatabasePool, organizationId: number): Promise<boolean | null> {
  return pool.transaction(async (transaction) => {
    await lock(transaction, organizationId);
    const { rowCount } = await transaction.query(sql.unsafe`
      update sign_on set local_login = true where organization_id = ${organizationId}
    `);
    return rowCount === 0 ? null : hasOwnerWithPassword(transaction, organizationId);
  });
}

/** The rights that a person with these groups has; null: none. */
export function rightsOf(groups: z.infer<typeof groupRows>, named: readonly string[]): Rights | null {
  const found = groups.find(({ group }) => named.includes(group));
  return found === undefined ? null : { role: found.role, events: found.events };
}

function eventsOf({ groups }: Pick<GivenSignOn, 'groups'>): string[] {
  return groups.flatMap(({ events }) => events ?? []);
}

const bySignOn = sql.fragment`sign_on_ends_at is not null`;

function endLogins(
  transaction: CommonQueryMethods,
  organizationId: number,
  which: FragmentSqlToken,
): Promise<readonly number[]> {
  return transaction.anyFirst(sql.type(idRow)`
    delete from login where organization_id = ${organizationId} and ${which} returning id
  `);
}

function findSealed(transaction: CommonQueryMethods, organizationId: number) {
  return transaction.maybeOne(sql.type(sealedRow)`
    select ${columns}, client_secret as sealed from sign_on where organization_id = ${organizationId}
  `);
}

/** Whether an OWNER who has signed on with the one signs on with the other. */
function isSame(one: GivenSignOn, other: GivenSignOn): boolean {
  const told = ({ issuer, clientId, groupsClaim, groups }: GivenSignOn): string =>
    JSON.stringify([issuer, clientId, groupsClaim, groups.map(({ group, role, events }) => [group, role, events])]);
  return told(one) === told(other);
}
