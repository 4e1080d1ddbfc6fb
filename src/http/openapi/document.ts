/**
 * The OpenAPI 3.1 document, made only from the route declarations, so that the documentation matches the service. Shows
 * every route with its parameters, bodies, answers, and the error codes of each status.
 */
import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { sessionState } from '#codec/answers/session.ts';
import { utcInstant } from '#codec/fields.ts';
import { fieldCodes } from '#domain/refusal.ts';
import { isForAll } from '../pipeline/access.ts';
import { idempotencyOf, requestHeadersOf } from '../pipeline/keyed-call.ts';
import { type ErrorCode, problems, statusOf } from '../pipeline/problem.ts';
import { failureHeaders, type HeaderName, headersOf } from '../pipeline/response-headers.ts';
import type { Route } from '../pipeline/route.ts';
import { tagDescriptions } from './tags.ts';
import { applyTerms } from './terms.ts';

const allCodes = (Object.keys(problems) as ErrorCode[]).sort((a, b) => statusOf(a) - statusOf(b));

const fieldError = z
  .object({
    field: z.string().meta({ description: 'Path of the field, such as `seats[3].id`' }),
    message: z.string(),
    rejectedValue: z
      .unknown()
      .meta({ description: 'The value that was sent; null for secrets and for values that are too large to repeat' }),
    code: z.enum(fieldCodes),
  })
  .meta({ id: 'FieldError', outputId: 'FieldError' });

const problemDetail = z
  .object({
    type: z.string().meta({ description: 'Always `about:blank`', examples: ['about:blank'] }),
    title: z.string(),
    status: z.int().meta({ description: 'The HTTP status' }),
    detail: z.string(),
    instance: z.string(),
    path: z.string(),
    timestamp: utcInstant,
    errorCode: z.enum(allCodes as [ErrorCode, ...ErrorCode[]]),
    errors: z.array(fieldError).optional(),
    requestId: z.string().meta({ description: 'Also the response header X-Request-Id' }),
    state: sessionState.optional().meta({ description: 'State of the session' }),
    maxSeats: z.int().optional(),
    opensAt: utcInstant.optional().meta({ description: 'When all of the selection is on sale (NOT_ON_SALE)' }),
    priceId: z.int().optional().meta({ description: 'The price whose ticket type has too few left (CAP_TICKET_TYPE)' }),
    ticketType: z.string().optional(),
    left: z.int().optional().meta({
      description:
        'How many more could be taken: tickets of the type (CAP_TICKET_TYPE), or seats and places by the buyer (CAP_BUYER)',
    }),
    conflicts: z.object({ seats: z.array(z.int()), groupOfSeats: z.array(z.int()) }).optional(),
    orphanSeats: z.array(z.int()).optional(),
    units: z
      .array(z.int())
      .optional()
      .meta({ description: 'Ids of the units that are not complete (UNIT_INCOMPLETE)' }),
    rest: z.array(z.int()).optional(),
    largestTogether: z.int().optional(),
    alternatives: z.array(z.array(z.int())).optional().meta({
      description: 'Sets of seat ids that the same lock could hold instead, the nearest first; only with `suggest`',
    }),
    sessionId: z.string().optional().meta({ description: 'The session that holds the reference (REFERENCE_TAKEN)' }),
  })
  .meta({ id: 'ProblemDetail' });

