/**
 * What operators and newcomers open: /livez, /readyz, /metrics, /openapi.json and /docs. None of it is hot,
 * so it is plain Koa. Shows no data of customers.
 */
import Router, { type RouterContext, type RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import helmet from 'koa-helmet';
import type { Registry } from 'prom-client';
import { type HttpMeter, methodNotAllowed } from '../app.ts';
import { type Exchange, type ExchangeState, sendProblem, sendResult } from '../exchange.ts';
import { docsPolicy, readDocsFile } from './docs.ts';

export interface OperationsOptions {
  /** The encoded OpenAPI document. */
  readonly document: string;
  readonly registry: Registry;
  readonly meter: HttpMeter;
  /** Null when booking works, else what is missing, in words without secrets. */
  readonly whyNotReady: () => Promise<string | null>;
}

const notReadyRetrySeconds = 1;

/** The middleware for all paths outside of /api/; answers 404 and 405 itself. */
export function makeOperations(options: OperationsOptions): Koa.Middleware<ExchangeState> {
  const router = new Router();
  router.get('/livez', (context) => sendResult(exchangeOf(context), { status: 200, body: { status: 'ok' } }));
  router.get('/readyz', async (context) => {
    const reason = await options.whyNotReady();
    if (reason === null) return sendResult(exchangeOf(context), { status: 200, body: { status: 'ready' } });
    const problem = { code: 'UNAVAILABLE', detail: reason, retryAfterSeconds: notReadyRetrySeconds } as const;
    return sendProblem(exchangeOf(context), problem);
  });
  router.get('/metrics', async (context) => {
    guard(context);
    context.type = options.registry.contentType;
    context.body = await options.registry.metrics();
  });
  router.get('/openapi.json', (context) => {
    guard(context);
    context.type = 'application/json';
    context.body = options.document;
  });
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: docsPolicy },
    strictTransportSecurity: false,
  }) as unknown as RouterMiddleware;
  router.get('/docs', protect, (context) => sendDocsFile(context, ''));
  router.get('/docs/:file', protect, (context) => sendDocsFile(context, String(context.params.file)));
  return dispatchThrough(router, options.meter);
}

function dispatchThrough(router: Router, meter: HttpMeter): Koa.Middleware<ExchangeState> {
  const observers = new Map(
    router.stack.map((layer) => [layer.path, meter.observerOf('GET', String(layer.path))] as const),
  );
  const dispatch = router.routes();
  const nothing = async () => {};
  return async (context) => {
    const found = context as unknown as RouterContext;
    await dispatch(found, nothing);
    const exchange = exchangeOf(found);
    const observe = found.routeMatched === true ? observers.get(found._matchedRoute ?? '') : undefined;
    if (observe !== undefined) {
      exchange.state.observe = observe;
      return;
    }
    const allow = [...new Set((found.matched ?? []).flatMap((layer) => layer.methods))].sort();
    if (allow.length > 0) sendProblem(exchange, methodNotAllowed(exchange.req.method ?? '', allow));
    else sendProblem(exchange, { code: 'NOT_FOUND', detail: 'There is no such route.' });
  };
}

async function sendDocsFile(context: RouterContext, name: string): Promise<void> {
  const file = await readDocsFile(name);
  if (file === null) return sendProblem(exchangeOf(context), { code: 'NOT_FOUND', detail: 'There is no such file.' });
  context.set('X-Request-Id', exchangeOf(context).state.requestId);
  context.set('Cache-Control', 'no-cache');
  context.type = file.type;
  context.body = file.content;
}

function guard(context: RouterContext): void {
  context.set({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': exchangeOf(context).state.requestId,
  });
}

function exchangeOf(context: RouterContext): Exchange {
  return context as unknown as Exchange;
}
