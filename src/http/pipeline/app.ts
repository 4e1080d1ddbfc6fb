/**
 * The HTTP application: metrics outermost, then the error mapper, then the routes. Promises that every request is
 * counted and answered once, and that a 500 reveals no internals. Never logs a path.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import { Fault } from '#actors/fault.ts';
import type { Log } from '#actors/ports.ts';
import { isOutage } from '#storage/database/sql-errors.ts';
import type { RequestLimits } from '../limits/request-limits.ts';
import type { KeyDirectory } from './authenticate.ts';
import { BodyAborted, bodyDeadlineDefaultMs } from './body.ts';
import { makeEndpoint } from './call.ts';
import { Dispatcher } from './dispatch.ts';
import {
  clientGoneStatus,
  type Exchange,
  type ExchangeState,
  type RequestObserver,
  sendPreflight,
  sendProblem,
} from './exchange.ts';
import type { KeyRecords } from './keyed-call.ts';
import { type ErrorCode, type Problem, ProblemError, problemOfFault, problems, statusOf } from './problem.ts';
import { makeRequestIds } from './request-ids.ts';
import type { Route } from './route.ts';

/** Counts requests; each route asks for its observer once. `route` is the path pattern. */
export interface HttpMeter {
  observerOf(method: string, route: string): RequestObserver;
  errorAnswered(code: ErrorCode): void;
}

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly keys: KeyDirectory;
  readonly limits: RequestLimits;
  /** Null: a service without a database, whose calls take no keys. */
  readonly records: KeyRecords | null;
  readonly meter: HttpMeter;
  readonly log: Log;
  /** Handles every path outside `/api/`. */
  readonly ops: Koa.Middleware<ExchangeState>;
  /** Deadline for a body of ordinary size; default 15 s. */
  readonly bodyDeadlineMs?: number;
}

/** The application with all its routes; serve it with `createServer`. */
export function createApp(options: AppOptions): Application {
  const { keys, limits, records, meter, log, ops, bodyDeadlineMs = bodyDeadlineDefaultMs } = options;
  const dispatcher = new Dispatcher();
  for (const route of options.routes) {
    const observe = meter.observerOf(route.method, route.path);
    dispatcher.add(route.method, route.path, makeEndpoint(route, { keys, limits, records, observe, bodyDeadlineMs }));
  }
  const observeUnmatched = meter.observerOf('any', 'unmatched');
  const requestIdOf = makeRequestIds();
  const stateOf = ({ url = '/', headers }: IncomingMessage): ExchangeState => {
    const path = pathOf(url);
    const isPublic = path.startsWith('/api/public/');
    const observe = observeUnmatched;
    return { requestId: requestIdOf(headers), path, label: 'unmatched', observe, errorCode: null, isPublic };
  };
  const count: Count = ({ observe, errorCode, waitedMs = 0 }, status, startedMs) => {
    observe(status, (performance.now() - startedMs - waitedMs) / 1000);
    if (errorCode !== null) meter.errorAnswered(errorCode);
  };
  const conclude = conclusionOf(count, log);
  /** No async function: a call that waits for its event would keep one more promise and a frame in memory. */
  const layer = (exchange: Exchange, next: Koa.Next): Promise<void> => {
    const startedMs = performance.now();
    const { path } = exchange.state;
    try {
      const work = path.startsWith(apiPrefix) ? callApi(dispatcher, exchange, path) : ops(exchange as never, next);
      if (work !== undefined) {
        return Promise.resolve(work).then(
          () => conclude(exchange, startedMs, null),
          (error) => conclude(exchange, startedMs, { error }),
        );
      }
    } catch (error) {
      conclude(exchange, startedMs, { error });
      return concluded;
    }
    conclude(exchange, startedMs, null);
    return concluded;
  };
  const refuse = (exchange: Exchange, problem: Problem): void => {
    sendProblem(exchange, problem);
    count(exchange.state, statusOf(problem.code), performance.now());
  };
  const app = new Application({ stateOf, layer, refuse });
  app.on('error', (error) => log.debug({ err: error }, 'connection failed'));
  return app;
}

const apiPrefix = '/api/';
const concluded = Promise.resolve();

