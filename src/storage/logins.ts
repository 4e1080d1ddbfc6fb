/**
 * Who may log in, and as whom. Whoever fails is slowed down, by rows of `login_failure` that hold on every node and across
 * restarts. What a login answers are the tokens of a family.
 */
import { type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { findAccount } from './accounts.ts';
import type { StorageLog } from './log.ts';
import { LoginFamilies, type TokenPair } from './login-families.ts';
import type { Notifications } from './notifications.ts';
import { tokenName } from './organizations.ts';
import type { PasswordChecks } from './password-checks.ts';
import type { Sealer } from './sealed.ts';
import { hashToken } from './tokens.ts';
import { WorkQueue } from './work-queue.ts';

/** Failures in a row that cost nothing. */
const freeFailures = 4;
const pauseSecondsMin = 5;
const pauseSecondsMax = 900;
/** After this long without a failure it is forgotten that there were any. */
const forgottenAfterSeconds = 3_600;

export interface LoginUser {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  readonly organizationId: number;
  readonly organizationToken: string;
}

export interface Login extends TokenPair {
  readonly user: LoginUser;
}

/** Refused; `pauseSeconds` says how long nothing will be tried, when there were too many failures. */
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

/** The cheap part of an attempt: some statements, of names that are known as of those that are not. */
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
  /** Attempts of one name at one address run one after the other; of those that are being made. */
  readonly #attempts = new Map<string, WorkQueue>();

  constructor({ pool, sealer, notifications, passwords, log }: LoginParts) {
    this.#pool = pool;
    this.#sealer = sealer;
    this.#families = new LoginFamilies(pool, notifications, log);
    this.#passwords = passwords;
  }

  /** `address`: where the attempt comes from. A wrong password and an unknown email are refused alike, in the same time. */
  async open(email: string, password: string, address: string): Promise<Login | LoginRefusal> {
    const name = `${email.toLowerCase()}\n${address}`;
    const attempts = this.#attempts.get(name) ?? new WorkQueue(attemptBounds);
    this.#attempts.set(name, attempts);
    try {
      // As many guesses as one likes at the same moment are still counted one after the other.
      return await attempts.run(() => this.#attempt(email, password, hashToken(name)));
    } finally {
      if (attempts.isIdle) this.#attempts.delete(name);
    }
  }

  async #attempt(email: string, password: string, key: Buffer): Promise<Login | LoginRefusal> {
    const { pauseSeconds, account } = await this.#lookUps.run(async () => {
      const pauseSeconds = await this.#countAttempt(key);
      return { pauseSeconds, account: pauseSeconds === null ? await findAccount(this.#pool, email) : null };
    });
    if (pauseSeconds !== null) return { pauseSeconds };
    const isRight = await this.#passwords.isPassword(password, account?.passwordHash ?? null);
    const user = isRight && account !== null ? await this.#userOf(account.id) : null;
    if (user === null) return { pauseSeconds: null };
    await this.#pool.query(sql.unsafe`
      delete from login_failure
      where key = ${sql.binary(key)} or (last_at < ${earlier(forgottenAfterSeconds)} and blocked_until < now())
    `);
    return { ...(await this.#families.begin(user)), user };
  }

  /** New tokens for a refresh token, which is spent; null when it is unknown, spent or expired. */
  async renew(refreshToken: string): Promise<Login | null> {
    const accountId = await this.#families.accountOf(refreshToken);
    if (accountId === null) return null;
    const user = await this.#userOf(accountId);
    if (user === null) {
      await this.#families.end(refreshToken);
      return null;
    }
    const pair = await this.#families.renew(refreshToken, user);
    return pair === null ? null : { ...pair, user };
  }

  /** Ends the login that a token of any kind belongs to, if there is one: at once on this node, elsewhere within a second. */
  close(token: string): Promise<void> {
    return this.#families.end(token);
  }

  /** Who is logged in, as the organization that the login opened knows them; null when they are a user of it no more. */
  user(accountId: number, organizationId: number): Promise<LoginUser | null> {
    return this.#findUser(sql.fragment`account.id = ${accountId} and organization.id = ${organizationId}`);
  }

  /** Counts a failure until the attempt has proved to be none; how long to wait when it is too early for one, else null. */
  async #countAttempt(key: Buffer): Promise<number | null> {
    const counted = await this.#pool.maybeOne(sql.unsafe`
      insert into login_failure as failure (key, count, last_at, blocked_until)
      values (${sql.binary(key)}, 1, now(), '-infinity')
      on conflict (key) do update set
        count = case when failure.last_at < ${earlier(forgottenAfterSeconds)} then 1 else failure.count + 1 end,
        last_at = now(),
        blocked_until = case
          -- Not now(): an attempt at the same moment may have begun a little earlier.
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

  /** What the account's oldest organization, of those that are there, makes of it; null when there is none. */
  #userOf(accountId: number): Promise<LoginUser | null> {
    return this.#findUser(sql.fragment`account.id = ${accountId}`);
  }

  async #findUser(which: FragmentSqlToken): Promise<LoginUser | null> {
    const row = await this.#pool.maybeOne(sql.type(userRow)`
      select
        account.id, email, first_name || ' ' || last_name as name, organization.id as "organizationId",
        public_key as "publicKey", token_sealed as "tokenSealed"
      from account
      join membership on membership.account_id = account.id
      join organization on organization.id = membership.organization_id
      where ${which} and not deleting
      order by membership.id limit 1
    `);
    if (row === null) return null;
    const { publicKey, tokenSealed, ...user } = row;
    return { ...user, organizationToken: this.#sealer.open(tokenSealed, tokenName(publicKey)) };
  }
}

function earlier(seconds: number) {
  return sql.fragment`now() - make_interval(secs => ${seconds})`;
}