/** Every code that a route can answer: those of its kind and those that it declares. */
export function errorCodesOf(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(['INTERNAL_ERROR', 'UNAVAILABLE', ...route.errors]);
  if (route.method !== 'GET') codes.add('OUTCOME_UNKNOWN').add('UPGRADE_NOT_FINALIZED');
  if (codes.has('ENTITY_NOT_FOUND') && namesEvent(route)) codes.add('EVENT_ARCHIVED');
  if (route.limit !== undefined) codes.add('RATE_LIMITED');
  if (route.caller === 'login' || route.caller === 'organization') codes.add('UNAUTHENTICATED');
  if (route.caller !== 'login' && route.caller !== 'anonymous') codes.add('ACCESS_DENIED');
  if (route.access !== undefined) codes.add('ROLE_NOT_ALLOWED');
  if (route.access !== undefined && !isForAll(route.access.events)) codes.add('EVENT_NOT_ALLOWED');
  const use = idempotencyOf(route);
  if (use !== null && use !== 'own') codes.add('IDEMPOTENCY_KEY_REUSED');
  if (use === 'recorded' || use === 'transaction') codes.add('IDEMPOTENCY_KEY_IN_USE');
  const isChecked = route.params ?? route.query ?? requestHeadersOf(route) ?? route.body;
  if (route.caller === 'organization' || route.caller === 'legacy' || isChecked !== undefined)
    codes.add('VALIDATION_FAILED');
  if (route.params !== undefined || route.query !== undefined) codes.add('MALFORMED_REQUEST');
  if (route.body !== undefined) {
    for (const code of ['MALFORMED_REQUEST', 'PAYLOAD_TOO_LARGE', 'REQUEST_TIMEOUT'] as const) codes.add(code);
  }
  return allCodes.filter((code) => codes.has(code));
}

/** The rows of an event that a call names, or of a session's event, may be in an archive. */
function namesEvent({ method, path }: Route): boolean {
  return /\/(?:events?|session)\//.test(path) && (method !== 'POST' || path.includes('{'));
}

/** The document as encoded JSON. */
export function encodeOpenApi(routes: readonly Route[], version: string): string {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const route of routes) {
    const operations = paths[route.path] ?? {};
    operations[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = operations;
  }
  const document = createDocument({
    openapi: '3.1.0',
    info: { title: 'Usher', version, description: introduction() },
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: tagsOf(routes),
    paths: paths as ZodOpenApiPathsObject,
    components: {
      schemas: { ProblemDetail: problemDetail },
      securitySchemes: {
        organizationKey: key('X-API-Key', 'Organization token, or the private key of the organization'),
        tenantToken: key('X-API-Key', 'Tenant token, bare or as TEN:{maskedTenantId}:{tenantToken}'),
        organizationId: key('X-Organization-ID', 'The organization that a tenant token acts for'),
        tenantKey: key('X-API-Key', 'TEN:{maskedTenantId}:{tenantToken}'),
        loginKey: key('X-API-Key', 'The `token` that a login returned'),
        loginToken: { type: 'http', scheme: 'bearer', description: 'The `token` that a login returned' },
      },
    },
  });
  applyTerms(document);
  return JSON.stringify(document);
}

function tagsOf(routes: readonly Route[]): { name: string; description: string }[] {
  const used = new Set(routes.map(({ tag }) => tag));
  return Object.entries(tagDescriptions).flatMap(([name, description]) =>
    used.has(name) ? [{ name, description }] : [],
  );
}

function key(name: string, description: string) {
  return { type: 'apiKey', in: 'header', name, description } as const;
}

function introduction(): string {
  const rows = allCodes.map((code) => `| ${problems[code].status} | \`${code}\` | ${problems[code].meaning} |`);
  return [
    'Seat booking: layouts, events, prices, bookings and booking sessions.',
    'Paths work with and without a trailing slash, and GET routes answer HEAD as well. Unknown members of a body are ignored.',
    'Errors are `application/problem+json`; branch on `errorCode`:',
    ['| Status | errorCode | Meaning |', '|---|---|---|', ...rows].join('\n'),
  ].join('\n\n');
}

const security: Readonly<Record<Route['caller'], Record<string, string[]>[]>> = {
  anonymous: [],
  organization: [{ organizationKey: [] }, { tenantToken: [], organizationId: [] }, { loginToken: [] }],
  tenant: [{ tenantKey: [] }],
  login: [{ loginToken: [] }],
  legacy: [{ organizationKey: [] }, { loginKey: [] }, { tenantToken: [], organizationId: [] }],
};

