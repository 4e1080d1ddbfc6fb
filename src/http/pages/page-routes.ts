/**
 * The pages for people: each page under its own name, such as /map/, and the files that it loads under /pages/. Answers
 * revalidate by entity tag, but files whose addresses name the version of their content. No credential is read here: a page
 * logs in or buys through the API.
 */
import type Router from '@koa/router';
import type { RouterContext } from '@koa/router';
import { answerProblem, answerResult } from '../pipeline/answering.ts';
import { tagHeaders, tagOfText, tagText, unchanged } from '../pipeline/entity-tag.ts';
import { type Exchange, exchangeOf } from '../pipeline/exchange.ts';
import type { OpenEvents } from './open-events.ts';
import { componentFile, isPart, type PageFile, type PageFiles } from './page-files.ts';
import { type ForeignOrigins, fileHeaders, isForBuyers, pageHeaders, readableBy } from './page-policy.ts';

export interface PageDeps {
  readonly files: PageFiles;
  /** The origins that may embed the pages of the organization with this public key, lower case; empty: none. */
  readonly frameOrigins: (publicKey: string) => Promise<readonly string[]>;
  /** The pictures that the pages show of the event with this id, lower case, and of its organization. */
  readonly pictures: (eventId: string) => Promise<readonly string[]>;
  readonly openEvents: Pick<OpenEvents, 'has'>;
}

/** Other sites load the component: each of their pages may use a copy that is five minutes old. */
const componentCaching = 'public, max-age=300, stale-while-revalidate=86400';
/** Of an address that names the version of its content. */
const lastingCaching = 'public, max-age=31536000, immutable';
const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function addPages(router: Router, deps: PageDeps): void {
  const { files } = deps;
  for (const page of files.pages) {
    router.get(`/${page}`, async (context) => {
      const exchange = exchangeOf(context);
      // Its relative addresses need the slash.
      if (!context.path.endsWith('/')) return redirect(exchange, `${page}/${context.search}`);
      const document = await files.document(page);
      if (document === null) return missing(exchange);
      const foreign = isForBuyers(page) ? await foreignOriginsOf(context, deps) : none;
      // The answer without an origin depends on it too.
      if (isForBuyers(page)) context.vary('Origin');
      const headers = {
        ...pageHeaders(foreign),
        ...readableBy(foreign.frames, context.get('Origin')),
        ...(isForBuyers(page) ? firstCalls(context, deps) : {}),
      };
      // A browser keeps the headers of a cached answer, so other headers need another tag.
      const tag = tagOfText(`${document.tag} ${Object.values(headers).join(' ')}`);
      return send(exchange, { ...document, tag }, headers);
    });
  }
  router.get('/usher.js', async (context) => {
    const file = await files.file(componentFile);
    const exchange = exchangeOf(context);
    return file === null ? missing(exchange) : send(exchange, file, fileHeaders, componentCaching);
  });
  router.get('/pages/*name', async (context) => {
    const exchange = exchangeOf(context);
    const name = context.path.slice('/pages/'.length);
    const file = await files.file(name);
    if (file === null) return missing(exchange);
    // A node of another release has another version: its own, which nobody may keep under this address.
    const isLasting = isPart(name) || context.query.v === tagText(file.tag);
    return send(exchange, file, fileHeaders, isLasting ? lastingCaching : undefined);
  });
}

const none: ForeignOrigins = { frames: [], pictures: [] };

/** The sites that the page of an event has to do with. */
async function foreignOriginsOf({ query }: RouterContext, deps: PageDeps): Promise<ForeignOrigins> {
  const [key, event] = [idIn(query.key), idIn(query.event)];
  const pictures = event === null ? [] : await deps.pictures(event);
  return {
    frames: key === null ? [] : await deps.frameOrigins(key),
    pictures: [...new Set(pictures.map((url) => new URL(url).origin))],
  };
}

/**
 * Lets the browser make the first calls of the page while it still loads the script: what is on, and how buyers are let in; also
 * the layout and the prices, when everybody is let in. The addresses are the very ones that the page calls.
 */
function firstCalls(
  { query: { event, key } }: RouterContext,
  { openEvents }: PageDeps,
): Readonly<Record<string, string>> {
  const id = idIn(event);
  if (id === null || idIn(key) === null) return {};
  const calls = ['face', 'admission'].map((name) => `../api/public/v2.0/event/${event}/${name}/?publicKey=${key}`);
  const map = ['', 'prices/'].map((name) => `../api/public/v1.0/event/${name}?id=${event}&publicKey=${key}`);
  if (openEvents.has(id)) calls.push(...map);
  return { Link: calls.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin=anonymous`).join(', ') };
}

function idIn(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && uuidShape.test(value) ? value.toLowerCase() : null;
}

/** `caching`: by default revalidated before every use, because a page and its files must be of one version. */
async function send(
  exchange: Exchange,
  { type, tag, content }: PageFile,
  own: Readonly<Record<string, string>>,
  caching = 'no-cache',
): Promise<void> {
  const held = unchanged(exchange.req.headers['if-none-match'], tag, caching);
  if (held !== null) return answerResult(exchange, { ...held, headers: { ...held.headers, ...own } });
  const headers = { ...tagHeaders(tag, caching), ...own };
  await answerResult(exchange, { status: 200, headers, content: { text: content, type } });
}

/** `address` is relative, so that it is right under the prefix of a proxy. */
function redirect(exchange: Exchange, address: string): Promise<void> | void {
  return answerResult(exchange, { status: 308, headers: { Location: address } });
}

function missing(exchange: Exchange): void {
  answerProblem(exchange, { code: 'NOT_FOUND', detail: 'There is no such file.' });
}
