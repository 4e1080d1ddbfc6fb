/**
 * The tokens of logins. One row of `login` is a family: all tokens that descend from one login, of which one access
 * token and one refresh token are valid. A refresh token works once. A second use ends the family, because the token
 * has then been copied, and the thief cannot be told from the user (RFC 9700, 4.14.2). Tokens are kept as hashes only.
 */
import { type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import type { StorageLog } from '../database/log.ts';
import type { Notifications } from '../database/notifications.ts';
import { hashToken, newLoginToken } from '../database/tokens.ts';

const tokenSeconds = 3_600;
const refreshSeconds = 30 * 24 * 3_600;
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
    const pair = newPair();
    await this.#pool.query(sql.unsafe`
      with expired as (
        delete from login where refresh_expires_at < now()
      )
      insert into login (account_id, organization_id, token_hash, token_expires_at, refresh_hash, refresh_expires_at)
      values (
        ${owner.id}, ${owner.organizationId},
        ${sql.binary(hashToken(pair.token))}, ${later(tokenSeconds)},
        ${sql.binary(hashToken(pair.refreshToken))}, ${later(refreshSeconds)}
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
          token_hash = ${sql.binary(hashToken(pair.token))}, token_expires_at = ${later(tokenSeconds)},
          refresh_hash = ${sql.binary(hashToken(pair.refreshToken))}, refresh_expires_at = ${later(refreshSeconds)}
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
    for (const id of ended) await this.#notifications.applied('login', id);
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
