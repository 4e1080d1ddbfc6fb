/**
 * Makes a route declaration callable: authenticates, checks parameters, query, headers and body in that order, calls
 * the handler and writes its result. Authentication comes before the body is read.
 */

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { inlineBytesMax } from '#codec/bodies/bulk-bodies.ts';
import { check } from '#codec/check.ts';
import type { InvalidBody, RequestKey } from '#domain/command.ts';
import type { Claim } from '#storage/catalog/call-records.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import { authenticate, type KeyDirectory } from './authenticate.ts';
import { bodyLimitDefaultBytes, deadlineFor, parseJson, readBody } from './body.ts';
import { checked } from './checked.ts';
import type { Endpoint } from './dispatch.ts';
import {
  type Exchange,
  type RequestObserver,
  sendChunks,
  sendCompressed,
  sendProblem,
  sendResult,
  sendStream,
} from './exchange.ts';
import { keyHeader, requestKeyFor } from './idempotency-key.ts';
import { invalidBodyOf } from './invalid-body.ts';
import { callOnce, idempotencyOf, type KeyedCall, type KeyRecords, requestHeadersOf, scopeOf } from './keyed-call.ts';
import { type PathParams, pathCheckOf } from './path-params.ts';
import { ProblemError } from './problem.ts';
import { queryCheckOf } from './query.ts';
import type { Caller, Route, RouteRequest, RouteResult } from './route.ts';
import { beginEncoding } from './server-timing.ts';

interface Body {
  readonly value: unknown;
  readonly bytes: Uint8Array;
}

const noBody: Body = { value: undefined, bytes: new Uint8Array(0) };

class Call implements RouteRequest<unknown, unknown, unknown> {
  readonly caller: Caller;
  readonly params: unknown;
  readonly query: unknown;
  body: unknown = undefined;
  readonly organizationId: number;
  readonly tenantId: number;
  readonly accountId: number;
  rawBody: Uint8Array = noBody.bytes;
  requestKey: RequestKey | null = null;
  claim: Claim | null = null;
  readonly #request: IncomingMessage;
  readonly #limits: RequestLimits;

  constructor(request: IncomingMessage, limits: RequestLimits, caller: Caller, params: unknown, query: unknown) {
    this.caller = caller;
    this.params = params;
    this.query = query;
    // No organization, no tenant and no account has the id 0.
    this.organizationId = 'organizationId' in caller ? caller.organizationId : 0;
    this.tenantId = caller.kind === 'anonymous' ? 0 : caller.tenantId;
    this.accountId = caller.kind === 'login' ? caller.accountId : 0;
    this.#request = request;
    this.#limits = limits;
  }

