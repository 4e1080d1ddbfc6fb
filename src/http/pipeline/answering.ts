/**
 * Makes the answers of calls: a route's result, a problem, a CORS preflight, or what a middleware of Koa has set. Owns the
 * headers that answers share. Writes nothing: the response sends the answer once all layers have seen it.
 */
import type Koa from 'koa';
import { CommonHeaders, noHeaders } from '../server/answer-head.ts';
import { type Content, type HttpAnswer, replaced } from '../server/http-answer.ts';
import { type Coding, chooseCoding, compressedBytesMin, makeCompressor } from './compression.ts';
import { PublicHeaders, preflightHeaders } from './cors.ts';
import { encodedTag } from './entity-tag.ts';
import { type Exchange, exchangeOf } from './exchange.ts';
import { encodeProblem, type Problem, statusOf } from './problem.ts';
import type { CompressedContent, RouteSuccess } from './route.ts';
import { addServerTiming } from './server-timing.ts';

const commonHeaders = new CommonHeaders([
  ...['Cache-Control', 'no-store'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
]);
const publicHeaders = new PublicHeaders(commonHeaders.list);
const noContent: Content = [];

/** An answer that is being made. */
interface Draft extends HttpAnswer {
  readonly headers: string[];
  content: Content;
}

/** Begins an answer with its headers. Call it after the body has been encoded: only then is its timing known. */
function draftOf({ state, req }: Exchange, ofRoute?: Readonly<Record<string, string>>): Draft {
  const { isPublic, requestId, timed, isReplay } = state;
  const common = isPublic ? publicHeaders.for(req.headers.origin) : commonHeaders;
  const own = ['X-Request-Id', requestId];
  if (isReplay !== undefined) own.push('Idempotency-Replayed', 'true');
  if (timed === undefined && ofRoute === undefined) return { common, headers: own, content: noContent };
  // Some of the common headers get another value.
  const all = [...common.list, ...own];
  if (timed !== undefined) addServerTiming(all, timed, isPublic);
  return { common: noHeaders, headers: ofRoute === undefined ? all : replaced(all, ofRoute), content: noContent };
}

/** Answers with a route's success. */
export function answerResult(exchange: Exchange, result: RouteSuccess): Promise<void> | void {
  const { status, headers, body, type = 'application/json' } = result;
  const content = result.content ?? (body === undefined ? null : JSON.stringify(body));
  if (content === null || typeof content === 'string') {
    answerWhole(exchange, status, draftOf(exchange, headers), 'application/json', content);
  } else if (typeof content === 'function') setAnswer(exchange, status, draftOf(exchange, headers), content);
  else if (Symbol.asyncIterator in content) return answerPieces(exchange, status, headers ?? {}, type, content);
  else return answerCompressed(exchange, status, headers ?? {}, content);
}

type Headers = Readonly<Record<string, string>>;

/** The headers of a body in a coding; another coding needs another tag. */
function codedHeaders(headers: Headers, coding: Coding | null): Headers {
  const { ETag } = headers;
  const tag = ETag === undefined || coding === null ? {} : { ETag: encodedTag(ETag, coding) };
  return { ...headers, ...tag, Vary: 'Accept-Encoding', ...(coding === null ? {} : { 'Content-Encoding': coding }) };
}

/** A success piece by piece. Compressed as the client prefers, unless it is small. */
async function answerPieces(
  exchange: Exchange,
  status: number,
  headers: Headers,
  type: string,
  content: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const pieces = content[Symbol.asyncIterator]();
  const { bytes, isWhole } = await begin(pieces);
  const coding = isWhole ? null : chooseCoding(exchange.req.headers['accept-encoding']);
  const draft = draftOf(exchange, codedHeaders(headers, coding));
  if (isWhole) return answerWhole(exchange, status, draft, type, bytes);
  draft.headers.push('Content-Type', type);
  if (exchange.req.method === 'HEAD') {
    await pieces.return?.();
    return setAnswer(exchange, status, draft, noContent);
  }
  const compressor = coding === null ? null : makeCompressor(coding);
  setAnswer(exchange, status, draft, { pieces: resume(bytes, pieces), compressor });
}

/** A success whose text is compressed already, in the coding that the client prefers. */
async function answerCompressed(
  exchange: Exchange,
  status: number,
  headers: Headers,
  { text, ending, type = 'application/json' }: CompressedContent,
): Promise<void> {
  const coding = chooseCoding(exchange.req.headers['accept-encoding']);
  const pieces = await text.pieces(coding, ending);
  const draft = draftOf(exchange, codedHeaders(headers, coding));
  draft.headers.push('Content-Type', type, 'Content-Length', String(lengthOf(pieces)));
  setAnswer(exchange, status, draft, pieces);
}

/** Reads until it is clear whether the answer is small. An error up to here can still be answered as a problem. */
async function begin(pieces: AsyncIterator<string | Uint8Array>): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const read: Buffer[] = [];
  for (let size = 0; size < compressedBytesMin; ) {
    const { done, value } = await pieces.next();
    if (done === true) return { bytes: Buffer.concat(read), isWhole: true };
    const piece = Buffer.from(value as Uint8Array);
    read.push(piece);
    size += piece.length;
  }
  return { bytes: Buffer.concat(read), isWhole: false };
}

