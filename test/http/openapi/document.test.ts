/** The OpenAPI document contains all route declarations, and all of its references resolve. */
import { z } from 'zod';
import { localDateTime, longId, longText, properties, uuid } from '#codec/fields.ts';
import { encodeOpenApi, errorCodesOf } from '#http/openapi/document.ts';
import { pageSchema, pagingFields } from '#http/pipeline/paging.ts';
import { problems } from '#http/pipeline/problem.ts';
import { defineRoute } from '#http/pipeline/route.ts';

const thing = z.object({ id: longId, owner: uuid, start: localDateTime, properties });

const list = defineRoute({
  method: 'GET',
  path: '/api/private/v2.0/things/{owner}/',
  operationId: 'listThings',
  summary: 'Lists things',
  description: 'All of them.',
  tag: 'Things',
  caller: 'organization',
  params: z.object({ owner: longText }),
  query: z.object({ ...pagingFields(['id', 'name']), name: z.string().optional() }),
  responses: { 200: { description: 'A page', schema: pageSchema('PageOfThings', thing), example: { content: [] } } },
  errors: ['ENTITY_NOT_FOUND'],
  handle: async () => ({ status: 200 }),
});

const make = defineRoute({
  method: 'POST',
  path: '/api/public/v2.0/session/',
  operationId: 'makeThing',
  summary: 'Makes a thing',
  tag: 'Things',
  caller: 'anonymous',
  requestHeaders: z.object({ 'Idempotency-Key': z.string().min(1).max(255) }),
  body: thing,
  requestExample: { id: 1 },
  responses: { 201: { description: 'Made', schema: thing }, 204: { description: 'Nothing to do' } },
  errors: ['SEAT_CONFLICT', 'NOT_ENABLED'],
  handle: async () => ({ status: 204 }),
});

const manage = defineRoute({
  ...list,
  operationId: 'removeThing',
  method: 'DELETE',
  path: '/api/private/management/v2.0/things/{owner}',
  caller: 'tenant',
});

// biome-ignore lint/suspicious/noExplicitAny: the document is read like any client reads it
const document: any = JSON.parse(encodeOpenApi([list, make, manage], '1.2.3'));

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value && typeof value.$ref === 'string' ? [value.$ref] : [];
  return [...own, ...Object.values(value).flatMap(referencesIn)];
}

describe('the OpenAPI document', () => {
  test('is of version 3.1 and has every route with its parameters', () => {
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.2.3']);
    const { get } = document.paths[list.path];
    expect(get).toMatchObject({ summary: 'Lists things', description: 'All of them.', tags: ['Things'] });
    const parameters = get.parameters.map((one: { in: string; name: string; schema: object }) => [
      one.in,
      one.name,
      one.schema,
    ]);
    expect(parameters).toEqual([
      ['path', 'owner', { type: 'integer', format: 'int64' }],
      ['query', 'page', { type: 'integer', minimum: 0, maximum: 2147483647, default: 0 }],
      ['query', 'size', { type: 'integer', minimum: 1, maximum: 100, default: 20 }],
      ['query', 'sort', expect.objectContaining({ type: 'array', items: { type: 'string' } })],
      ['query', 'name', { type: 'string' }],
    ]);
    expect(document.paths[make.path].post.parameters).toMatchObject([
      { in: 'header', name: 'Idempotency-Key', required: true },
    ]);
  });

  test('has bodies and answers with their examples', () => {
    const { post } = document.paths[make.path];
    expect(post.requestBody).toMatchObject({ required: true, content: { 'application/json': { example: { id: 1 } } } });
    expect(post.requestBody.content['application/json'].schema.properties).toMatchObject({
      id: { type: 'integer', format: 'int64' },
      owner: { type: 'string', format: 'uuid' },
      start: { type: 'string' },
      properties: { type: 'object', additionalProperties: true },
    });
    expect(post.responses[204].content).toBeUndefined();
    expect(document.paths[list.path].get.responses[200].content['application/json'].example).toEqual({ content: [] });
  });

  test('has the security schemes of each route', () => {
    expect(document.paths[make.path].post.security).toEqual([]);
    expect(document.paths[list.path].get.security).toEqual([
      { organizationKey: [] },
      { tenantToken: [], organizationId: [] },
      { loginToken: [] },
    ]);
    expect(document.paths[manage.path].delete.security).toEqual([{ tenantKey: [] }]);
    const named = Object.keys(document.components.securitySchemes);
    expect(named).toEqual(expect.arrayContaining(['organizationKey', 'tenantToken', 'organizationId', 'tenantKey']));
  });

  test('has for each status the error codes, with an example body for each', () => {
    for (const route of [list, make, manage]) {
      const { responses } = document.paths[route.path][route.method.toLowerCase()];
      const shown: string[] = [];
      for (const [status, { content }] of Object.entries<{ content?: Record<string, never> }>(responses)) {
        const problem = content?.['application/problem+json'] as
          | { schema: { allOf: [object, { properties: { errorCode: { enum: string[] } } }] }; examples: object }
          | undefined;
        if (problem === undefined) continue;
        const codes = problem.schema.allOf[1].properties.errorCode.enum;
        shown.push(...codes);
        expect(codes.map((code) => String(problems[code as keyof typeof problems].status))).toEqual(
          codes.map(() => status),
        );
        expect(Object.keys(problem.examples)).toEqual(codes);
      }
      expect(shown.sort()).toEqual(errorCodesOf(route).sort());
    }
    expect(errorCodesOf(make)).toEqual(
      expect.arrayContaining(['PAYLOAD_TOO_LARGE', 'OUTCOME_UNKNOWN', 'SEAT_CONFLICT']),
    );
    expect(errorCodesOf(make)).not.toContain('ACCESS_DENIED');
    expect(errorCodesOf(list)).not.toContain('OUTCOME_UNKNOWN');
  });

  test('has every error code, and all of its references resolve', () => {
    const known = document.components.schemas.ProblemDetail.properties.errorCode.enum;
    expect(known.toSorted()).toEqual(Object.keys(problems).sort());
    const references = [...new Set(referencesIn(document))];
    expect(references).toContain('#/components/schemas/SortObject');
    for (const reference of references) {
      const target = reference
        .slice(2)
        .split('/')
        .reduce((value, part) => value?.[part], document);
      expect([reference, typeof target]).toEqual([reference, 'object']);
    }
  });

  test('has a unique id for each operation', () => {
    const operations = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
      Object.values<{ operationId: string }>,
    );
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids).toEqual(['listThings', 'makeThing', 'removeThing']);
  });
});
