/** Serves pages outside /api/ with plain Koa, because none of them is on the hot path. Answers 404 and 405 itself. */
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import { answerProblem } from '../pipeline/answering.ts';
import type { HttpMeter } from '../pipeline/app.ts';
import { methodNotAllowed } from '../pipeline/dispatch.ts';
import { type ExchangeState, exchangeOf } from '../pipeline/exchange.ts';

/** The middleware for all paths outside /api/; every page is counted under its pattern. */
export function servePages(router: Router, meter: HttpMeter): Koa.Middleware<ExchangeState> {
  const observers = new Map(
    router.stack.map((layer) => [layer.path, meter.observerOf('GET', String(layer.path))] as const),
  );
  const dispatch = router.routes();
  const nothing = async () => {};
  return async (context) => {
    const found = context as unknown as RouterContext;
    context.req.url = plainTarget(context.req.url ?? '/');
    await dispatch(found, nothing);
    const exchange = exchangeOf(found);
    const observe = found.routeMatched === true ? observers.get(found._matchedRoute ?? '') : undefined;
    if (observe !== undefined) {
      exchange.state.observe = observe;
      return;
    }
    const allow = [...new Set((found.matched ?? []).flatMap((layer) => layer.methods))].sort();
    if (allow.length > 0) answerProblem(exchange, methodNotAllowed(exchange.req.method ?? '', allow));
    else answerProblem(exchange, { code: 'NOT_FOUND', detail: 'There is no such route.' });
  };
}

/**
 * The path and the query in characters that need no escape. A client may send the target of a request to a proxy, or a
 * fragment: Koa hands these to a parser that throws, for example for `http://[/` and `//a@[#`.
 */
function plainTarget(target: string): string {
  const whole = target.startsWith('/') ? null : URL.parse(target);
  const local = whole === null ? target : `${whole.pathname}${whole.search}`;
  return local.startsWith('/') ? local.replaceAll(/[^!"$-~]/g, escaped) : '/';
}

/** Targets are read as Latin-1, so a character is a byte. */
function escaped(character: string): string {
  return `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

/** Headers of a page that must not be cached. */
export function guard(context: RouterContext): void {
  context.set({
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'X-Request-Id': exchangeOf(context).state.requestId,
  });
}
