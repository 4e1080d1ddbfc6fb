/**
 * The public pages: /, /livez, /readyz, /openapi.json and /docs for operators and newcomers, and the pages for people.
 * Shows no data of customers and no metrics: metrics are on the operations port.
 */
import Router, { type RouterContext, type RouterMiddleware } from '@koa/router';
import type Koa from 'koa';
import helmet from 'koa-helmet';
import { addHomePage, type FindDemo } from '../pages/home-page.ts';
import { addPages, type PageDeps } from '../pages/page-routes.ts';
import { answerProblem } from '../pipeline/answering.ts';
import type { HttpMeter } from '../pipeline/app.ts';
import { type ExchangeState, exchangeOf } from '../pipeline/exchange.ts';
import { type DocsFile, docsPage, docsPolicy, readDocsFile } from './docs.ts';
import { addHealth, type Health } from './health.ts';
import { guard, servePages } from './serve-pages.ts';

export interface PublicPagesOptions extends Health {
  /** The encoded OpenAPI document: the same bytes for every answer. */
  readonly document: () => Buffer;
  readonly meter: HttpMeter;
  /** The pages for buyers and for the organizations' people. */
  readonly pages: PageDeps;
  readonly findDemo: FindDemo;
}

/** The middleware for all paths of the public port outside of /api/; answers 404 and 405 itself. */
export function makePublicPages(options: PublicPagesOptions): Koa.Middleware<ExchangeState> {
  const { document, meter, pages, findDemo } = options;
  const router = new Router();
  addHealth(router, options);
  router.get('/openapi.json', (context) => {
    guard(context);
    context.type = 'application/json';
    context.body = document();
  });
  const protect = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: docsPolicy },
    strictTransportSecurity: false,
  }) as unknown as RouterMiddleware;
  router.get('/docs', protect, (context) => sendDocsFile(context, docsPage(context.path)));
  router.get('/docs/:file', protect, async (context) => {
    const file = await readDocsFile(String(context.params.file));
    if (file !== null) return sendDocsFile(context, file);
    return answerProblem(exchangeOf(context), { code: 'NOT_FOUND', detail: 'There is no such file.' });
  });
  addHomePage(router, findDemo);
  addPages(router, pages);
  return servePages(router, meter);
}

function sendDocsFile(context: RouterContext, file: DocsFile): void {
  context.set('X-Request-Id', exchangeOf(context).state.requestId);
  context.set('Cache-Control', 'no-cache');
  context.type = file.type;
  context.body = file.content;
}
