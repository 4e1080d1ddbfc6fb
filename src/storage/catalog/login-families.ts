/**
 * The tokens of logins. One row of `login` is a family: all tokens that descend from one login, of which one access
 * token and one refresh token are valid. A refresh token works once. A second use ends the family, because the token
 * has then been copied, and the thief cannot be told from the user (RFC 9700, 4.14.2). Tokens are kept as hashes only.
 */
import { type CommonQueryMethods, type DatabasePool, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import type { StorageLog } from '../database/log.ts';
import type { Notifications } from '../database/notifications.ts';
import { hashToken, newLoginToken } from '../database/tokens.ts';

const tokenSeconds = 3_600;
const refreshSeconds = 30 * 24 * 3_600;
/** A login by sign-on ends then, however often it is renewed: the provider may have removed the person. */
const signOnSeconds = 12 * 3_600;
/**
 * Within this time, a second use of the previous refresh token is only refused and does not end the family: concurrent
 * renewals by one user's pages, or a retry after a lost answer, are no theft. A thief gains nothing either.
 */
const raceSeconds = 10;
/** Spent tokens remembered per family. Clients renew once an hour, so the oldest was used weeks ago. */
const spentTokensMax = 1_000;

export interface TokenPair {
  readonly token: string;
  readonly refreshToken: string;
}

/** The owner of a family. */
export interface TokenOwner {
  /** The account. */
  readonly id: number;
  readonly organizationId: number;
}

const idRow = z.object({ id: z.int() });
const ownerRow = z.object({ id: z.int(), organizationId: z.int() });

export class LoginFamilies {
  readonly #pool: DatabasePool;
  readonly #notifications: Notifications;
  readonly #log: StorageLog;

  constructor(pool: DatabasePool, notifications: Notifications, log: StorageLog) {
    this.#pool = pool;
    this.#notifications = notifications;
    this.#log = log;
  }

  /** The first tokens of a new family. Also deletes expired families. */
  async begin(owner: TokenOwner): Promise<TokenPair> {
    return this.#begin(this.#pool, owner, sql.fragment`null::timestamptz`);
  }

  /** The same, of a login by sign-on. Its row commits with the transaction. */
  async beginSignOn(transaction: CommonQueryMethods, owner: TokenOwner): Promise<TokenPair> {
    return this.#begin(transaction, owner, later(signOnSeconds));
  }

  async #begin(connection: CommonQueryMethods, owner: TokenOwner, endsAt: FragmentSqlToken): Promise<TokenPair> {
    const pair = newPair();
    await connection.query(sql.unsafe`
      with expired as (
        delete from login where refresh_expires_at < now()
      )
      insert into login (
        account_id, organization_id, token_hash, token_expires_at, refresh_hash, refresh_expires_at, sign_on_ends_at
      )
      values (
        ${owner.id}, ${owner.organizationId},
        ${sql.binary(hashToken(pair.token))}, ${later(tokenSeconds)},
        ${sql.binary(hashToken(pair.refreshToken))}, least(${later(refreshSeconds)}, ${endsAt}), ${endsAt}
      )
    `);
    return pair;
  }

  /**
   * The owner of a valid refresh token; null for any other token. A spent token ends its family, see `raceSeconds`.
   */
  async ownerOf(refreshToken: string): Promise<TokenOwner | null> {
    const hash = hashToken(refreshToken);
    const owner = await this.#pool.maybeOne(sql.type(ownerRow)`
      select account_id as id, organization_id as "organizationId" from login
      where refresh_hash = ${sql.binary(hash)} and refresh_expires_at > now()
        and (sign_on_ends_at is not null or not exists (
          select from sign_on where sign_on.organization_id = login.organization_id and not local_login
        ))
    `);
    if (owner === null) await this.#endIfSpent(hash);
    return owner;
  }

  /** Replaces both tokens of the family; null when another request has just used the refresh token. */
  async renew(refreshToken: string): Promise<TokenPair | null> {
    const hash = sql.binary(hashToken(refreshToken));
    const pair = newPair();
    const renewed = await this.#pool.maybeOneFirst(sql.type(idRow)`
      with renewed as (
        update login set
          generation = generation + 1,
          token_hash = ${sql.binary(hashToken(pair.token))},
          token_expires_at = least(${later(tokenSeconds)}, sign_on_ends_at),
          refresh_hash = ${sql.binary(hashToken(pair.refreshToken))},
          refresh_expires_at = least(${later(refreshSeconds)}, sign_on_ends_at)
        where refresh_hash = ${hash} and refresh_expires_at > now()
        returning id, generation
      ), forgotten as (
        delete from spent_refresh_token spent using renewed
        where spent.login_id = renewed.id and spent.generation < renewed.generation - ${spentTokensMax}
      )
      insert into spent_refresh_token (hash, login_id, generation)
      select ${hash}, id, generation - 1 from renewed
      returning login_id as id
    `);
    if (renewed === null) return null;
    await this.#notifications.applied('login', renewed);
    return pair;
  }

  /**
   * Ends the family of an access or refresh token, if there is one: at once on this node, on others within a second.
   */
  async end(token: string): Promise<void> {
    const hash = sql.binary(hashToken(token));
    const ended = await this.#pool.anyFirst(sql.type(idRow)`
      delete from login
      where token_hash = ${hash} or refresh_hash = ${hash}
        or id = (select login_id from spent_refresh_token where hash = ${hash})
      returning id
    `);
    await this.changed(ended);
  }

  /** The rights of their owner have changed. */
  async changed(ids: readonly number[]): Promise<void> {
    for (const id of ids) await this.#notifications.applied('login', id);
  }

  async #endIfSpent(hash: Buffer): Promise<void> {
    const ended = await this.#pool.maybeOneFirst(sql.type(idRow)`
      delete from login using spent_refresh_token spent
      where spent.hash = ${sql.binary(hash)} and spent.login_id = login.id
        and not (spent.generation = login.generation - 1 and spent.spent_at > ${later(-raceSeconds)})
      returning login.id
    `);
    if (ended === null) return;
    await this.#notifications.applied('login', ended);
    this.#log.info({ loginId: ended }, 'a refresh token was used twice: its login has ended');
  }
}

function newPair(): TokenPair {
  return { token: newLoginToken(), refreshToken: newLoginToken() };
}

function later(seconds: number) {
  return sql.fragment`now() + make_interval(secs => ${seconds})`;
}
