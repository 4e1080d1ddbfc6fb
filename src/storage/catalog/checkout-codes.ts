/**
 * Codes that a shop's page carries to its server after a checkout, in place of the session id: rows of `checkout_code`.
 * A session has at most one. The table has digests, so a code cannot be read from it; a code works once.
 */
import { hash, randomUUID } from 'node:crypto';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import type { DatabasePool } from '../database/pool.ts';

export interface CheckoutCode {
  readonly code: string;
  /** Actor time. */
  readonly expiresAt: number;
}

/** How long a code can be exchanged. */
export const codeSeconds = 600;

function digestOf(code: string) {
  return sql.binary(hash('sha256', code, 'buffer'));
}

const instant = (time: number) => sql.fragment`${new Date(time).toISOString()}::timestamptz`;

/**
 * Makes the code of the session. One that it had before no longer works. `key`: of the call; a repetition with it makes
 * the same code. `now`: actor time.
 */
export async function createCode(
  connection: CommonQueryMethods,
  organizationId: number,
  sessionId: string,
  key: string | null,
  now: number,
): Promise<CheckoutCode> {
  // Nobody else can compute it: the session id is a secret of the buyer.
  const code = hash('sha256', `checkout code ${sessionId} ${key ?? randomUUID()}`, 'base64url');
  const expiresAt = now + codeSeconds * 1000;
  await connection.query(sql.unsafe`
    insert into checkout_code (session_id, digest, organization_id, expires_at)
    values (${sessionId}, ${digestOf(code)}, ${organizationId}, ${instant(expiresAt)})
    on conflict (session_id) do update set digest = excluded.digest, expires_at = excluded.expires_at
  `);
  return { code, expiresAt };
}

const ofCode = (organizationId: number, code: string) => sql.fragment`
  digest = ${digestOf(code)} and organization_id = ${organizationId}
`;

/** The session of the organization's code; null: there is no such code, or it is old or used. */
export function findSession(
  connection: CommonQueryMethods,
  organizationId: number,
  code: string,
  now: number,
): Promise<string | null> {
  return connection.maybeOneFirst(sql.type(z.object({ sessionId: z.string() }))`
    select session_id as "sessionId" from checkout_code
    where ${ofCode(organizationId, code)} and expires_at > ${instant(now)}
  `);
}

/** False: another call was first. */
export async function useCode(database: Database, organizationId: number, code: string): Promise<boolean> {
  const { rowCount } = await database.query(sql.unsafe`
    delete from checkout_code where ${ofCode(organizationId, code)}
  `);
  return rowCount > 0;
}

/** Deletes the codes that have expired. */
export async function trimCodes(pool: DatabasePool, now: number): Promise<void> {
  await pool.query(sql.unsafe`delete from checkout_code where expires_at < ${instant(now)}`);
}