type Count = (state: ExchangeState, status: number, startedMs: number) => void;
type Conclude = (exchange: Exchange, startedMs: number, failure: { readonly error: unknown } | null) => void;

/** Answers a failure, and counts the request once. Never throws: there would be no one to catch it. */
function conclusionOf(count: Count, log: Log): Conclude {
  return (exchange, startedMs, failure) => {
    const { state, res } = exchange;
    let isClientGone = false;
    try {
      try {
        if (failure !== null) isClientGone = answerError(exchange, failure.error, log);
      } finally {
        count(state, isClientGone ? clientGoneStatus : res.statusCode, startedMs);
      }
    } catch (error) {
      log.error({ requestId: state.requestId, route: state.label, err: error }, 'an answer failed');
      res.destroy();
    }
  };
}

interface ApplicationParts {
  stateOf(request: IncomingMessage): ExchangeState;
  layer(exchange: Exchange, next: Koa.Next): Promise<void>;
  refuse(exchange: Exchange, problem: Problem): void;
}

/**
 * Koa with one middleware, which answers every request and catches its errors. API calls bypass Koa's own response
 * handling, which watches every response and answers those that are still open: a hold took 58 µs instead of 72 (64
 * connections, wrk). They get no context of Koa's either: it is three objects, and thousands of calls may wait at once.
 */
class Application extends Koa<ExchangeState> {
  readonly #parts: ApplicationParts;

  constructor(parts: ApplicationParts) {
    super();
    this.#parts = parts;
    this.use((context, next) => {
      context.state = parts.stateOf(context.req);
      return parts.layer(context, next);
    });
  }

  override callback(): ReturnType<Koa['callback']> {
    const whole = super.callback();
    return (request, response) => {
      if (!request.url?.startsWith(apiPrefix)) return whole(request, response);
      const exchange = this.#exchangeOf(request as IncomingMessage, response as ServerResponse);
      return this.#parts.layer(exchange, noNext);
    };
  }

  /** Answers a request that is not admitted; it is counted like any other. */
  refuse(request: IncomingMessage, response: ServerResponse, problem: Problem): void {
    this.#parts.refuse(this.#exchangeOf(request, response), problem);
  }

  #exchangeOf(req: IncomingMessage, res: ServerResponse): Exchange {
    return { req, res, state: this.#parts.stateOf(req), respond: undefined };
  }
}

const noNext = async (): Promise<void> => undefined;

function callApi(dispatcher: Dispatcher, exchange: Exchange, path: string): Promise<void> | void {
  const method = exchange.req.method ?? 'GET';
  const found = dispatcher.find(method, path);
  if (found === null) return sendProblem(exchange, { code: 'NOT_FOUND', detail: 'There is no such route.' });
  if ('allow' in found) {
    if (method === 'OPTIONS' && exchange.state.isPublic) return sendPreflight(exchange, found.allow);
    return sendProblem(exchange, methodNotAllowed(method, found.allow));
  }
  if (found.params === null) {
    return sendProblem(exchange, {
      code: 'MALFORMED_REQUEST',
      detail: 'The percent-encoding of the path is invalid.',
    });
  }
  return found.endpoint(exchange, found.params);
}

/** 405 that lists the methods of the path. */
export function methodNotAllowed(method: string, allow: readonly string[]): Problem {
  return { code: 'METHOD_NOT_ALLOWED', detail: `This path does not support ${method}.`, allow: allow.join(', ') };
}

/** Returns true when the client had disconnected, so that no answer was sent. */
function answerError(exchange: Exchange, error: unknown, log: Log): boolean {
  const { res, state } = exchange;
  if (error instanceof BodyAborted || (res.destroyed && !(error instanceof ProblemError))) {
    exchange.respond = false;
    log.debug({ requestId: state.requestId, route: state.label, err: error }, 'client went away');
    return true;
  }
  const problem = problemOfError(error, exchange);
  if (problem.code === 'INTERNAL_ERROR') {
    log.error({ requestId: state.requestId, route: state.label, err: error }, 'request failed');
  } else {
    log.debug({ requestId: state.requestId, route: state.label, code: problem.code }, 'request refused');
  }
  if (res.headersSent) res.destroy();
  else sendProblem(exchange, problem);
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
