/**
 * Codes that a shop's page carries to its server after a checkout, in place of the session id: rows of `checkout_code`.
 * A session has at most one, so that repeated calls fill no table. A code that was used or has expired never works again.
 */
import { randomBytes } from 'node:crypto';
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Database } from '../database/call-changes.ts';
import type { DatabasePool } from '../database/pool.ts';

const codeRow = z.object({ code: z.string(), expiresAt: z.date() });

export type CheckoutCode = z.infer<typeof codeRow>;

/** How long a code can be exchanged. */
export const codeSeconds = 600;
const codeBytes = 32;

const instant = (time: number) => sql.fragment`${new Date(time).toISOString()}::timestamptz`;

/** The code of the session; a new one when it has none that can be exchanged. `now`: actor time. */
export function codeOf(
  connection: CommonQueryMethods,
  organizationId: number,
  sessionId: string,
  now: number,
): Promise<CheckoutCode> {
  const code = randomBytes(codeBytes).toString('base64url');
  const isOver = sql.fragment`known.expires_at <= ${instant(now)}`;
  return connection.one(sql.type(codeRow)`
    insert into checkout_code as known (session_id, code, organization_id, expires_at)
    values (${sessionId}, ${code}, ${organizationId}, ${instant(now + codeSeconds * 1000)})
    on conflict (session_id) do update set
      code = case when ${isOver} then excluded.code else known.code end,
      expires_at = case when ${isOver} then excluded.expires_at else known.expires_at end
    returning code, expires_at as "expiresAt"
  `);
}

const ofCode = (organizationId: number, code: string) => sql.fragment`
  code = ${code} and organization_id = ${organizationId}
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