  with({ value, bytes }: Body): this {
    this.body = value;
    this.rawBody = bytes;
    return this;
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

/**
 * The endpoint of a route, to be registered with the dispatcher. A value that is there already is not awaited, and no
 * async frame of the pipeline waits for an event: thousands of calls may wait at once, and every garbage collection
 * copies their frames.
 */
export function makeEndpoint(route: Route, deps: EndpointDeps): Endpoint {
  const { limits, observe } = deps;
  const label = `${route.method} ${route.path}`;
  const checkLimit = route.limit === undefined ? null : limits.checkOf(route.limit);
  const callOf = preparationOf(route, deps);
  const handle = handlingOf(route, deps);
  return (exchange, pathParams) => {
    const { req, state } = exchange;
    state.label = label;
    state.observe = observe;
    const limited = checkLimit === null ? null : checkLimit(req, pathParams.id ?? pathParams.ticket ?? '');
    if (limited !== null) return sendProblem(exchange, limited);
    const refusal = route.shed?.(pathParams) ?? null;
    if (refusal !== null) return sendProblem(exchange, refusal);
    const call = callOf(exchange, pathParams);
    return call instanceof Call ? handle(exchange, call) : call.then((made) => handle(exchange, made));
  };
}

type Preparation = (exchange: Exchange, pathParams: PathParams) => Call | Promise<Call>;

/** Makes the call of a request: authenticates, then checks what was sent. Throws or rejects with `ProblemError`. */
function preparationOf(route: Route, { keys, limits, bodyDeadlineMs }: EndpointDeps): Preparation {
  const use = idempotencyOf(route);
  const takesKey = use !== null && use !== 'own';
  const checkParams = pathCheckOf(route.params);
  const checkQuery = queryCheckOf(route.query);
  const checkHeaders = headerCheckOf(route);
  const limitBytes = route.bodyLimitBytes ?? bodyLimitDefaultBytes;
  const deadlineMs = deadlineFor(limitBytes, bodyDeadlineMs);
  const bytesOf = ({ req, state }: Exchange) => readBody(req, limitBytes, deadlineMs, state.isPublic);
  const withBody = async (call: Call, exchange: Exchange, schema: z.ZodType, key: SentHeader): Promise<Call> => {
    // The parser reports a head before it reads the body in the same packet: let it go on first.
    if (!exchange.req.complete) await null;
    let bytes = bytesOf(exchange);
    if (key !== undefined) {
      bytes = await bytes;
      // Before the body is parsed: a thread may take the bytes away.
      call.requestKey = keyFor(key, exchange.req, bytes);
    }
    return call.with(await parsedBody(route, schema, bytes));
  };
  const checkedCall = (exchange: Exchange, pathParams: PathParams, caller: Caller): Call | Promise<Call> => {
    const { req } = exchange;
    const params = checkParams(pathParams);
    const query = checkQuery(req.url);
    checkHeaders(req.headers);
    const call = new Call(req, limits, caller, params, query);
    const key = takesKey ? req.headers[keyHeader] : undefined;
    if (route.body === undefined) {
      call.requestKey = keyFor(key, req, null);
      return call;
    }
    if (key !== undefined || !req.complete) return withBody(call, exchange, route.body, key);
    const parsed = parsedBody(route, route.body, bytesOf(exchange));
    return parsed instanceof Promise ? parsed.then((body) => call.with(body)) : call.with(parsed);
  };
  return (exchange, pathParams) => {
    const caller = authenticate(route.caller, exchange.req.headers, keys);
    if (!(caller instanceof Promise)) return checkedCall(exchange, pathParams, caller);
    return caller.then((identified) => checkedCall(exchange, pathParams, identified));
  };
}

/** Calls the handler, or an earlier call's record, and sends the result. */
function handlingOf(route: Route, { records }: EndpointDeps): (exchange: Exchange, call: Call) => Promise<void> {
  const use = idempotencyOf(route);
  return (exchange, call) => {
    const { requestKey, caller } = call;
    const handling =
      requestKey === null || records === null || (use !== 'recorded' && use !== 'transaction')
        ? route.handle(call)
        : callOnce({ records, use, scope: scopeOf(caller), key: requestKey, ...keyedSteps(route, call) });
    return handling.then((result) => sendOutcome(exchange, result));
  };
}

function sendOutcome(exchange: Exchange, result: RouteResult): Promise<void> | void {
  const { state } = exchange;
  if (result.isReplay !== undefined) state.isReplay = result.isReplay;
  if (result.timing !== undefined) state.timed = beginEncoding(result.timing);
  if ('problem' in result) return sendProblem(exchange, result.problem);
  if (result.waitedMs !== undefined) state.waitedMs = result.waitedMs;
  if (result.stream !== undefined) return sendStream(exchange, result, result.stream);
  if (result.compressed !== undefined) return sendCompressed(exchange, result, result.compressed);
  return result.chunks === undefined ? sendResult(exchange, result) : sendChunks(exchange, result, result.chunks);
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

type SentHeader = string | string[] | undefined;

function keyFor(key: SentHeader, request: IncomingMessage, body: Buffer | null): RequestKey | null {
  return typeof key === 'string' ? requestKeyFor(key, request, body) : null;
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

function valid<Parsed>(parsed: Parsed | InvalidBody): Parsed {
  if (typeof parsed !== 'object' || parsed === null || !('invalid' in parsed)) return parsed as Parsed;
  const { invalid, detail, errors } = parsed as InvalidBody;
  throw new ProblemError(
    invalid === 'MALFORMED_REQUEST' ? { code: invalid, detail } : { code: invalid, detail, errors },
  );
}

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
