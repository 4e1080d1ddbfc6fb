/**
 * Reads sessions from the projection: lists for an organization's server, and single sessions that are over. The caller
 * settles the event first. Read-only.
 */
import { type CommonQueryMethods, sql } from 'slonik';
import { z } from 'zod';
import { cartOf, sessionOf, sessionRow, storedReference } from '#codec/stored-session.ts';
import type { Money } from '#domain/pricing/ticket-type.ts';
import type { Total } from '#domain/pricing/total.ts';
import { moneyOf, type Session, type SessionState, totalCents } from '#domain/session/session.ts';
import { nameCondition } from './named-properties.ts';

export interface SessionQuery {
  readonly eventNumber: number;
  readonly state?: SessionState | undefined;
  readonly reference?: string | undefined;
  /** A part of a value in the properties. */
  readonly name?: string | undefined;
  /** Only sessions of the counter. */
  readonly counter?: boolean | undefined;
  /** Only holds: those of the counter that hold places for a person, and are not over. */
  readonly held?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

const summaryRow = sessionRow
  .pick({ id: true, state: true, properties: true, cart: true, createdAt: true, deadline: true })
  /** Seats plus GA places. */
  .extend({ cartSize: z.int() });

export interface SessionSummary extends Omit<z.infer<typeof summaryRow>, 'cart'> {
  readonly totalCents: Total;
  /** Null unless every line has an amount of its own. */
  readonly money: Money | null;
  readonly counter?: true;
}

/** The properties are for whom: a sale that is not finished has none yet. */
const isHold = sql.fragment`
  counter and state in ('ACTIVE', 'PENDING_PAYMENT') and cart_size > 0 and properties <> '{}'
`;

/**
 * Summaries of an event's sessions, newest first (contract: private sessions, list). None of an event that is being removed: its
 * rows go piece by piece.
 */
export async function listSessions(
  connection: CommonQueryMethods,
  query: SessionQuery,
): Promise<readonly SessionSummary[]> {
  const conditions = [
    sql.fragment`event_number = ${query.eventNumber}`,
    sql.fragment`exists (select from event_owner where event_owner.event_number = ${query.eventNumber})`,
  ];
  if (query.state !== undefined) conditions.push(sql.fragment`state = ${query.state}`);
  if (query.reference !== undefined) conditions.push(sql.fragment`reference = ${storedReference(query.reference)}`);
  if (query.name !== undefined) conditions.push(nameCondition(query.name));
  if (query.counter === true) conditions.push(sql.fragment`counter`);
  if (query.held === true) conditions.push(isHold);
  const rows = await connection.any(sql.type(summaryRow)`
    select id, state, properties, cart_size as "cartSize", cart, created_at as "createdAt", deadline
    from session_record
    where ${sql.join(conditions, sql.fragment` and `)}
    order by ordinal desc
    limit ${query.limit} offset ${query.offset}
  `);
  return rows.map(({ cart, ...row }) => ({ ...row, ...totalsOf(cart) }));
}

function totalsOf(storedCart: string): Pick<SessionSummary, 'totalCents' | 'money' | 'counter'> {
  const { counter, ...cart } = cartOf(storedCart);
  return { totalCents: totalCents(cart), money: moneyOf(cart), ...(counter === undefined ? {} : { counter }) };
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
