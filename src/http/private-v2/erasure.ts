/**
 * Forgetting persons: request an erasure, and read how far it has come. The work is done in the background. A session of
 * another organization is answered as unknown.
 */
import { z } from 'zod';
import { issue } from '#codec/constraint.ts';
import { text, utcInstant, uuid } from '#codec/fields.ts';
import { referenceLengthMax } from '#domain/limits.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import * as erasures from '#storage/erasure/erasures.ts';
import { may } from '../pipeline/access.ts';
import { answerPage, pageAnswer, pageSchema, pagingFields } from '../pipeline/paging.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { conflict, noSuch } from '../refusals.ts';
import type { SessionCallDeps } from '../sessions/session-call.ts';

export interface ErasureDeps extends SessionCallDeps {
  readonly pool: DatabasePool;
  /** Tells the background that an erasure has been requested. */
  readonly wakeEraser: () => void;
}

const path = '/api/private/v2.0/erasure/';
const shared = { tag: 'Erasure', caller: 'organization' } as const;
const daysMax = 36_500;

const members = ['sessionId', 'reference', 'olderThanDays'] as const;

const selection = z
  .object({
    sessionId: z.string().optional().meta({ description: 'One session.', format: 'uuid' }),
    reference: text(1, referenceLengthMax).optional().meta({ description: 'Every session with this reference.' }),
    olderThanDays: z
      .int()
      .min(1)
      .max(daysMax)
      .optional()
      .meta({ description: 'Every session that is over and was changed last longer ago than so many days.' }),
  })
  .superRefine((value, context) => {
    const given = members.filter((name) => value[name] !== undefined);
    const message = `must have exactly one of ${members.join(', ')}`;
    if (given.length !== 1) context.issues.push(issue('INVALID', message, [given[1] ?? members[0]], undefined));
  });

const erasureSchema = z
  .object({
    id: uuid,
    state: z.enum(erasures.erasureStates),
    selects: z.enum(erasures.selections).meta({ description: 'The kind of what is forgotten.' }),
    sessionId: uuid.nullable().meta({ description: 'Null: it selects otherwise.' }),
    olderThanDays: z.int().nullable().meta({ description: 'Null: it selects otherwise.' }),
    sessions: z.int().meta({ description: 'Sessions that named somebody and do not any more.' }),
    records: z.int().meta({ description: 'Records of journals that have been rewritten.' }),
    changes: z.int().meta({ description: 'Changes of the feed that have been rewritten.' }),
    error: z.string().nullable().meta({ description: 'Why it does not come on; it is tried again. Null: it does.' }),
    createdAt: utcInstant,
    finishedAt: utcInstant.nullable().meta({ description: 'Null: it is not done.' }),
  })
  .meta({ id: 'Erasure' });

const example: z.output<typeof erasureSchema> = {
  id: '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001',
  state: 'IN_PROCESS',
  selects: 'REFERENCE',
  sessionId: null,
  olderThanDays: null,
  sessions: 2,
  records: 9,
  changes: 0,
  error: null,
  createdAt: '2027-05-01T10:15:30.000Z',
  finishedAt: null,
};

export function erasure(deps: ErasureDeps): readonly Route[] {
  return [request(deps), list(deps), read(deps)];
}

function request({ pool: _, engine, sessionIds, wakeEraser }: ErasureDeps): Route {
  return defineRoute({
    ...shared,
    method: 'POST',
    idempotency: 'transaction',
    path,
    operationId: 'requestErasure',
    access: may('OWNER', 'whole'),
    summary: 'Forget a person, or old sessions',
    description:
      'Erases the reference and the properties of sessions that are over, wherever they are stored: memory, journal, ' +
      'snapshots, projection, feed. Seats, places and amounts stay. Sessions that are live name nobody yet and are left ' +
      'alone. Each erased session is told as a change `session.erased`. An organization can have at most ten unfinished erasures.',
    body: selection,
    requestExample: { reference: 'order 4711' },
    responses: {
      202: {
        description: 'The erasure, which has been queued.',
        schema: erasureSchema,
        example: { ...example, state: 'CREATED', sessions: 0, records: 0 },
      },
    },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ body: { sessionId, reference, olderThanDays = 0 }, organizationId, changes }) => {
      const id = sessionId?.toLowerCase();
      if (id !== undefined && !(await isOwn({ engine, sessionIds }, organizationId, id))) return noSuch('session');
      const wanted = id !== undefined ? { sessionId: id } : reference !== undefined ? { reference } : { olderThanDays };
      const queued = await erasures.request(changes, organizationId, wanted);
      if (queued === null) return conflict('Too many erasures are unfinished; repeat the call when one is done.');
      await changes.afterCommit(async () => wakeEraser());
      return { status: 202, body: shown(queued) };
    },
  });
}

/** Whether the session is one of the organization's. */
async function isOwn({ engine, sessionIds }: SessionCallDeps, organizationId: number, sessionId: string) {
  const eventNumber = sessionIds.eventNumberOf(sessionId);
  if (eventNumber === null) return false;
  return (await engine.ask(eventNumber, { kind: 'read-session', organizationId, sessionId })).ok;
}

function list({ pool }: ErasureDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path,
    operationId: 'listErasures',
    access: may('OWNER', 'whole'),
    summary: 'List the erasures',
    description: 'A finished erasure is listed for a year.',
    query: z.object(pagingFields(['id', 'createdAt'])),
    responses: pageAnswer('A page of erasures.', pageSchema('PageErasure', erasureSchema), [example]),
    errors: [],
    handle: async ({ query, organizationId }) =>
      answerPage(await erasures.list(pool, organizationId, query), query, shown),
  });
}

function read({ pool }: ErasureDeps): Route {
  return defineRoute({
    ...shared,
    method: 'GET',
    path: `${path}{id}`,
    operationId: 'getErasure',
    access: may('OWNER', 'whole'),
    summary: 'Read the progress of an erasure',
    description: 'DONE is final: nothing that is named in `docs/erasure.md` holds the person any more.',
    params: z.object({ id: uuid }),
    responses: { 200: { description: 'The erasure.', schema: erasureSchema, example } },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const found = await erasures.find(pool, organizationId, params.id);
      return found === null ? noSuch('erasure') : { status: 200, body: shown(found) };
    },
  });
}

function shown({ createdAt, finishedAt, ...erasure }: erasures.ErasureRecord): z.output<typeof erasureSchema> {
  return { ...erasure, createdAt: createdAt.toISOString(), finishedAt: finishedAt?.toISOString() ?? null };
}
