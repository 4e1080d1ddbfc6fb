/**
 * How a change of the organization's feed is shown. Its data are encoded once, when they are written: every reader gets
 * the same bytes, with the organization's numbers as they were sent.
 */
import { z } from 'zod';
import { releaseCauses } from '#domain/allotments/allotment.ts';
import type { EventStatus } from '#domain/fact.ts';
import { type BookedLines, type Change, type ChangeType, changeTypes } from '#domain/feed/change.ts';
import { withMember } from '#domain/properties.ts';
import { localDateTime, longId, utcInstant } from '../fields.ts';
import { changedSession, instant, presentChanged, privateExample, rawJSON } from './session.ts';

const changeType = z.enum(changeTypes);

const bookedLines = z
  .object({
    seats: z.array(longId),
    groupOfSeats: z.array(z.object({ id: longId, capacity: z.int(), ticketType: z.string().optional() })),
    ticketTypes: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: 'Ticket types by seat id, of the seats that have one; absent: none has.' }),
    holdType: z.string().nullable(),
    label: z.string().nullable(),
    expiresAt: utcInstant.nullable().meta({ description: 'When the lock ends; null: never, or not a lock.' }),
  })
  .meta({ id: 'BookedLines' });

const allotmentStep = z
  .object({
    allotmentId: z.uuid(),
    name: z.string(),
    cause: z.enum(releaseCauses).nullable().meta({ description: 'What released it; null: it was not released.' }),
    to: z.uuid().nullable().meta({ description: 'The allotment that got its seats; null: the public, or no release.' }),
  })
  .meta({ id: 'AllotmentStep' });

const eventStatus = z.enum(['DRAFT', 'PUBLISHED', 'ARCHIVED']);

const createdEvent = z
  .object({
    name: z.string(),
    start: localDateTime,
    end: localDateTime,
    status: eventStatus,
    schemaId: longId,
    seriesId: longId.nullable(),
  })
  .meta({ id: 'CreatedEvent' });

export const feedChange = z
  .object({
    id: z.string().meta({ description: 'The same whenever the change is read or delivered.' }),
    type: changeType,
    occurredAt: utcInstant,
    eventId: z.uuid(),
    sequence: z.int().meta({ description: 'Number of the event’s record that the change follows from.' }),
    data: z
      .union([
        changedSession,
        bookedLines,
        createdEvent,
        allotmentStep,
        z.object({ status: eventStatus }),
        z.object({ schemaId: longId, layoutVersion: z.int() }),
        z.object({}),
      ])
      .meta({
        description: 'A session, the lines of a booking, a step of an allotment, or what has changed of the event.',
      }),
  })
  .meta({ id: 'Change' });

/** A change that was read. */
export interface ReadChange {
  readonly id: string;
  readonly type: ChangeType;
  readonly occurredAt: string;
  readonly eventId: string;
  readonly sequence: number;
  /** JSON. */
  readonly data: string;
}

interface Heading {
  readonly id: string;
  readonly type: ChangeType;
  readonly at: number;
  readonly eventId: string;
  readonly sequence: number;
}

export function encodeChange(eventId: string, change: Change): string {
  const { type, at, seq: sequence, place } = change;
  const heading = { id: `${eventId}-${sequence}-${place}`, type, at, eventId, sequence };
  if (!('session' in change)) return encodeEventChange(heading, dataOf(change));
  const { session } = change;
  const text = encodeEventChange(heading, { ...presentChanged(eventId, session), properties: {} });
  return session.properties === null ? text : `${text.slice(0, -'{}}}'.length)}${session.properties}}}`;
}

/**
 * In one JSON.stringify: a text put together of many small pieces took half as long again. The catalog's changes follow
 * from no record: their `sequence` is that of the event's last one.
 */
export function encodeEventChange({ id, type, at, eventId, sequence }: Heading, data: object): string {
  return JSON.stringify({ id, type, occurredAt: instant(at), eventId, sequence, data });
}

/** Where the data begin: no member before them has such a text in its value. */
const beforeData = ',"data":';

/** A change as it was encoded. Its data stay text, so that every number keeps its digits. */
export function readChange(stored: string): Omit<ReadChange, 'eventId'> {
  const at = stored.indexOf(beforeData);
  const { id, type, occurredAt, sequence }: Omit<ReadChange, 'data'> = JSON.parse(`${stored.slice(0, at)}}`);
  return { id, type, occurredAt, sequence, data: stored.slice(at + beforeData.length, -1) };
}

/** Of a session's change, as it is stored; null: of another change. */
export function headingOf(stored: string): { readonly session: string; readonly sequence: number } | null {
  const { type, sequence, data }: StoredChange = JSON.parse(stored);
  return type.startsWith('session.') ? { session: data.id, sequence } : null;
}

interface StoredChange {
  readonly type: string;
  readonly sequence: number;
  readonly data: Record<string, unknown> & { readonly id: string };
}

/** A stored change of a session whose person has been erased since. The digits of its numbers stay. */
export function withoutPerson(stored: string): string {
  const { data, ...heading }: StoredChange = JSON.parse(stored, asWritten);
  return JSON.stringify({ ...heading, data: { ...data, reference: null, properties: {} } });
}

/** Keeps the text of a number. TypeScript does not declare the third argument yet. */
const asWritten = ((_name: string, value: unknown, { source }: { readonly source: string }) =>
  typeof value === 'number' ? rawJSON(source) : value) as (name: string, value: unknown) => unknown;

/** The change as JSON. Webhooks name the member of its time otherwise. */
export function textOfChange(change: ReadChange, time: 'occurredAt' | 'timestamp'): string {
  const { id, type, occurredAt, eventId, sequence, data } = change;
  return withMember({ id, type, [time]: occurredAt, eventId, sequence }, 'data', data);
}

function dataOf(change: Exclude<Change, { readonly session: unknown }>): object {
  if ('lines' in change) return presentLines(change.lines);
  if ('allotment' in change) {
    const { id: allotmentId, ...step } = change.allotment;
    return { allotmentId, ...step } satisfies z.output<typeof allotmentStep>;
  }
  if ('status' in change) return { status: change.status } satisfies { status: EventStatus };
  if ('version' in change) return { schemaId: change.schemaId, layoutVersion: change.version };
  return {};
}

function presentLines({
  seats,
  areas,
  ticketTypes,
  holdType,
  label,
  deadline,
}: BookedLines): z.output<typeof bookedLines> {
  return {
    seats: [...seats],
    groupOfSeats: areas.map(([id, capacity, ticketType]) => {
      return ticketType === undefined ? { id, capacity } : { id, capacity, ticketType };
    }),
    ...(ticketTypes === undefined ? {} : { ticketTypes: Object.fromEntries(ticketTypes) }),
    holdType,
    label,
    expiresAt: deadline === null ? null : instant(deadline),
  };
}

const { expiresInSeconds: _, ...exampleSession } = privateExample;

export const changeExample: z.output<typeof feedChange> = {
  id: `${privateExample.eventId}-4711-0`,
  type: 'session.confirmed',
  occurredAt: '2027-05-01T10:04:12.345Z',
  eventId: privateExample.eventId,
  sequence: 4711,
  data: exampleSession,
};
