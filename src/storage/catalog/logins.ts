/**
 * Checks logins and answers them with the tokens of a family. Failed attempts are throttled by rows of `login_failure`,
 * which apply on every node and across restarts.
 */
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { StorageLog } from '../database/log.ts';
import type { Notifications } from '../database/notifications.ts';
import type { Sealer } from '../database/sealed.ts';
import { hashToken } from '../database/tokens.ts';
import { WorkQueue } from '../database/work-queue.ts';
import { findAccounts } from './accounts.ts';
import { LoginFamilies, type TokenPair } from './login-families.ts';
import { limitOf, loginsOf } from './members.ts';
import { tokenName } from './organizations.ts';
import type { PasswordChecks } from './password-checks.ts';
import { type Role, roles } from './roles.ts';
import type { SignOnRecord } from './sign-ons.ts';
import { type AdmissionRefusal, admit, type SignOnCall, type ToldPerson } from './signed-on-people.ts';

/** Consecutive failures without a pause. */
const freeFailures = 4;
const pauseSecondsMin = 5;
const pauseSecondsMax = 900;
/** The count restarts after this time without a failure. */
const forgottenAfterSeconds = 3_600;

export interface LoginUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly organizationId: number;
  /** Null: the role is not OWNER, and the token opens everything. */
  readonly organizationToken: string | null;
  readonly role: Role;
  /** Ids of the events that the user is limited to; null: there is no limit. */
  readonly events: readonly string[] | null;
}

export interface Login extends TokenPair {
  readonly user: LoginUser;
}

/** A refused attempt. `pauseSeconds`: time until the next attempt is allowed after too many failures, else null. */
export interface LoginRefusal {
  readonly pauseSeconds: number | null;
}

export interface LoginParts {
  readonly pool: DatabasePool;
  readonly sealer: Sealer;
  readonly notifications: Notifications;
  readonly passwords: PasswordChecks;
  readonly log: StorageLog;
}

/** Limits of an attempt's cheap part: a few statements, the same for known and unknown emails. */
const lookUpsAtOnce = 4;
const lookUpsWaitingMax = 1_000;
const attemptBounds = {
  atOnce: 1,
  waitingMax: 10,
  refusal: 'Too many attempts of one user at the moment.',
};

const userRow = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  organizationId: z.int(),
  publicKey: z.string(),
  tokenSealed: z.instanceof(Buffer),
  role: z.enum(roles),
  events: z.array(z.string()).nullable(),
});

