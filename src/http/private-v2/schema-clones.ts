/** Clones of schemas: request one and read its progress. A worker thread does the cloning. */
import { z } from 'zod';
import { longId, longText, uuid } from '#codec/fields.ts';
import type { DatabasePool } from '#storage/database/pool.ts';
import * as clones from '#storage/layouts/schema-clone-requests.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteResult } from '../pipeline/route.ts';
import { conflict, noSuch, unknownSchema } from '../refusals.ts';

export interface SchemaCloneDeps {
  readonly pool: DatabasePool;
  /** Tells the cloner that a clone has been requested. */
  readonly wakeCloner: () => void;
}

const prefix = '/api/private/v2.0/schemas/clone/';
const tag = 'Schemas';

const problems = {
  unknown: unknownSchema,
  foreign: { problem: { code: 'ACCESS_DENIED', detail: 'The schema belongs to another organization.' } },
  full: conflict('Too many clones are unfinished; repeat the call when one is done.'),
} as const satisfies Record<string, RouteResult>;

const operationProblems = {
  unknown: noSuch('clone operation'),
  foreign: { problem: { code: 'ACCESS_DENIED', detail: 'The clone operation belongs to another organization.' } },
} as const satisfies Record<string, RouteResult>;

const cloneResult = z
  .object({
    uuid,
    state: z.enum(['CREATED', 'IN_PROCESS', 'DONE', 'ERROR']),
    schemaId: longId.meta({ description: 'The source.' }),
    newSchemaId: longId.nullable().meta({ description: 'The clone; null until it is complete.' }),
    copied: z.int().meta({ description: 'Sections, rows and seats that have been cloned.' }),
    total: z.int().meta({ description: 'Sections, rows and seats of the source.' }),
  })
  .meta({ id: 'CloneOperation' });

const exampleUuid = '7f9c24e8-3b12-4fef-91d0-56d7b1f5a001';

export function schemaClones(deps: SchemaCloneDeps): readonly Route[] {
  return [request(deps), result(deps)];
}

function request({ wakeCloner }: SchemaCloneDeps): Route {
  return defineRoute({
    method: 'POST',
    idempotency: 'transaction',
    path: `${prefix}{id}`,
    operationId: 'cloneSchema',
    access: may('MANAGER', 'whole'),
    summary: 'Clone a schema',
    description:
      'The clone has the name of its source with " (copy)" appended, new ids everywhere, and the pricing zones. It ' +
      'becomes visible when it is complete. Clones are made one after the other; an organization can have at most ten unfinished ones.',
    tag,
    caller: 'organization',
    params: z.object({ id: longText }),
    responses: { 200: { description: 'The UUID of the clone operation.', schema: uuid, example: exampleUuid } },
    errors: ['ENTITY_NOT_FOUND', 'DATA_INTEGRITY_VIOLATION'],
    handle: async ({ params, organizationId, changes }) => {
      const requested = await clones.request(changes, organizationId, params.id);
      if (typeof requested === 'string') return problems[requested];
      await changes.afterCommit(async () => wakeCloner());
      return { status: 200, body: requested.uuid };
    },
  });
}

function result({ pool }: SchemaCloneDeps): Route {
  return defineRoute({
    method: 'GET',
    path: `${prefix}result/{uuid}`,
    operationId: 'getSchemaClone',
    access: may('MANAGER', 'whole'),
    summary: 'Read the progress of a clone',
    description: 'DONE and ERROR are final. After ERROR the partial clone has been removed; request it again.',
    tag,
    caller: 'organization',
    params: z.object({ uuid }),
    responses: {
      200: {
        description: 'The clone operation.',
        schema: cloneResult,
        example: { uuid: exampleUuid, state: 'DONE', schemaId: 7, newSchemaId: 8, copied: 312, total: 312 },
      },
    },
    errors: ['ENTITY_NOT_FOUND'],
    handle: async ({ params, organizationId }) => {
      const clone = await clones.find(pool, organizationId, params.uuid);
      if (typeof clone === 'string') return operationProblems[clone];
      const { organizationId: _, ...body } = clone;
      return { status: 200, body };
    },
  });
}
