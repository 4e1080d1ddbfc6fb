/** The OpenAPI document that is served: it covers every route, and its examples are valid by its own schemas. */
import { statusOf } from '#http/pipeline/problem.ts';
import { clientTypeDigests, writeClientTypes } from '../client/client-types.ts';
import { type ContractDocument, codesOf, type Operation, readContract } from '../support/contract-document.ts';
import { lintOpenApi } from '../support/openapi-lint.ts';
import { service, useService } from '../support/shared-service.ts';

let contract: ContractDocument;

useService();

beforeAll(async () => {
  contract = await readContract(service);
});

// biome-ignore lint/suspicious/noExplicitAny: the document is read as any client reads it
type Json = any;

const nameOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) => `${method} ${path}`;

/** Names of the operations that break a rule. */
function offenders(rule: (operation: Operation) => boolean): string[] {
  return contract.operations.filter((operation) => !rule(operation)).map(nameOf);
}

/** Status, response and media type of everything that is answered. */
function answersOf({ spec }: Operation): [status: number, response: Json, content: Json | undefined][] {
  return Object.entries<Json>(spec.responses).map(([status, response]) => [
    Number(status),
    response,
    response.content?.[Number(status) < 300 ? 'application/json' : 'application/problem+json'],
  ]);
}

describe('the document', () => {
  test('is what the client’s types were made from; npm run client:types makes them again', async () => {
    const { body } = await service.call('GET', '/openapi.json');
    if (process.env.CLIENT_TYPES === 'write') writeClientTypes(body);
    const { named, expected } = clientTypeDigests(body);
    expect(named).toEqual(expected);
  });

  test('lets every call that changes something have an idempotency key, except logins', () => {
    const withoutKey = contract.operations.filter(
      ({ method, spec }) => method !== 'GET' && !spec.parameters?.some(({ name }: Json) => name === 'Idempotency-Key'),
    );
    expect(withoutKey.map(({ path }) => path)).toEqual([
      '/api/auth/login',
      '/api/auth/refresh',
      '/api/auth/logout',
      '/api/auth/sign-on/',
      '/api/auth/sign-on/complete',
      '/api/auth/invitations/{token}',
    ]);
  });

  test('is JSON of version 3.1 and covers exactly the routes that are served', async () => {
    const answer = await service.call('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(answer.body.openapi).toBe('3.1.0');
    const documented = contract.operations.map(nameOf).toSorted();
    expect(documented).toEqual(service.routes.map(nameOf).toSorted());
    expect(documented.length).toBeGreaterThanOrEqual(25);
  });

  test('names every operation once, with summary, tag and permitted callers', () => {
    const ids = contract.operations.map(({ spec }) => spec.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(offenders(({ spec }) => /^[A-Z].{3,80}[^.]$/.test(spec.summary) && spec.tags.length === 1)).toEqual([]);
    const isOpen = (path: string) =>
      path.startsWith('/api/public/') ||
      /^\/api\/auth\/(login|refresh|logout|invitations\/\{token\}|sign-on\/(complete)?)$/.test(path);
    expect(offenders(({ spec }) => /^[a-z]+([A-Z][a-z]+|V1)*$/.test(spec.operationId))).toEqual([]);
    const tags = contract.document.tags.map((tag: Json) => tag.name);
    expect(offenders(({ spec }) => tags.includes(spec.tags[0]))).toEqual([]);
    expect(contract.document.tags.filter((tag: Json) => !/^[A-Z].{20,}\.$/.test(tag.description))).toEqual([]);
    expect(offenders(({ path, spec }) => (spec.security.length === 0) === isOpen(path))).toEqual([]);
  });

  test('passes a linter without findings', async () => {
    const answer = await fetch(`${service.url}/openapi.json`);
    expect(await lintOpenApi(await answer.text())).toEqual([]);
  });

  test('describes every operation, every member of a schema and every header', () => {
    expect(offenders(({ spec }) => /^.{10,}[.!]$/s.test(spec.description ?? ''))).toEqual([]);
    const silent: string[] = [];
    const look = (schema: Json, at: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      for (const [name, member] of Object.entries<Json>(schema.properties ?? {})) {
        if (member.$ref === undefined && member.description === undefined) silent.push(`${at}.${name}`);
        look(member, `${at}.${name}`);
      }
      for (const part of ['items', 'additionalProperties']) look(schema[part], at);
      for (const list of ['anyOf', 'oneOf', 'prefixItems']) for (const one of schema[list] ?? []) look(one, at);
    };
    for (const [name, schema] of Object.entries<Json>(contract.document.components.schemas)) look(schema, name);
    for (const operation of contract.operations) {
      look(operation.spec.requestBody?.content['application/json'].schema, `${nameOf(operation)} body`);
      for (const [status, response, content] of answersOf(operation)) {
        if (status < 300) look(content?.schema, `${nameOf(operation)} ${status}`);
        expect(Object.keys(response.headers)).toContain('X-Request-Id');
        // A cap is a 429 as well, and waiting does not help.
        const isToRepeat = status === 503 || /RATE_LIMITED|IDEMPOTENCY_KEY_IN_USE/.test(response.description);
        expect([status, 'Retry-After' in response.headers]).toEqual([status, isToRepeat]);
      }
    }
    expect(silent).toEqual([]);
  });

  test('writes header names with capitals, and describes times and pairs correctly', () => {
    const headers = contract.operations.flatMap(({ spec }) =>
      (spec.parameters ?? []).filter((one: Json) => one.in === 'header'),
    );
    const names = [...new Set(headers.map((one: Json) => one.name))].toSorted();
    expect(names).toEqual(['Idempotency-Key', 'If-Match', 'If-None-Match', 'Last-Event-ID']);
    const { schemas } = contract.document.components;
    expect(schemas.PublicSession.properties.serverTime.format).toBe('date-time');
    expect(schemas.ProblemDetail.properties.timestamp.format).toBe('date-time');
    for (const member of [schemas.NewEvent.properties.start, schemas.Event.properties.start]) {
      expect(member).toMatchObject({
        description: expect.stringContaining('without zone offset'),
        pattern: expect.any(String),
      });
      expect(member.format).toBeUndefined();
    }
    expect(schemas.ProblemDetail.properties.state.enum).toEqual(schemas.PublicSession.properties.state.enum);
    expect(schemas.FieldError.properties.code.enum).toContain('NOT_NULL');
    expect(schemas.MapPrices.properties.seats.items).toMatchObject({ prefixItems: [{}, {}], items: false });
    expect(Object.keys(schemas).filter((name) => name.startsWith('SessionConfig'))).toEqual(['SessionConfig']);
  });

  test('gives every path parameter, required and with a schema', () => {
    expect(
      offenders(({ path, spec }) => {
        const inPath = (spec.parameters ?? []).filter((one: Json) => one.in === 'path' && one.required && one.schema);
        const names = inPath.map((one: Json) => one.name).toSorted();
        return (
          names.join() ===
          [...path.matchAll(/\{(\w+)\}/g)]
            .map(([, name]) => name)
            .toSorted()
            .join()
        );
      }),
    ).toEqual([]);
  });

  test('shows an example of every request body, valid by its schema', () => {
    const withBody = contract.operations.filter(({ spec }) => spec.requestBody !== undefined);
    expect(withBody.length).toBeGreaterThanOrEqual(15);
    for (const operation of withBody) {
      const { schema, example } = operation.spec.requestBody.content['application/json'];
      expect([nameOf(operation), contract.check(schema, example), example === undefined]).toEqual([
        nameOf(operation),
        [],
        false,
      ]);
    }
  });

  test('shows an example of every success that has a body, valid by its schema', () => {
    for (const operation of contract.operations) {
      const successes = answersOf(operation).filter(([status]) => status < 300);
      expect([nameOf(operation), successes.length > 0]).toEqual([nameOf(operation), true]);
      const shown = successes.filter(([, , content]) => content?.example !== undefined);
      const isBodyless = successes.every(([, , content]) => content === undefined);
      expect([nameOf(operation), shown.length > 0 || isBodyless]).toEqual([nameOf(operation), true]);
      for (const [status, , { schema, example }] of shown) {
        expect([nameOf(operation), status, contract.check(schema, example)]).toEqual([nameOf(operation), status, []]);
      }
    }
  });

  test('shows an error body for every code of every status, valid by the schema of errors', () => {
    for (const operation of contract.operations) {
      const failures = answersOf(operation).filter(([status]) => status >= 400);
      for (const [status, response, content] of failures) {
        const codes = codesOf(response);
        expect(Object.keys(content.examples).toSorted()).toEqual(codes.toSorted());
        for (const code of codes) {
          expect([nameOf(operation), code, statusOf(code as never)]).toEqual([nameOf(operation), code, status]);
          const { value } = content.examples[code];
          expect(value).toMatchObject({ errorCode: code, status });
          expect(contract.contradictions(operation, { status, body: value })).toEqual([]);
        }
      }
      const statuses = failures.map(([status]) => status);
      expect(statuses).toEqual(expect.arrayContaining([500, 503]));
      if (operation.spec.security.length > 0) expect(statuses.some((status) => [401, 403].includes(status))).toBe(true);
    }
  });

  test('has no dangling reference and no unused component', () => {
    const text = JSON.stringify(contract.document);
    const used = new Set([...text.matchAll(/"#\/\$defs\/([^"]+)"/g)].map(([, name]) => name));
    expect([...used].toSorted()).toEqual(Object.keys(contract.document.components.schemas).toSorted());
  });

  test('its checks reject an invalid body and accept a valid one', () => {
    const operation = contract.operation('GET', '/api/public/v2.0/session/{id}');
    const body = operation.spec.responses[200].content['application/json'].example;
    expect(contract.contradictions(operation, { status: 200, body })).toEqual([]);
    expect(contract.contradictions(operation, { status: 200, body: { ...body, reference: 'R' } })).toHaveLength(1);
    expect(contract.contradictions(operation, { status: 200, body: { ...body, total: '45' } })).toHaveLength(1);
    expect(contract.contradictions(operation, { status: 418, body })).toHaveLength(1);
    const problem = operation.spec.responses[404].content['application/problem+json'].examples.ENTITY_NOT_FOUND.value;
    expect(contract.contradictions(operation, { status: 404, body: problem })).toEqual([]);
    expect(
      contract.contradictions(operation, { status: 404, body: { ...problem, errorCode: 'CAP_SEATS' } }),
    ).toHaveLength(1);
  });
});
