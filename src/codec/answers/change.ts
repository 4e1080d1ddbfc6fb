/**
 * How a change of the organization's feed is shown. It is encoded once, when it is written; every reader gets the same
 * bytes. The text begins with the id and the type, so that a reader can tell them without parsing the rest.
 */
import type { EventStatus } from '#domain/fact.ts';
import type { BookedLines, Change, ChangeType } from '#domain/feed/change.ts';
import { encodeChanged, instant } from './session.ts';

/** A change as its readers get it. `text`: the whole of it as JSON. */
export interface EncodedChange {
  readonly id: string;
  readonly type: ChangeType;
  readonly text: string;
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
  return encode({ id: `${eventId}-${sequence}-${place}`, type, at, eventId, sequence }, dataOf(eventId, change));
}

function encode({ id, type, at, eventId, sequence }: Heading, data: string): string {
  return (
    `{"id":"${id}","type":"${type}","occurredAt":"${instant(at)}","eventId":"${eventId}",` +
    `"sequence":${sequence},"data":${data}}`
  );
}

const heading = /^\{"id":"([^"]+)","type":"([^"]+)"/;

export function readEncodedChange(text: string): EncodedChange {
  const found = heading.exec(text);
  if (found === null) throw new Error('A stored change does not begin with its id and type');
  const [, id, type] = found as unknown as [string, string, ChangeType];
  return { id, type, text };
}

function dataOf(eventId: string, change: Change): string {
  if ('session' in change) return encodeChanged(eventId, change.session);
  if ('lines' in change) return JSON.stringify(presentLines(change.lines));
  if ('status' in change) return JSON.stringify({ status: change.status } satisfies { status: EventStatus });
  if ('version' in change) return JSON.stringify({ schemaId: change.schemaId, layoutVersion: change.version });
  return '{}';
}

function presentLines({ seats, areas, holdType, label, deadline }: BookedLines) {
  return {
    seats: [...seats],
    groupOfSeats: areas.map(([id, capacity]) => ({ id, capacity })),
    holdType,
    label,
    expiresAt: deadline === null ? null : instant(deadline),
  };
}
