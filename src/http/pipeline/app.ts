/**
 * The HTTP application: one Koa application whose middleware runs for every call, however its connection is read. The
 * outermost layer answers errors, sends the answer and counts the request; then come the operator's own layers, the
 * routes, and the pages. Promises that every request is counted and answered once, and that a 500 reveals no internals.
 * Never logs a path.
 */
import type { IncomingMessage } from 'node:http';
import Koa from 'koa';
import compose from 'koa-compose';
import { Fault } from '#actors/fault.ts';
import type { Log } from '#actors/ports.ts';
import { isOutage } from '#storage/database/sql-errors.ts';
import type { LargeBodies } from '../limits/large-bodies.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { Listener } from '../server/connection.ts';
import type { Application } from '../server/server.ts';
import { answerOfContext, answerProblem } from './answering.ts';
import { type AuditRecords, auditedHandle, isAudited } from './audited.ts';
import type { KeyDirectory } from './authenticate.ts';
import { BodyAborted, bodyDeadlineDefaultMs } from './body.ts';
import { makeEndpoint } from './call.ts';
import type { CallLog } from './call-log.ts';
import type { CallSpans } from './call-spans.ts';
import { Dispatcher } from './dispatch.ts';
import { type Exchange, type ExchangeState, exchangeOf, type RequestObserver } from './exchange.ts';
import type { KeyRecords } from './keyed-call.ts';
import { type ErrorCode, type Problem, ProblemError, problemOfFault, problems, statusOf } from './problem.ts';
import { makeRequestIds } from './request-ids.ts';
import type { Route } from './route.ts';
import { readBeforeOf } from './sibling-reads.ts';

/** Counts requests; each route asks for its observer once. `route` is the path pattern. */
export interface HttpMeter {
  observerOf(method: string, route: string): RequestObserver;
  errorAnswered(code: ErrorCode): void;
}

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly keys: KeyDirectory;
  readonly limits: RequestLimits;
  readonly largeBodies: LargeBodies;
  /** Null: a service without a database, whose calls take no keys. */
  readonly records: KeyRecords | null;
  /** Null: a service without a database, whose calls leave no entries. */
  readonly audit: AuditRecords | null;
  /** The event of a session, by the session's id. */
  readonly eventNumberOf: (sessionId: string) => number | null;
  readonly meter: HttpMeter;
  readonly log: Log;
  readonly callLog: CallLog;
  /** Absent: no call is recorded. */
  readonly spans?: CallSpans | undefined;
  /** Handles every path outside `/api/`. */
  readonly ops: Koa.Middleware<ExchangeState>;
  /** Adds an operator's own middleware: it runs for every call, before the routes and the pages. */
  readonly extend?: ((koa: Koa<ExchangeState>) => void) | undefined;
  /** Deadline for a body of ordinary size; default 15 s. */
  readonly bodyDeadlineMs?: number;
}

/** The client disconnected before it was answered; proxies log this status for such requests. */
const clientGoneStatus = 499;

/** The application with all its routes, to be served with `makeServer`. */
export function createApp(options: AppOptions): Application {
  const { routes, keys, limits, largeBodies, records, audit, eventNumberOf, meter, log, callLog, spans, ops } = options;
  const { bodyDeadlineMs = bodyDeadlineDefaultMs } = options;
  const common = { keys, limits, largeBodies, records, eventNumberOf, bodyDeadlineMs };
  const dispatcher = new Dispatcher();
  for (const route of routes) {
    const observe = meter.observerOf(route.method, route.path);
    const audited =
      audit === null || !isAudited(route)
        ? null
        : auditedHandle(route, audit, readBeforeOf(route, routes, common), eventNumberOf);
    dispatcher.add(route.method, route.path, makeEndpoint(route, { ...common, observe, audited }));
  }
  const stateOf = makeStates(meter, spans);
  const count: Count = (exchange, status, startedMs, error = null) => {
    const { observe, errorCode, waitedMs = 0, span } = exchange.state;
    observe(status, (performance.now() - startedMs - waitedMs) / 1000);
    if (span !== undefined) spans?.end(span, exchange, status);
    if (errorCode === null) return;
    meter.errorAnswered(errorCode);
    if (exchange.state.isHealthCheck !== true) callLog.answered(exchange, status, startedMs, error);
  };
  const koa = new Koa<ExchangeState>();
  koa.use(outermost(stateOf, count, log));
  options.extend?.(koa);
  koa.use(dispatcher.middleware);
  koa.use(ops);
  return {
    listener: listenerOf(koa),
    refuse: (req, res, problem) => {
      const exchange = exchangeOf({ req, res, state: stateOf(req) } as Pick<Exchange, 'req'>);
      answerProblem(exchange, problem);
      void exchange.res.send();
      count(exchange, statusOf(problem.code), performance.now());
    },
  };
}

