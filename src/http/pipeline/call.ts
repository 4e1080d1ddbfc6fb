/**
 * Makes a route declaration callable: authenticates, checks parameters, query, headers and body in that order, calls
 * the handler and answers with its result. Authentication comes before the body is read.
 */
import type { z } from 'zod';
import { inlineBytesMax } from '#codec/bodies/bulk-bodies.ts';
import type { RequestKey } from '#domain/call-context.ts';
import type { InvalidBody } from '#domain/command.ts';
import { type LargeBodies, type LargeBody, smallBodyBytes } from '../limits/large-bodies.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Request } from '../server/connection.ts';
import { checkRole, refusalOfEvent } from './access.ts';
import { answerProblem, answerResult } from './answering.ts';
import type { Handle } from './audited.ts';
import { authenticate, type KeyDirectory } from './authenticate.ts';
import { bodyLimitOf, deadlineFor, parseJson, readBody } from './body.ts';
import type { Caller } from './caller.ts';
import { checked, headerCheckOf } from './checked.ts';
import { countedBodyOf } from './counted-body.ts';
import type { Endpoint } from './dispatch.ts';
import type { Exchange, RequestObserver } from './exchange.ts';
import { keyHeader, requestKeyFor } from './idempotency-key.ts';
import { invalidBodyOf } from './invalid-body.ts';
import { callOnce, idempotencyOf, type KeyedCall, type KeyRecords, scopeOf } from './keyed-call.ts';
import { Call, noBody, type ReadBody } from './made-call.ts';
import { type PathParams, pathCheckOf } from './path-params.ts';
import { ProblemError } from './problem.ts';
import { queryCheckOf } from './query.ts';
import type { Route, RouteResult } from './route.ts';
import { beginEncoding } from './server-timing.ts';

/** The type that `sendBeacon` gives a text when a page closes: JSON would need a CORS preflight. */
const publicTypes = ['text/plain'];

export interface EndpointDeps {
  readonly keys: KeyDirectory;
  readonly limits: RequestLimits;
  readonly largeBodies: LargeBodies;
  /** Null: a service without a database, whose calls take no keys. */
  readonly records: KeyRecords | null;
  /** The handler with its audit; null: the call leaves no entry. */
  readonly audited: Handle | null;
  readonly observe: RequestObserver;
  /** The event of a session, by the session's id. */
  readonly eventNumberOf: (sessionId: string) => number | null;
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
    if (limited !== null) return answerProblem(exchange, limited);
    const refusal = route.shed?.(pathParams) ?? null;
    if (refusal !== null) return answerProblem(exchange, refusal);
    const call = callOf(exchange, pathParams);
    if (call instanceof Call) return handle(exchange, call);
    return call.then((made) => {
      const handled = handle(exchange, made);
      return made.large === null ? handled : handled.finally(made.large.leave);
    });
  };
}

type Handling = (exchange: Exchange, call: Call) => Promise<void>;

type Preparation = (exchange: Exchange, pathParams: PathParams) => Call | Promise<Call>;