function operationOf(route: Route): ZodOpenApiOperationObject {
  const headers = requestHeadersOf(route);
  const operation: ZodOpenApiOperationObject = {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    security: security[route.caller],
    requestParams: {
      ...(route.params && { path: route.params as z.ZodObject }),
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(headers && { header: asWritten(headers) }),
    },
    responses: { ...successesOf(route), ...failuresOf(route) },
  };
  if (route.description !== undefined) operation.description = route.description;
  if (route.body !== undefined) {
    const example = route.requestExample === undefined ? {} : { example: route.requestExample };
    operation.requestBody = {
      required: route.emptyBody === undefined,
      content: { 'application/json': { schema: route.body, ...example }, ...asTexts(route.bodyTypes) },
    };
  }
  return operation;
}

function asTexts(types: readonly string[] = []) {
  return Object.fromEntries(types.map((type) => [type, { schema: z.string() }]));
}

/** Header parameters with the usual capital letters. */
function asWritten(headers: z.ZodObject): z.ZodObject {
  const entries = Object.entries(headers.shape);
  return z.object(Object.fromEntries(entries.map(([name, schema]) => [writtenName(name), schema])));
}

function writtenName(header: string): string {
  return header.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase()).replace(/-Id$/, '-ID');
}

function successesOf(route: Route) {
  const isTagged = route.requestHeaders?.shape['if-none-match'] !== undefined;
  const entries = Object.entries(route.responses).map(([status, response]) => {
    const { description, schema, example, events, type = 'application/json', textTypes } = response;
    const names: readonly HeaderName[] = [
      ...(isTagged ? (['ETag'] as const) : []),
      ...(response.headers ?? []),
      ...replayHeader(route),
    ];
    const headers = headersOf(['X-Request-Id', ...names]);
    const content = {
      schema: schema ?? z.unknown(),
      ...(example === undefined ? {} : { example }),
      ...(events === undefined ? {} : { 'x-events': schemasOf(events) }),
    };
    const hasBody = schema !== undefined || example !== undefined;
    return [
      status,
      { description, headers, ...(hasBody && { content: { [type]: content, ...asTexts(textTypes) } }) },
    ] as const;
  });
  return Object.fromEntries(entries);
}

/** The data of a stream's events. OpenAPI 3.1 has no place for them, so they are an extension of the media type. */
function schemasOf(events: Readonly<Record<string, z.ZodType>>) {
  return Object.fromEntries(Object.entries(events).map(([name, schema]) => [name, eventSchemaOf(schema)]));
}

/** A schema with an id is one of the document's components because an answer contains it too. */
function eventSchemaOf(schema: z.ZodType) {
  const id = schema.meta()?.id;
  if (id !== undefined) return { $ref: `#/components/schemas/${id}` };
  const { $schema: _, ...written } = z.toJSONSchema(schema);
  return written;
}

function replayHeader(route: Route): readonly HeaderName[] {
  const use = idempotencyOf(route);
  return use === null ? [] : ['Idempotency-Replayed'];
}

function failuresOf(route: Route) {
  const byStatus = Map.groupBy(errorCodesOf(route), statusOf);
  const entries = [...byStatus].map(([status, codes]) => {
    const description = codes.map((code) => `${code}: ${problems[code].meaning}`).join('\n\n');
    const examples = Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, route) }]));
    const errorCode = { properties: { errorCode: { type: 'string', enum: codes } } } as const;
    const schema = { allOf: [{ $ref: '#/components/schemas/ProblemDetail' }, errorCode] };
    const content = { 'application/problem+json': { schema, examples } };
    const isRecorded = status < 500 && status !== statusOf('RATE_LIMITED');
    const names = [...failureHeaders(codes), ...(isRecorded ? replayHeader(route) : [])];
    return [String(status), { description, headers: headersOf(names), content }] as const;
  });
  return Object.fromEntries(entries);
}

function exampleOf(code: ErrorCode, route: Route): object {
  const status = statusOf(code);
  return {
    type: 'about:blank',
    title: STATUS_CODES[status],
    status,
    detail: problems[code].meaning,
    instance: route.path,
    path: route.path,
    timestamp: '2027-05-01T17:30:00.000Z',
    errorCode: code,
    requestId: '3f9a1c0b7d42-1k',
    ...problems[code].example,
  };
}
