/**
 * Reads of sessions from the projection: lists for an organization's server, and single sessions that are over.
 * As fresh as the projection: settle the event first. Never writes.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import type { Session, SessionState } from '#domain/session/session.ts';
import { sessionOf, sessionRow, sessionStateColumn, storedReference } from './session-rows.ts';

export interface SessionQuery {
  readonly eventNumber: number;
  readonly state?: SessionState | undefined;
  readonly reference?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const summaryRow = z.object({
  id: z.string(),
  state: sessionStateColumn,
  /** Seats plus GA places. */
  cartSize: z.int(),
  totalCents: z.int(),
  /** Actor time in milliseconds, like `deadline`. */
  createdAt: z.int(),
  deadline: z.int().nullable(),
});

export type SessionSummary = z.infer<typeof summaryRow>;

/** Summaries of an event's sessions, newest first (contract: private sessions, list). */
export function listSessions(connection: CommonQueryMethods, query: SessionQuery): Promise<readonly SessionSummary[]> {
  const conditions = [sql.fragment`event_number = ${query.eventNumber}`];
  if (query.state !== undefined) conditions.push(sql.fragment`state = ${query.state}`);
  if (query.reference !== undefined) conditions.push(sql.fragment`reference = ${storedReference(query.reference)}`);
  return connection.any(sql.type(summaryRow)`
    select id, state, cart_size as "cartSize", total_cents as "totalCents", created_at as "createdAt", deadline
    from session_record
    where ${sql.join(conditions, sql.fragment` and `)}
    order by ordinal desc
    limit ${query.limit} offset ${query.offset}
  `);
}

/** The session as it was last projected, or null. */
export async function findSession(
  connection: CommonQueryMethods,
  eventNumber: number,
  sessionId: string,
): Promise<Session | null> {
  const row = await connection.maybeOne(sql.type(sessionRow)`
    select id, ordinal, state, reference, properties, cart, created_at as "createdAt", deadline, seq
    from session_record where id = ${sessionId} and event_number = ${eventNumber}
  `);
  return row === null ? null : sessionOf(row);
}
