/**
 * The organization's feed (`GET /changes/`, `GET /changes/stream`): every change of its events, once, those of
 * each event in order. A reader follows `next`, and may wait for changes (long polling) instead of asking repeatedly.
 */
import { z } from 'zod';
import { changeExample, feedChange, textOfChange } from '#codec/answers/change.ts';
import { fieldError } from '#codec/check.ts';
import { constraint } from '#codec/constraint.ts';
import { shownAs, uuid, wholeNumberText } from '#codec/fields.ts';
import { type ChangeType, changeTypes } from '#domain/feed/change.ts';
import type { Feed, FeedRead, FeedRequest } from '#feed/feed.ts';
import type { FeedReader, FeedReaders, ReaderRefusal } from '#feed/feed-readers.ts';
import type { Sink } from '#live/viewer.ts';
import { may } from '../pipeline/access.ts';
import { eventStreamHeaders, eventStreamType } from '../pipeline/event-stream.ts';
import { type Problem, validationFailed } from '../pipeline/problem.ts';
import { defineRoute, type Route, type RouteRequest, type RouteResult } from '../pipeline/route.ts';
import { followChanges } from './change-stream.ts';

export interface ChangeDeps {
  readonly feed: Pick<Feed, 'read'>;
  readonly readers: FeedReaders;
}

const prefix = '/api/private/v2.0/changes/';
const tag = 'Changes';
const limitDefault = 100;
const limitMax = 1_000;
const waitSecondsMax = 30;
const changesPerStreamRead = 250;
const cursorLengthMax = 200;

const typesText = z
  .string()
  .transform((value, context): ChangeType[] => {
    const types = value.split(',');
    const unknown = types.find((type) => !changeTypes.some((known) => known === type));
    if (unknown === undefined) return types as ChangeType[];
    const message = `must be a comma-separated list of ${changeTypes.join(', ')}`;
    context.addIssue({ code: 'custom', message, params: { ...constraint('UNKNOWN_VALUE'), rejected: unknown } });
    return z.NEVER;
  })
  .meta({
    description: 'Comma-separated; absent: all types.',
    ...shownAs({ type: 'string', examples: ['session.confirmed,session.expired'] }),
  });

const after = z.string().min(1).max(cursorLengthMax).optional().meta({
  description: 'A cursor that an earlier answer gave as `next`; `start`: the oldest kept change; absent: from now on.',
});

const lastEventId = z.string().max(cursorLengthMax).optional().meta({
  description: 'The cursor of the last change that the reader received.',
});

const filters = { types: typesText.optional(), eventId: uuid.optional() };

const page = z
  .object({
    changes: z.array(feedChange),
    next: z.string().meta({ description: 'The cursor to go on with, also when there are no changes.' }),
    hasMore: z.boolean().meta({ description: 'Whether to read on at once.' }),
  })
  .meta({ id: 'ChangePage' });

const pageExample = { changes: [changeExample], next: 'MS43LjEuODEzNC4xMi4w', hasMore: false };

export function changes(deps: ChangeDeps): readonly Route[] {
  return [list(deps), stream(deps)];
}

function list(deps: ChangeDeps): Route {
  return defineRoute({
    method: 'GET',
    path: prefix,
    operationId: 'listChanges',
    access: may('VIEWER', 'query.eventId'),
    summary: 'Read the changes of all events',
    description:
      'A reader that follows `next` gets every change once, those of one event in the order of its `sequence`. The order ' +
      'between events is not promised. Changes appear about a second after the answer to the call that made them.',
    tag,
    caller: 'organization',
    query: z.object({
      after,
      limit: wholeNumberText(1, limitMax)
        .optional()
        .meta(shownAs({ type: 'integer', minimum: 1, maximum: limitMax, default: limitDefault })),
      waitSeconds: wholeNumberText(0, waitSecondsMax)
        .optional()
        .meta({
          description: 'How long to wait for a change while there is none.',
          ...shownAs({ type: 'integer', minimum: 0, maximum: waitSecondsMax, default: 0 }),
        }),
      ...filters,
    }),
    responses: { 200: { description: 'The changes after the cursor.', schema: page, example: pageExample } },
    errors: ['CURSOR_EXPIRED', 'CURSOR_LOST', 'RATE_LIMITED'],
    handle: (call) => {
      const { query, organizationId } = call;
      const { limit = limitDefault, waitSeconds = 0, types = null, eventId = null } = query;
      const request = { organizationId, after: query.after ?? null, limit, types, eventId };
      return waitSeconds === 0 ? readNow(deps, request) : readWaiting(deps, request, waitSeconds * 1000, call);
    },
  });
}

