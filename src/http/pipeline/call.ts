/**
 * Makes a route declaration callable: authenticates, checks parameters, query, headers and body in that order, calls
 * the handler and writes its result. Authentication comes before the body is read.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { parse as parseQuery } from 'node:querystring';
import type { z } from 'zod';
import { inlineBytesMax } from '#codec/bodies/bulk-bodies.ts';
import { check } from '#codec/check.ts';
import type { InvalidBody, RequestKey } from '#domain/command.ts';
import type { Claim } from '#storage/catalog/call-records.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { authenticate, type KeyDirectory } from './authenticate.ts';
import { bodyLimitDefaultBytes, deadlineFor, parseJson, readBody } from './body.ts';
import type { Endpoint } from './dispatch.ts';
import { type RequestObserver, sendChunks, sendCompressed, sendProblem, sendResult, sendStream } from './exchange.ts';
import { keyHeader, requestKeyFor } from './idempotency-key.ts';
import { invalidBodyOf, problemOfCheck } from './invalid-body.ts';
import { callOnce, idempotencyOf, type KeyedCall, type KeyRecords, requestHeadersOf, scopeOf } from './keyed-call.ts';
import { ProblemError } from './problem.ts';
import type { Caller, Route, RouteRequest } from './route.ts';
import { beginEncoding } from './server-timing.ts';

interface Body {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

const noBody: Body = { value: undefined, bytes: new Uint8Array(0) };

interface CallSender {
  readonly request: IncomingMessage;
  readonly caller: Caller;
  readonly limits: RequestLimits;
  readonly requestKey: RequestKey | null;
}

class Call implements RouteRequest<unknown, unknown, unknown> {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly organizationId: number;
  readonly tenantId: number;
  readonly accountId: number;
  readonly rawBody: Uint8Array;
  readonly requestKey: RequestKey | null;
  claim: Claim | null = null;
  readonly #request: IncomingMessage;
  readonly #limits: RequestLimits;

  constructor({ request, caller, limits, requestKey }: CallSender, params: unknown, query: unknown, body: Body) {
    this.params = params;
    this.query = query;
    this.body = body.value;
    this.rawBody = body.bytes;
    this.requestKey = requestKey;
    // No organization, no tenant and no account has the id 0.
    this.organizationId = 'organizationId' in caller ? caller.organizationId : 0;
    this.tenantId = caller.kind === 'anonymous' ? 0 : caller.tenantId;
    this.accountId = caller.kind === 'login' ? caller.accountId : 0;
    this.#request = request;
    this.#limits = limits;
  }

  get clientAddress(): string {
    return this.#limits.addressOf(this.#request);
  }

  get knownAddress(): string | null {
    return this.#limits.knownAddressOf(this.#request);
  }

  whenGone(listener: () => void): () => void {
    const { socket } = this.#request;
    if (socket.destroyed || socket.readableEnded) listener();
    socket.once('end', listener).once('close', listener);
    return () => socket.off('end', listener).off('close', listener);
  }

  header(name: string): string | undefined {
    const value = this.#request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }
}

export interface EndpointDeps {
  readonly keys: KeyDirectory;
  readonly limits: RequestLimits;
  /** Null: a service without a database, whose calls take no keys. */
  readonly records: KeyRecords | null;
  readonly observe: RequestObserver;
  /** How long a small body may take to arrive. */
  readonly bodyDeadlineMs: number;
}