/**
 * Runs the middleware with a context of Koa. Koa's own `callback` would also watch every response and write those that
 * are still open, for which the outermost layer has its own way: a hold took 58 µs instead of 72 without it.
 */
function listenerOf(koa: Koa<ExchangeState>): Listener {
  const run = compose(koa.middleware) as (context: unknown) => Promise<void>;
  // Never rejects: the outermost layer answers every error.
  return (request, response) => {
    // As Koa does: nothing has been found yet.
    response.statusCode = 404;
    void run(koa.createContext(request, response));
  };
}

function makeStates(meter: HttpMeter, spans: CallSpans | undefined): (request: IncomingMessage) => ExchangeState {
  const observe = meter.observerOf('any', 'unmatched');
  const requestIdOf = makeRequestIds();
  return ({ url = '/', headers }) => {
    const path = pathOf(url);
    const isPublic = path.startsWith('/api/public/');
    const requestId = requestIdOf(headers);
    const state: ExchangeState = { requestId, path, label: 'unmatched', observe, errorCode: null, isPublic };
    const span = spans?.begin(path, headers.traceparent) ?? null;
    if (span !== null) state.span = span;
    return state;
  };
}

type Count = (exchange: Exchange, status: number, startedMs: number, error?: unknown) => void;

/** Answers errors, sends the answer and counts the request. */
function outermost(
  stateOf: (request: IncomingMessage) => ExchangeState,
  count: Count,
  log: Log,
): Koa.Middleware<ExchangeState> {
  /** Never rejects: there would be no one to catch it. */
  const conclude = async (context: Koa.ParameterizedContext, startedMs: number, failure: Failure): Promise<void> => {
    const exchange = exchangeOf(context);
    const { res, state } = exchange;
    try {
      let isClientGone = false;
      let thrown = failure?.error;
      try {
        const sending = failure === null ? send(context, exchange) : answerThrown(context, exchange, failure.error);
        // Nearly every answer is written at once: nothing is awaited then.
        if (sending !== undefined) await sending;
      } catch (error) {
        thrown = error;
        isClientGone = await answerError(exchange, error, log);
      } finally {
        count(exchange, isClientGone ? clientGoneStatus : res.statusCode, startedMs, thrown);
      }
    } catch (error) {
      log.error({ requestId: state.requestId, route: state.label, err: error }, 'an answer failed');
      res.destroy();
    }
  };
  // No async function: a call that waits for its event would keep one more promise and a frame in memory.
  return (context, next) => {
    const startedMs = performance.now();
    context.state = stateOf(context.req);
    return next().then(
      () => conclude(context, startedMs, null),
      (error) => conclude(context, startedMs, { error }),
    );
  };
}

type Failure = { readonly error: unknown } | null;

function send(context: Koa.ParameterizedContext, { res }: Exchange): Promise<void> | void {
  if (res.answer === null || context.body !== undefined) answerOfContext(context);
  return res.send();
}

/** A middleware's `context.throw` is answered as Koa answers it; other errors are thrown again. */
function answerThrown(context: Koa.ParameterizedContext, exchange: Exchange, error: unknown): Promise<void> | void {
  if (!(error instanceof Koa.HttpError && error.expose)) throw error;
  context.status = error.status;
  context.body = error.message;
  return send(context, exchange);
}

/** Returns true when the client had disconnected, so that no answer was sent. */
async function answerError(exchange: Exchange, error: unknown, log: Log): Promise<boolean> {
  const { res, state } = exchange;
  if (error instanceof BodyAborted || (res.destroyed && !(error instanceof ProblemError))) {
    log.debug({ requestId: state.requestId, route: state.label, err: error }, 'client went away');
    return true;
  }
  const problem = problemOfError(error, exchange);
  if (!res.headersSent) {
    answerProblem(exchange, problem);
    await res.send();
    return false;
  }
  // The status says success, so the call log does not see it.
  log.error({ requestId: state.requestId, route: state.label, err: error }, 'an answer was broken off');
  res.destroy();
  return false;
}

function problemOfError(error: unknown, { req, state }: Exchange): Problem {
  if (error instanceof ProblemError) return error.problem;
  if (error instanceof Fault) return problemOfFault(error);
  if (isOutage(error)) {
    // Public calls and reads write only through an event, and the event reports unknown outcomes itself. An outage here
    // therefore means that nothing was written.
    const code = state.isPublic || req.method === 'GET' ? 'UNAVAILABLE' : 'OUTCOME_UNKNOWN';
    return { code, detail: problems[code].meaning, retryAfterSeconds: 1 };
  }
  return { code: 'INTERNAL_ERROR', detail: 'An unexpected error occurred. Quote the requestId when you report it.' };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.startsWith('/') ? path : (URL.parse(path)?.pathname ?? '/');
}
