/**
 * Finds the sessions that an erasure forgets, event by event: sessions that are over and still name somebody. Also says
 * which sessions have been erased. Reads the projection, which the caller has settled. Read-only.
 */
import { type CommonQueryMethods, type FragmentSqlToken, sql } from 'slonik';
import { z } from 'zod';
import { cartOf } from '#codec/stored-session.ts';
import { isThere } from '../catalog/events.ts';
import type { ErasureJob } from './erasures.ts';

/** Sessions that are erased before the progress is stored. */
const sessionsPerPage = 200;

const numberRow = z.object({ number: z.int() });
const sessionRow = z.object({ id: z.string(), ordinal: z.int() });

/** What an erasure selects by. `now`: actor time. */
export interface Wanted extends Pick<ErasureJob, 'organizationId' | 'reference' | 'olderThanDays'> {
  readonly now: number;
}

const dayMs = 24 * 3_600_000;

/** The organization's next event that may have such sessions; its projection may be behind. Null: there is none. */
export function nextEvent(connection: CommonQueryMethods, wanted: Wanted, after: number): Promise<number | null> {
  return connection.maybeOneFirst(sql.type(numberRow)`
    select number from event
    where organization_id = ${wanted.organizationId} and number > ${after} and ${isThere} and (
      exists (select from session_record where event_number = number and ${isWanted(wanted)})
      or exists (
        select from event_owner join event_projection using (event_number)
        where event_number = number and head_seq > projected_seq
      )
    )
    order by number
    limit 1
  `);
}

/** The next sessions of the event, by ordinal. */
export function nextSessions(
  connection: CommonQueryMethods,
  wanted: Wanted,
  eventNumber: number,
  afterOrdinal: number,
): Promise<readonly z.infer<typeof sessionRow>[]> {
  return connection.any(sql.type(sessionRow)`
    select id, ordinal from session_record
    where event_number = ${eventNumber} and ordinal > ${afterOrdinal} and ${isWanted(wanted)}
    order by ordinal
    limit ${sessionsPerPage}
  `);
}

function isWanted({ reference, olderThanDays, now }: Wanted): FragmentSqlToken {
  const isOver = sql.fragment`session_record.state not in ('ACTIVE', 'PENDING_PAYMENT')`;
  if (reference !== null) return sql.fragment`session_record.reference = ${reference} and ${isOver}`;
  return sql.fragment`
    ${isOver} and (session_record.reference is not null or session_record.properties is not null)
      and ${isUnchangedSince(Math.floor(now - (olderThanDays ?? 0) * dayMs))}
  `;
}

/**
 * Whether the session was changed last before this actor time. The record that did it says when; once it has been
 * trimmed, the session's creation counts, which is earlier by the life of a cart.
 */
function isUnchangedSince(time: number): FragmentSqlToken {
  return sql.fragment`
    session_record.created_at < ${time}::int8 and not exists (
      select from journal
      where journal.event_number = session_record.event_number and journal.seq = session_record.seq
        and journal.at >= ${time}::int8
    )
  `;
}

const erasedRow = z.object({ id: z.string(), ordinal: z.int(), cart: z.string() });

/** A session that has been erased by the record with number `erased`. */
export interface ErasedSession {
  readonly id: string;
  readonly ordinal: number;
  readonly erased: number;
}

/** Those of the sessions with these ordinals that have been erased. */
export async function erasedWithOrdinals(
  connection: CommonQueryMethods,
  eventNumber: number,
  ordinals: Iterable<number>,
): Promise<readonly ErasedSession[]> {
  const rows = await connection.any(sql.type(erasedRow)`
    select id, ordinal, cart from session_record
    where event_number = ${eventNumber} and ordinal = any(${sql.array([...ordinals], 'int4')}) and ${mayBeErased}
  `);
  return rows.flatMap(erasedSession);
}

/** Those of the sessions with these ids that have been erased. */
export async function erasedWithIds(
  connection: CommonQueryMethods,
  ids: Iterable<string>,
): Promise<readonly ErasedSession[]> {
  const rows = await connection.any(sql.type(erasedRow)`
    select id, ordinal, cart from session_record where id = any(${sql.array([...ids], 'uuid')}) and ${mayBeErased}
  `);
  return rows.flatMap(erasedSession);
}

const mayBeErased = sql.fragment`position('"erased"' in cart) > 0`;

function erasedSession({ id, ordinal, cart }: z.infer<typeof erasedRow>): readonly ErasedSession[] {
  const { erased } = cartOf(cart);
  return erased === undefined ? [] : [{ id, ordinal, erased }];
}