/** The endpoint of a route, to be registered with the dispatcher. */
export function makeEndpoint(route: Route, deps: EndpointDeps): Endpoint {
  const { keys, limits, records, observe, bodyDeadlineMs } = deps;
  const use = idempotencyOf(route);
  const label = `${route.method} ${route.path}`;
  const checkLimit = route.limit === undefined ? null : limits.checkOf(route.limit);
  const checkHeaders = headerCheckOf(route);
  const limitBytes = route.bodyLimitBytes ?? bodyLimitDefaultBytes;
  const deadlineMs = deadlineFor(limitBytes, bodyDeadlineMs);
  return async (exchange, pathParams) => {
    const { req, state } = exchange;
    state.label = label;
    state.observe = observe;
    const limited = checkLimit === null ? null : checkLimit(req, pathParams.id ?? pathParams.ticket ?? '');
    if (limited !== null) return sendProblem(exchange, limited);
    const refusal = route.shed?.(pathParams) ?? null;
    if (refusal !== null) return sendProblem(exchange, refusal);
    // A value that is already there is not awaited: each await costs every hold one pass through the microtask queue.
    const identified = authenticate(route.caller, req.headers, keys);
    const caller = identified instanceof Promise ? await identified : identified;
    const params = route.params === undefined ? null : checked(route.params, pathParams);
    const query = route.query === undefined ? null : checked(route.query, queryOf(req));
    checkHeaders(req.headers);
    const key = use === null || use === 'own' ? undefined : req.headers[keyHeader];
    let requestKey: RequestKey | null = null;
    let body = noBody;
    if (route.body === undefined) requestKey = keyFor(key, req, null);
    else {
      // The parser reports a head before it reads the body in the same packet: let it go on first.
      if (!req.complete) await null;
      let bytes = readBody(req, limitBytes, deadlineMs, state.isPublic);
      if (key !== undefined) {
        bytes = await bytes;
        // Before the body is parsed: a thread may take the bytes away.
        requestKey = keyFor(key, req, bytes);
      }
      const parsed = parsedBody(route, route.body, bytes);
      body = parsed instanceof Promise ? await parsed : parsed;
    }
    const call = new Call({ request: req, caller, limits, requestKey }, params, query, body);
    const result =
      requestKey === null || records === null || (use !== 'recorded' && use !== 'transaction')
        ? await route.handle(call)
        : await callOnce({ records, use, scope: scopeOf(caller), key: requestKey, ...keyedSteps(route, call) });
    if (result.isReplay !== undefined) state.isReplay = result.isReplay;
    if (result.timing !== undefined) state.timed = beginEncoding(result.timing);
    if ('problem' in result) return sendProblem(exchange, result.problem);
    if (result.waitedMs !== undefined) state.waitedMs = result.waitedMs;
    if (result.stream !== undefined) sendStream(exchange, result, result.stream);
    else if (result.compressed !== undefined) await sendCompressed(exchange, result, result.compressed);
    else if (result.chunks === undefined) sendResult(exchange, result);
    else await sendChunks(exchange, result, result.chunks);
  };
}

function keyedSteps(route: Route, call: Call): Pick<KeyedCall, 'handle' | 'again'> {
  return {
    handle: (claim) => {
      call.claim = claim;
      return route.handle(call);
    },
    again: (noted) => {
      if (route.again === undefined) throw new TypeError(`${route.operationId} cannot make its answer again`);
      return route.again(call, noted);
    },
  };
}

function keyFor(key: string | string[] | undefined, request: IncomingMessage, body: Buffer | null): RequestKey | null {
  return typeof key === 'string' ? requestKeyFor(key, request, body) : null;
}

function checked(schema: z.ZodType, value: unknown): unknown {
  const result = check(schema, value);
  if (!result.ok) throw new ProblemError(problemOfCheck(result));
  return result.value;
}

/** Checks the headers that the route declares. Skips the check when all of them are optional and none was sent. */
function headerCheckOf(route: Route): (headers: IncomingHttpHeaders) => void {
  const requestHeaders = requestHeadersOf(route);
  if (requestHeaders === undefined) return () => {};
  const names = Object.keys(requestHeaders.shape).map((name) => [name, name.toLowerCase()] as const);
  const areOptional = check(requestHeaders, {}).ok;
  return (headers) => {
    if (areOptional && names.every(([, key]) => headers[key] === undefined)) return;
    checked(requestHeaders, Object.fromEntries(names.map(([name, key]) => [name, headers[key]])));
  };
}

function queryOf(request: IncomingMessage): unknown {
  const url = request.url ?? '';
  const from = url.indexOf('?');
  if (from === -1) return {};
  const text = url.slice(from + 1);
  if (text.includes('%00')) {
    throw new ProblemError({ code: 'MALFORMED_REQUEST', detail: 'The query contains a NUL character.' });
  }
  return parseQuery(text);
}

function valid<Parsed>(parsed: Parsed | InvalidBody): Parsed {
  if (typeof parsed !== 'object' || parsed === null || !('invalid' in parsed)) return parsed as Parsed;
  const { invalid, detail, errors } = parsed as InvalidBody;
  throw new ProblemError(
    invalid === 'MALFORMED_REQUEST' ? { code: invalid, detail } : { code: invalid, detail, errors },
  );
}

/** A function of its own: an async frame that waits for an event would keep the bytes in memory. */
function parsedBody(
  route: Route,
  schema: z.ZodType,
  bytes: Buffer | null | Promise<Buffer | null>,
): Body | Promise<Body> {
  if (bytes instanceof Promise) return bytes.then((arrived) => parsedBody(route, schema, arrived));
  if (route.rawBody === true) return bytes === null ? noBody : { value: undefined, bytes };
  if (route.parseLarge !== undefined && bytes !== null && bytes.length > inlineBytesMax) {
    return route.parseLarge(bytes).then((parsed) => ({ value: valid(parsed), bytes: noBody.bytes }));
  }
  try {
    const sent = bytes === null ? route.emptyBody : parseJson(bytes, route.keptText);
    return { value: route.fastParse?.(sent) ?? checked(schema, sent), bytes: noBody.bytes };
  } catch (error) {
    if (route.invalidBodyToHandler === true && error instanceof ProblemError) {
      return { value: invalidBodyOf(error.problem), bytes: noBody.bytes };
    }
    throw error;
  }
}
