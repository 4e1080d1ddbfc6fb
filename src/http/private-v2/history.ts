/**
 * The history of seats and areas of an event (`GET /events/{id}/seats/{seatId}/history/`,
 * `GET /events/{id}/areas/{areaId}/history/`): the latest change first, with who made it. The event tells what is not stored yet;
 * everything before is read from storage. That of an event in an archive is read from its file, by a thread.
 */
import { z } from 'zod';
import type { EventEngine } from '#actors/engine.ts';
import {
  areaHistory,
  areaHistoryExample,
  presentEntry,
  seatHistory,
  seatHistoryExample,
} from '#codec/answers/history.ts';
import { constraint } from '#codec/constraint.ts';
import { longText, shownAs, uuid, wholeNumberText } from '#codec/fields.ts';
import { type HistoryReply, noSuchPlace } from '#domain/history/read-history.ts';
import type { ArchivedPage } from '#storage/archive/archived-past.ts';
import type { ArchivedHistory, ArchivedQuery } from '#storage/history/archived-history.ts';
import type { HistoryPosition } from '#storage/history/history-reads.ts';
import type { ToldHistory } from '#storage/history/told-history.ts';
import { findOwnOrArchived } from '../event-call.ts';
import { may } from '../pipeline/access.ts';
import { presentAnswer } from '../pipeline/answer.ts';
import { defineRoute, type ResponseSpec, type Route, type RouteResult } from '../pipeline/route.ts';
import { readingPast, unknownEvent, unreadableArchive } from '../refusals.ts';
import { type MomentDeps, moments } from './moments.ts';

export interface HistoryDeps extends MomentDeps {
  readonly engine: EventEngine;
  readonly readStored: (eventNumber: number, pending: HistoryReply, page: ArchivedPage) => Promise<ToldHistory>;
  /** Of an event in an archive. Rejects with a `Fault` when too many wait, or when it takes too long. */
  readonly readArchived: (query: ArchivedQuery) => Promise<ArchivedHistory>;
}

const prefix = '/api/private/v2.0/events/{id}/';
const limitDefault = 50;
const limitMax = 200;

const after = z
  .string()
  .transform((text, context): HistoryPosition => {
    const [, seq, given] = /^(\d{1,15})\.(\d{1,6})$/.exec(text) ?? [];
    if (seq !== undefined && given !== undefined) return { seq: Number(seq), given: Number(given) };
    const message = 'must be a `next` of this history';
    context.addIssue({ code: 'custom', message, params: { ...constraint('PATTERN'), rejected: text } });
    return z.NEVER;
  })
  .meta({
    description: 'A `next` of an earlier page; absent: from the latest change.',
    ...shownAs({ type: 'string' }),
  });

const query = z.object({
  after: after.optional(),
  limit: wholeNumberText(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({
      description: `Maximum number of changes; more than ${limitMax} counts as ${limitMax}. A page may have fewer and a \`next\`.`,
      ...shownAs({ type: 'integer', minimum: 1, default: limitDefault }),
    }),
});

export function history(deps: HistoryDeps): readonly Route[] {
  return [
    defineRoute({
      ...shared('seat', 'One state for each change; null: the event did not have the seat.'),
      path: `${prefix}seats/{seatId}/history/`,
      operationId: 'getSeatHistory',
      params: z.object({ id: uuid, seatId: longText.meta({ description: 'Id of the seat.' }) }),
      query,
      responses: answered({ schema: seatHistory, example: seatHistoryExample }),
      handle: ({ params: { id, seatId }, ...request }) => read(deps, { ...request, eventId: id }, 'seat', seatId),
    }),
    defineRoute({
      ...shared('area', 'Its places before and after each change that moved some of them.'),
      path: `${prefix}areas/{areaId}/history/`,
      operationId: 'getAreaHistory',
      params: z.object({ id: uuid, areaId: longText.meta({ description: 'Id of the area.' }) }),
      query,
      responses: answered({ schema: areaHistory, example: areaHistoryExample }),
      handle: ({ params: { id, areaId }, ...request }) => read(deps, { ...request, eventId: id }, 'area', areaId),
    }),
    moments(deps),
  ];
}

function shared(place: string, what: string) {
  return {
    method: 'GET',
    summary: `Read the history of ${place === 'area' ? 'an area' : 'a seat'}`,
    description:
      `The latest change first: when it was, by which record of the event, and who made it. ${what} The history is kept as long as the ` +
      'journal; `complete` and `begins` tell where it begins.',
    tag: 'Evidence',
    caller: 'organization',
    access: may('VIEWER', 'params.id'),
    errors: ['ENTITY_NOT_FOUND', 'UPGRADE_NOT_FINALIZED'],
  } as const;
}

function answered(content: Pick<ResponseSpec, 'schema' | 'example'>) {
  return { 200: { description: 'A page of the history.', ...content } };
}

interface Asked {
  readonly organizationId: number;
  readonly eventId: string;
  readonly query: z.output<typeof query>;
}

async function read(deps: HistoryDeps, asked: Asked, place: 'seat' | 'area', id: number): Promise<RouteResult> {
  const event = await findOwnOrArchived(deps, asked.organizationId, asked.eventId);
  if (event === null) return unknownEvent;
  const { eventNumber } = event;
  const { after: position = null, limit = limitDefault } = asked.query;
  const page = { after: position, limit: Math.min(limit, limitMax) };
  if (event.isArchived) {
    const { organizationId } = asked;
    return presentArchived(await deps.readArchived({ organizationId, eventNumber, of: { place, id }, page }), place);
  }
  // The rows of the sessions that the history names.
  await deps.engine.settle([eventNumber]);
  const answer = await deps.engine.ask(eventNumber, { kind: 'read-history', place, id });
  return presentAnswer(answer, 'history', async (pending) => {
    return presented(await deps.readStored(eventNumber, pending, page));
  });
}

function presentArchived(read: ArchivedHistory, place: 'seat' | 'area'): RouteResult {
  switch (read.outcome) {
    case 'found':
      return presented(read.told);
    case 'busy':
      return readingPast;
    case 'unreadable':
      return unreadableArchive(read.reason);
    case 'no-place':
      return { problem: noSuchPlace(place) };
    case 'unknown':
      return unknownEvent;
  }
}

function presented({ entries, next, first, firstAt, sessions }: ToldHistory): RouteResult {
  return {
    status: 200,
    body: {
      history: entries.map((entry) => presentEntry(entry, sessions.get(entry.session))),
      next: next === null ? null : `${next.seq}.${next.given}`,
      complete: first === 1,
      begins: { sequence: first, at: firstAt === null ? null : new Date(firstAt).toISOString() },
    },
  };
}
