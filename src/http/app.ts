/**
 * The HTTP application: metrics outermost, then the error mapper, then the routes. Promises that every
 * request is counted and answered once, and that 500 tells nothing of the inside. Never logs a path.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import Koa from 'koa';
import { Fault } from '#actors/fault.ts';
import type { Log } from '#actors/ports.ts';
import { isOutage } from '#storage/sql-errors.ts';
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
import type { RequestLimits } from './limits/request-limits.ts';
import { type ErrorCode, type Problem, ProblemError, problems } from './problem.ts';
import type { Route } from './route.ts';

/** Counts requests; asked once per route. `route` is the path pattern. */
export interface HttpMeter {
  observerOf(method: string, route: string): RequestObserver;
  errorAnswered(code: ErrorCode): void;
}

export interface AppOptions {
  readonly routes: readonly Route[];
  readonly keys: KeyDirectory;
  readonly limits: RequestLimits;
  readonly meter: HttpMeter;
  readonly log: Log;
  /** What answers outside of `/api/`. */
  readonly ops: Koa.Middleware<ExchangeState>;
  /** How long a body of ordinary size may take to arrive; 15 s unless told. */
  readonly bodyDeadlineMs?: number;
}

/** The application with all its routes; serve it with `createServer`. */
export function createApp(options: AppOptions): Koa<ExchangeState> {
  const { keys, limits, meter, log, ops, bodyDeadlineMs = bodyDeadlineDefaultMs } = options;
  const dispatcher = new Dispatcher();
  for (const route of options.routes) {
    const observe = meter.observerOf(route.method, route.path);
    dispatcher.add(route.method, route.path, makeEndpoint(route, { keys, limits, observe, bodyDeadlineMs }));
  }
  const observeUnmatched = meter.observerOf('any', 'unmatched');
  const nextRequestId = requestIds();
  const app = new Application(async (exchange, next) => {
    const startedMs = performance.now();
    const path = pathOf(exchange.req.url ?? '/');
    const isApi = path.startsWith(apiPrefix);
    exchange.state = {
      requestId: nextRequestId(exchange.req),
      path,
      label: 'unmatched',
      observe: observeUnmatched,
      errorCode: null,
      isPublic: isApi && path.startsWith('/api/public/'),
    };
    let isClientGone = false;
    try {
      await (isApi ? callApi(dispatcher, exchange, path) : ops(exchange as never, next));
    } catch (error) {
      isClientGone = answerError(exchange, error, log);
    } finally {
      const status = isClientGone ? clientGoneStatus : exchange.res.statusCode;
      exchange.state.observe(status, (performance.now() - startedMs) / 1000);
      if (exchange.state.errorCode !== null) meter.errorAnswered(exchange.state.errorCode);
    }
  });
  app.on('error', (error) => log.debug({ err: error }, 'connection failed'));
  return app;
}

const apiPrefix = '/api/';

/**
 * Koa with one layer, where API calls end with it: it answers all of them and catches what they throw. Without Koa's own end,
 * which watches every response and answers what nobody has answered, a hold took 58 µs instead of 72 (64 connections, wrk).
 */
class Application extends Koa<ExchangeState> {
  readonly #layer: (exchange: Exchange, next: Koa.Next) => Promise<void>;

  constructor(layer: (exchange: Exchange, next: Koa.Next) => Promise<void>) {
    super();
    this.#layer = layer;
    this.use(layer);
  }

  override callback(): ReturnType<Koa['callback']> {
    const whole = super.callback();
    return (request, response) => {
      if (!request.url?.startsWith(apiPrefix)) return whole(request, response);
      const exchange: Exchange = this.createContext(request as IncomingMessage, response as ServerResponse);
      return this.#layer(exchange, nobodyNext).catch((error) => {
        this.emit('error', error, exchange);
        response.destroy();
      });
    };
  }
}

const nobodyNext = async (): Promise<void> => undefined;

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
      detail: 'The percent-encoding of the path cannot be read.',
    });
  }
  const context = exchange as unknown as Parameters<typeof found.endpoint>[0];
  context.params = found.params;
  return found.endpoint(context);
}

/** 405 with the methods that the path does have. */
export function methodNotAllowed(method: string, allow: readonly string[]): Problem {
  return { code: 'METHOD_NOT_ALLOWED', detail: `This path does not answer to ${method}.`, allow: allow.join(', ') };
}

/** True when there was nobody left to answer. */
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
  if (error instanceof Fault) {
    return { code: error.code, detail: problems[error.code].meaning, retryAfterSeconds: error.retryAfterSeconds };
  }
  if (isOutage(error)) {
    // Public calls and reads write nothing but through an event, which says itself what became of it.
    const code = state.isPublic || req.method === 'GET' ? 'UNAVAILABLE' : 'OUTCOME_UNKNOWN';
    return { code, detail: problems[code].meaning, retryAfterSeconds: 1 };
  }
  return { code: 'INTERNAL_ERROR', detail: 'Something went wrong here. Quote the requestId when you report it.' };
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.startsWith('/') ? path : (URL.parse(path)?.pathname ?? '/');
}

const saneRequestId = /^[\w.:-]{1,64}$/;

/** The caller's X-Request-Id when it is sane, else a number that no other process gives. */
function requestIds(): (request: IncomingMessage) => string {
  const process = randomBytes(6).toString('hex');
  let count = 0;
  return ({ headers }) => {
    const sent = headers['x-request-id'];
    if (typeof sent === 'string' && saneRequestId.test(sent)) return sent;
    count++;
    return `${process}-${count.toString(36)}`;
  };
}