async function* resume(first: Buffer, pieces: AsyncIterator<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => pieces };
}

/** Answers with a problem as application/problem+json. */
export function answerProblem(exchange: Exchange, problem: Problem): void {
  const { path, requestId } = exchange.state;
  exchange.state.errorCode = problem.code;
  const text = encodeProblem(problem, path, requestId);
  const draft = draftOf(exchange);
  if (problem.retryAfterSeconds !== undefined) draft.headers.push('Retry-After', String(problem.retryAfterSeconds));
  if (problem.code === 'UNAUTHENTICATED') draft.headers.push('WWW-Authenticate', 'Bearer');
  if (problem.allow !== undefined) draft.headers.push('Allow', problem.allow);
  if (problem.limit !== undefined) {
    // The fields of the IETF's draft "RateLimit header fields for HTTP".
    const { name, quota, windowSeconds } = problem.limit;
    draft.headers.push('RateLimit', `"${name}";r=0;t=${problem.retryAfterSeconds}`);
    draft.headers.push('RateLimit-Policy', `"${name}";q=${quota};w=${windowSeconds}`);
  }
  // The connection ends: the rest of the body would be read as the next request.
  if (problem.code === 'REQUEST_TIMEOUT') exchange.res.shouldKeepAlive = false;
  answerWhole(exchange, statusOf(problem.code), draft, 'application/problem+json', text);
}

/** Answers a CORS preflight for a public route. */
export function answerPreflight(exchange: Exchange, methods: readonly string[]): void {
  const draft = draftOf(exchange);
  draft.headers.push(...preflightHeaders(methods));
  answerWhole(exchange, 204, draft, '', null);
}

/**
 * Answers with the status and the body that a middleware has set on Koa's context; its headers are on the response. The
 * pages answer in this way. Without a body and a status there is nothing at this path.
 */
export function answerOfContext(context: Koa.ParameterizedContext): void {
  const exchange = exchangeOf(context);
  const { status, body, res } = context;
  if ((body === undefined || body === null) && status === 404) {
    answerProblem(exchange, { code: 'NOT_FOUND', detail: 'There is no such route.' });
    return;
  }
  const content = contentOf(body);
  const headers: string[] = [];
  // Koa sets the length of texts and bytes itself.
  const needsLength = Array.isArray(content) && !res.hasHeader('Content-Length') && status !== 204 && status !== 304;
  if (needsLength) headers.push('Content-Length', String(lengthOf(content)));
  setAnswer(exchange, status, { common: noHeaders, headers, content }, content);
}

function contentOf(body: unknown): Content {
  if (body === undefined || body === null) return noContent;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return [body];
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    return { pieces: body as AsyncIterable<string | Uint8Array>, compressor: null };
  }
  return [JSON.stringify(body)];
}

function lengthOf(pieces: readonly (string | Buffer)[]): number {
  return pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
}

function answerWhole(
  exchange: Exchange,
  status: number,
  draft: Draft,
  type: string,
  text: string | Buffer | null,
): void {
  if (text !== null) draft.headers.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(text)));
  else if (status !== 204 && status !== 304) draft.headers.push('Content-Length', '0');
  setAnswer(exchange, status, draft, text === null ? noContent : [text]);
}

function setAnswer({ res }: Exchange, status: number, draft: Draft, content: Content): void {
  draft.content = content;
  res.statusCode = status;
  res.answer = draft;
}
