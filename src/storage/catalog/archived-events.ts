/**
 * The memory of events whose rows are in an archive: who they belonged to, and which file has them. An event is either in
 * `event` with an owner's row, or here: one transaction moves it.
 */
import { type CommonQueryMethods, type DatabasePool, sql } from 'slonik';
import { z } from 'zod';
import { rowsOf } from '../database/rows.ts';
import { alone, usedAsTemplate } from './events.ts';

const archived = rowsOf(
  z.object({
    id: z.string(),
    eventNumber: z.int(),
    organizationId: z.int(),
    name: z.string(),
    file: z.string(),
    archivedAt: z.date(),
  }),
);

export type ArchivedEvent = z.infer<typeof archived.row>;

/** Whether the organization's event is in an archive. */
export function isInArchive(connection: CommonQueryMethods, organizationId: number, eventId: string): Promise<boolean> {
  return connection.exists(sql.unsafe`
    select from archived_event where id = ${eventId} and organization_id = ${organizationId}
  `);
}

/** Where the rows of an event are, and the digest of that file; null: the event is in no archive. */
export function findArchive(
  connection: CommonQueryMethods,
  eventNumber: number,
): Promise<{ readonly file: string; readonly digest: Buffer } | null> {
  return connection.maybeOne(sql.type(z.object({ file: z.string(), digest: z.instanceof(Buffer) }))`
    select file, digest from archived_event where event_number = ${eventNumber}
  `);
}

/** All of them, the latest first. */
export function listArchived(connection: CommonQueryMethods): Promise<readonly ArchivedEvent[]> {
  return connection.any(sql.type(archived.row)`
    select ${archived.columns} from archived_event order by archived_at desc, event_number
  `);
}

const conditionsRow = z.object({
  end: z.string(),
  hasEnded: z.boolean(),
  nextDeadline: z.int().nullable(),
  isTemplate: z.boolean(),
  isParked: z.boolean(),
});

/** An event ends at a local time; this much later it has ended in every time zone. */
const zonesMs = 12 * 3_600_000;

/** The local time of an event's end, in the form of the catalog, before which it is over everywhere at actor time `now`. */
function overBefore(now: number): string {
  return new Date(now - zonesMs).toISOString().slice(0, 'YYYY-MM-DDThh:mm:ss'.length);
}

/** Years beyond 9999 begin with a sign, which sorts before digits. */
const ended = (now: number) => sql.fragment`(end_at ~ '^[0-9]{4}-' and end_at collate "C" < ${overBefore(now)})`;

/** Why an event is not over. `isDue`: its time has come, and its actor has not decided it yet. */
export interface NotOver {
  readonly reason: string;
  readonly isDue: boolean;
}

/** Null: the event is over, as its projection shows it. Everything in it that will end by itself has a deadline. */
export async function whyNotOver(
  connection: CommonQueryMethods,
  eventNumber: number,
  now: number,
): Promise<NotOver | null> {
  const { end, hasEnded, nextDeadline, isTemplate, isParked } = await connection.one(sql.type(conditionsRow)`
    select end_at as end, ${ended(now)} as "hasEnded", next_deadline as "nextDeadline",
      ${usedAsTemplate(eventNumber)} as "isTemplate",
      exists (select from parked_event where parked_event.event_number = number) as "isParked"
    from event join event_projection on event_projection.event_number = number
    where number = ${eventNumber}
  `);
  const because = (reason: string): NotOver => ({ reason, isDue: false });
  if (isParked) return because('it is parked: its journal cannot be replayed');
  if (!hasEnded) return because(`it ends at ${end} local time, and is over when that has passed in every time zone`);
  if (isTemplate) return because('a series uses it as its template');
  if (nextDeadline === null) return null;
  const until = new Date(nextDeadline).toISOString();
  return { reason: `a session, a lock or a queue in it waits until ${until}`, isDue: nextDeadline <= now };
}

/**
 * The lowest number above `above` of an event that is over and in which nothing has happened since `quietSince`; null:
 * there is none.
 */
export function findQuiet(
  connection: CommonQueryMethods,
  { above, now, quietSince }: { readonly above: number; readonly now: number; readonly quietSince: number },
): Promise<{ readonly number: number; readonly id: string } | null> {
  return connection.maybeOne(sql.type(z.object({ number: z.int(), id: z.string() }))`
    select number, id from event
    join event_owner as owner on owner.event_number = number
    join event_projection as projection on projection.event_number = number
    where number > ${above} and ${ended(Math.min(now, quietSince))} and next_deadline is null and head_seq = projected_seq
      and (select at from journal where journal.event_number = number and seq = head_seq) < ${Math.floor(quietSince)}::int8
      and not exists (select from parked_event where parked_event.event_number = number)
      and not exists (select from series where template_number = number and status <> 'ARCHIVED')
      and not exists (select from organization where organization.id = event.organization_id and deleting)
    order by number
    limit 1
  `);
}

export interface Archival {
  readonly eventNumber: number;
  /** The archive ends with this record. */
  readonly headSeq: number;
  readonly file: string;
  readonly digest: Buffer;
}

/**
 * Moves the event into the memory and takes every node's right to append, if its journal still ends with that record and
 * it is over; the reason why not otherwise. Cannot be undone: its other rows can be deleted.
 */
export async function beginArchival(
  pool: DatabasePool,
  { eventNumber, headSeq, file, digest }: Archival,
  now: number,
): Promise<string | null> {
  const begun = await alone(pool, eventNumber, headSeq, async (transaction) => {
    const not = await whyNotOver(transaction, eventNumber, now);
    if (not !== null) return not;
    const { rowCount } = await transaction.query(sql.unsafe`
      with gone as (
        delete from event_owner where event_number = ${eventNumber} and head_seq = ${headSeq} returning event_number
      ), kept as (
        insert into archived_event (id, event_number, organization_id, schema_id, name, head_seq, file, digest)
        select id, number, organization_id, schema_id, name, ${headSeq}, ${file}, ${sql.binary(digest)}
        from event join gone on gone.event_number = number
      )
      update event set series_id = null from gone where number = gone.event_number
    `);
    return rowCount > 0 ? { reason: null } : null;
  });
  return begun === null ? 'something has happened in it since the file was written' : begun.reason;
}