function stream(deps: ChangeDeps): Route {
  return defineRoute({
    method: 'GET',
    path: `${prefix}stream`,
    operationId: 'streamChanges',
    access: may('VIEWER', 'query.eventId'),
    summary: 'Follow the changes of all events',
    description:
      'Server-sent events: `id` is a cursor, `event` the type, `data` the change; those of one event in the order of its ' +
      '`sequence`, between events in any order. `Last-Event-ID` beats `after`, so a reader that lost its connection goes ' +
      'on where it was.',
    tag,
    caller: 'organization',
    query: z.object({ after, ...filters }),
    requestHeaders: z.object({ 'Last-Event-ID': lastEventId }),
    responses: {
      200: {
        description: 'Changes as they happen; a comment every 15 s.',
        type: eventStreamType,
        schema: z.string(),
        events: { '*': feedChange },
      },
    },
    errors: ['CURSOR_EXPIRED', 'CURSOR_LOST', 'RATE_LIMITED'],
    handle: async (call) => {
      const { query, organizationId } = call;
      const { types = null, eventId = null } = query;
      const last = call.header('last-event-id') || undefined;
      const request = { organizationId, after: last ?? query.after ?? null, types, eventId };
      const full = deps.readers.refusalOf(organizationId);
      if (full !== null) return { problem: problemOfRefusal(full) };
      // Read before the answer begins: a bad cursor is answered as a problem.
      const whole = { ...request, limit: changesPerStreamRead };
      const first = await deps.feed.read(whole);
      if (typeof first === 'string') return { problem: problemOfCursor(first, request.after) };
      return {
        status: 200,
        headers: eventStreamHeaders,
        content: (sink: Sink) => followChanges({ ...deps, request: whole, sink }, first),
      };
    },
  });
}

async function readNow({ feed }: ChangeDeps, request: FeedRequest): Promise<RouteResult> {
  return presentRead(await feed.read(request), request);
}

async function readWaiting(
  { feed, readers }: ChangeDeps,
  request: FeedRequest,
  waitMs: number,
  client: Pick<RouteRequest<unknown, unknown, unknown>, 'whenGone'>,
): Promise<RouteResult> {
  const reader = readers.open(request.organizationId);
  // A node that stops answers at once; the client repeats its request, which reaches another node.
  if (reader === 'closed') return readNow({ feed, readers }, request);
  if (typeof reader === 'string') return { problem: problemOfRefusal(reader) };
  const stopWatching = client.whenGone(() => reader.end());
  const until = performance.now() + waitMs;
  let waitedMs = 0;
  try {
    let found = await feed.read(request);
    while (typeof found !== 'string' && found.changes.length === 0 && !reader.hasEnded) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) break;
      if (!found.hasMore) waitedMs += await waitForNews(reader, leftMs);
      found = await feed.read({ ...request, after: found.next });
    }
    const result = presentRead(found, request);
    return 'problem' in result ? result : { ...result, waitedMs };
  } finally {
    stopWatching();
    reader.release();
  }
}

/** How long it took. */
async function waitForNews(reader: FeedReader, ms: number): Promise<number> {
  const startedMs = performance.now();
  await reader.news(ms);
  return performance.now() - startedMs;
}

function presentRead(found: FeedRead, { after: cursor }: FeedRequest): RouteResult {
  if (typeof found === 'string') return { problem: problemOfCursor(found, cursor) };
  const texts = found.changes.map((change) => textOfChange(change, 'occurredAt')).join(',');
  return { status: 200, content: `{"changes":[${texts}],"next":"${found.next}","hasMore":${found.hasMore}}` };
}

function problemOfCursor(why: Extract<FeedRead, string>, cursor: string | null): Problem {
  if (why === 'lost')
    return { code: 'CURSOR_LOST', detail: 'The database was restored to a moment before this cursor.' };
  if (why === 'expired') return { code: 'CURSOR_EXPIRED', detail: 'Changes after this cursor are no longer kept.' };
  return validationFailed([fieldError('after', 'INVALID', 'must be a cursor of this organization, or start', cursor)]);
}

function problemOfRefusal(why: ReaderRefusal): Problem {
  if (why === 'organization-full') {
    return { code: 'RATE_LIMITED', detail: 'Too many readers of the organization are waiting.', retryAfterSeconds: 5 };
  }
  return {
    code: 'UNAVAILABLE',
    detail: 'Too many readers are waiting at this node, or the node is stopping.',
    retryAfterSeconds: 1,
  };
}