/** Makes the call of a request: authenticates, then checks what was sent. Throws or rejects with `ProblemError`. */
function preparationOf(route: Route, deps: EndpointDeps): Preparation {
  const { keys, largeBodies, bodyDeadlineMs } = deps;
  const use = idempotencyOf(route);
  const takesKey = use !== null && use !== 'own';
  const checkParams = pathCheckOf(route.params);
  const checkQuery = queryCheckOf(route.query);
  const checkHeaders = headerCheckOf(route);
  const limitBytes = route.bodyLimitBytes ?? bodyLimitOf(route.path);
  const deadlineMs = deadlineFor(limitBytes, bodyDeadlineMs);
  const bytesOf = ({ req, state }: Exchange, large: LargeBody | null = null) =>
    readBody(req, limitBytes, deadlineMs, state.isPublic ? publicTypes : route.bodyTypes, large);
  const withBody = async (call: Call, exchange: Exchange, schema: z.ZodType, key: SentHeader): Promise<Call> => {
    if (limitBytes > smallBodyBytes) call.large = countedBodyOf(exchange.req, largeBodies, call.organizationId);
    try {
      return await readInto(call, exchange, schema, key);
    } catch (error) {
      call.large?.leave();
      throw error;
    }
  };
  const readInto = async (call: Call, exchange: Exchange, schema: z.ZodType, key: SentHeader): Promise<Call> => {
    // The parser reports a head before it reads the body in the same packet: let it go on first.
    if (!exchange.req.complete) await null;
    let bytes = bytesOf(exchange, call.large);
    if (key !== undefined) {
      bytes = await bytes;
      // Before the body is parsed: a thread may take the bytes away.
      call.requestKey = keyFor(key, exchange.req, bytes);
    }
    return call.with(await parsedBody(route, schema, bytes));
  };
  const checkedCall = (exchange: Exchange, pathParams: PathParams, caller: Caller): Call | Promise<Call> => {
    const { req } = exchange;
    checkRole(route.access, caller);
    const params = checkParams(pathParams);
    const query = checkQuery(req.url);
    checkHeaders(req.headers);
    const call = new Call(deps, exchange, caller, params, query);
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

/** Calls the handler, or an earlier call's record, and answers with the result. */
function handlingOf(route: Route, { records, eventNumberOf, audited }: EndpointDeps): Handling {
  const use = idempotencyOf(route);
  const run: Handle = audited ?? ((_, call) => route.handle(call));
  return (exchange, call) => {
    const { requestKey, caller } = call;
    const refusal = refusalOfEvent(route.access, caller, call, eventNumberOf);
    if (refusal !== null) return Promise.resolve(answerProblem(exchange, refusal));
    const handling =
      requestKey === null || records === null || (use !== 'recorded' && use !== 'transaction')
        ? run(exchange, call)
        : callOnce({
            records,
            use,
            scope: scopeOf(caller),
            key: requestKey,
            ...keyedSteps(route, exchange, call, run),
          });
    return handling.then(
      (result) => {
        if ('problem' in result || exchange.state.span !== undefined) noteEvent(exchange, call);
        return answerOutcome(exchange, result);
      },
      (error) => {
        noteEvent(exchange, call);
        throw error;
      },
    );
  };
}

/** For the log line of a call that got no success, and for the span of one that is recorded. */
function noteEvent({ state }: Exchange, { body }: Call): void {
  const { eventId } = (body ?? {}) as { readonly eventId?: unknown };
  if (typeof eventId === 'string') state.eventId = eventId;
}

function answerOutcome(exchange: Exchange, result: RouteResult): Promise<void> | void {
  const { state } = exchange;
  if (result.isReplay !== undefined) state.isReplay = result.isReplay;
  if (result.timing !== undefined) state.timed = beginEncoding(result.timing);
  if ('problem' in result) return answerProblem(exchange, result.problem);
  if (result.waitedMs !== undefined) state.waitedMs = result.waitedMs;
  return answerResult(exchange, result);
}

function keyedSteps(route: Route, exchange: Exchange, call: Call, run: Handle): Pick<KeyedCall, 'handle' | 'again'> {
  return {
    handle: (claim, changes) => run(exchange, call.keyed(claim, changes)),
    again: (noted) => {
      if (route.again === undefined) throw new TypeError(`${route.operationId} cannot make its answer again`);
      return route.again(call, noted);
    },
  };
}

type SentHeader = string | string[] | undefined;

function keyFor(key: SentHeader, request: Request, body: Buffer | null): RequestKey | null {
  return typeof key === 'string' ? requestKeyFor(key, request, body) : null;
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
): ReadBody | Promise<ReadBody> {
  if (bytes instanceof Promise) return bytes.then((arrived) => parsedBody(route, schema, arrived));
  if (route.rawBody === true) return bytes === null ? noBody : { value: undefined, bytes };
  if (route.parseLarge !== undefined && bytes !== null && bytes.length > inlineBytesMax) {
    return route.parseLarge(bytes).then((parsed) => ({ value: valid(parsed), bytes: noBody.bytes }));
  }
  try {
    const sent = bytes === null ? route.emptyBody : parseJson(bytes, route.keptText);
    return { value: checked(schema, sent), bytes: noBody.bytes };
  } catch (error) {
    if (route.invalidBodyToHandler === true && error instanceof ProblemError) {
      return { value: invalidBodyOf(error.problem), bytes: noBody.bytes };
    }
    throw error;
  }
}