export class Logins {
  readonly #pool: DatabasePool;
  readonly #sealer: Sealer;
  readonly #families: LoginFamilies;
  readonly #passwords: PasswordChecks;
  readonly #lookUps = new WorkQueue({
    atOnce: lookUpsAtOnce,
    waitingMax: lookUpsWaitingMax,
    refusal: 'Too many people log in at the moment.',
  });
  /** Running attempts by email and client address; those with the same key run one after the other. */
  readonly #attempts = new Map<string, WorkQueue>();

  constructor({ pool, sealer, notifications, passwords, log }: LoginParts) {
    this.#pool = pool;
    this.#sealer = sealer;
    this.#families = new LoginFamilies(pool, notifications, log);
    this.#passwords = passwords;
  }

  /**
   * `address`: the client's. `organizationId`: null: the first one that the password opens. A wrong password and an unknown
   * email get the same refusal in the same time.
   */
  async open(
    email: string,
    password: string,
    address: string,
    organizationId: number | null,
  ): Promise<Login | LoginRefusal> {
    const name = `${email.toLowerCase()}\n${address}`;
    const attempts = this.#attempts.get(name) ?? new WorkQueue(attemptBounds);
    this.#attempts.set(name, attempts);
    try {
      // Serialized, so that concurrent guesses are all counted.
      return await attempts.run(() => this.#attempt(email, password, organizationId, hashToken(name)));
    } finally {
      if (attempts.isIdle) this.#attempts.delete(name);
    }
  }

  async #attempt(
    email: string,
    password: string,
    organizationId: number | null,
    key: Buffer,
  ): Promise<Login | LoginRefusal> {
    const { pauseSeconds, accounts } = await this.#lookUps.run(async () => {
      const pauseSeconds = await this.#countAttempt(key);
      return { pauseSeconds, accounts: pauseSeconds === null ? await findAccounts(this.#pool, email) : [] };
    });
    if (pauseSeconds !== null) return { pauseSeconds };
    const right = await this.#passwords.matching(
      password,
      accounts.map(({ passwordHash }) => passwordHash),
    );
    const opened = accounts.filter(({ passwordHash }) => right.includes(passwordHash)).map(({ id }) => id);
    const user = opened.length === 0 ? null : await this.#userOf(opened, organizationId);
    if (user === null) return { pauseSeconds: null };
    await this.#pool.query(sql.unsafe`
      delete from login_failure
      where key = ${sql.binary(key)} or (last_at < ${earlier(forgottenAfterSeconds)} and blocked_until < now())
    `);
    await this.#pool.query(sql.unsafe`
      update membership set last_login_at = now()
      where account_id = ${user.id} and organization_id = ${user.organizationId}
    `);
    return { ...(await this.#families.begin(user)), user };
  }

  /** Whether the organization's people log in by its sign-on only. */
  isLocalLoginOff(organizationId: number): Promise<boolean> {
    return this.#pool.exists(sql.unsafe`
      select from sign_on where organization_id = ${organizationId} and not local_login
    `);
  }

  /** Opens a login for the person whom the provider of the sign-on names; it ends after 12 hours. */
  async openBySignOn(signOn: SignOnRecord, person: ToldPerson, call: SignOnCall): Promise<Login | AdmissionRefusal> {
    const { organizationId } = signOn;
    const opened = await this.#pool.transaction(async (transaction) => {
      const id = await admit(transaction, signOn, person, call);
      if (typeof id === 'string') return id;
      const logins = await loginsOf(transaction, organizationId, id);
      return { id, logins, pair: await this.#families.beginSignOn(transaction, { id, organizationId }) };
    });
    if (typeof opened === 'string') return opened;
    // The person's other tokens have the role of the groups now.
    await this.#families.changed(opened.logins);
    const user = await this.user(opened.id, organizationId);
    return user === null ? 'changed' : { ...opened.pair, user };
  }

  /** Exchanges a refresh token for new tokens; null when it is unknown, spent or expired. */
  async renew(refreshToken: string): Promise<Login | null> {
    const owner = await this.#families.ownerOf(refreshToken);
    if (owner === null) return null;
    const user = await this.user(owner.id, owner.organizationId);
    if (user === null) {
      await this.#families.end(refreshToken);
      return null;
    }
    const pair = await this.#families.renew(refreshToken);
    return pair === null ? null : { ...pair, user };
  }

  /** Ends the login of an access or refresh token, if there is one: at once on this node, on others within a second. */
  close(token: string): Promise<void> {
    return this.#families.end(token);
  }

  /** The user as a member of the organization; null when the account is no longer a member. */
  user(accountId: number, organizationId: number): Promise<LoginUser | null> {
    return this.#findUser(sql.fragment`account.id = ${accountId} and organization.id = ${organizationId}`);
  }

  /** Counts the attempt as a failure; a success deletes the row. Returns the remaining pause in seconds, else null. */
  async #countAttempt(key: Buffer): Promise<number | null> {
    const counted = await this.#pool.maybeOne(sql.unsafe`
      insert into login_failure as failure (key, count, last_at, blocked_until)
      values (${sql.binary(key)}, 1, now(), '-infinity')
      on conflict (key) do update set
        count = case when failure.last_at < ${earlier(forgottenAfterSeconds)} then 1 else failure.count + 1 end,
        last_at = now(),
        blocked_until = case
          -- Not now(): a concurrent attempt may have started a little earlier.
          when failure.last_at < ${earlier(forgottenAfterSeconds)} or failure.count < ${freeFailures} then '-infinity'
          else now() + make_interval(
            secs => least(${pauseSecondsMax}, ${pauseSecondsMin} * 2 ^ least(failure.count - ${freeFailures}, 20))
          )
        end
      where failure.blocked_until <= now()
      returning count
    `);
    if (counted !== null) return null;
    const left = await this.#pool.maybeOneFirst(sql.type(z.object({ seconds: z.int() }))`
      select ceil(extract(epoch from blocked_until - now()))::int as seconds
      from login_failure where key = ${sql.binary(key)}
    `);
    return Math.max(1, left ?? 1);
  }

  /** The user as a member of the organization, or of the accounts' first one that a password opens; null: there is none. */
  #userOf(accountIds: readonly number[], organizationId: number | null): Promise<LoginUser | null> {
    const wanted = organizationId === null ? sql.fragment`` : sql.fragment`and organization.id = ${organizationId}`;
    return this.#findUser(sql.fragment`
      account.id = any(${sql.array([...accountIds], 'int8')}) ${wanted}
      and not exists (select from sign_on where organization_id = organization.id and not local_login)
    `);
  }

  async #findUser(which: FragmentSqlToken): Promise<LoginUser | null> {
    const row = await this.#pool.maybeOne(sql.type(userRow)`
      select
        account.id, coalesce(address, email) as email, trim(first_name || ' ' || last_name) as name,
        organization.id as "organizationId", public_key as "publicKey", token_sealed as "tokenSealed", role,
        ${limitOf} as events
      from account
      join membership on membership.account_id = account.id
      join organization on organization.id = membership.organization_id
      where ${which} and not deleting
      order by membership.id limit 1
    `);
    if (row === null) return null;
    const { publicKey, tokenSealed, ...user } = row;
    const organizationToken = user.role === 'OWNER' ? this.#sealer.open(tokenSealed, tokenName(publicKey)) : null;
    return { ...user, organizationToken };
  }
}

function earlier(seconds: number) {
  return sql.fragment`now() - make_interval(secs => ${seconds})`;
}
