/**
 * Makes the answers of calls: a route's result, a problem, a CORS preflight, or what a middleware of Koa has set. Owns the
 * headers that answers share. Writes nothing: the response sends the answer once all layers have seen it.
 */
import type Koa from 'koa';
import { CommonHeaders, noHeaders } from '../server/answer-head.ts';
import { type Content, replaced } from '../server/http-answer.ts';
import { chooseCoding, compressedBytesMin, makeCompressor } from './compression.ts';
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

/** The headers of one answer: those that many answers share, then its own as alternating names and values. */
interface AnswerHeaders {
  readonly common: CommonHeaders;
  readonly own: string[];
}

/** Call it after the answer has been encoded: only then is its timing known. */
function headersOf({ state, req }: Exchange, ofRoute?: Readonly<Record<string, string>>): AnswerHeaders {
  const { isPublic, requestId, timed, isReplay } = state;
  const common = isPublic ? publicHeaders.for(req.headers.origin) : commonHeaders;
  const own = ['X-Request-Id', requestId];
  if (isReplay !== undefined) own.push('Idempotency-Replayed', 'true');
  if (timed === undefined && ofRoute === undefined) return { common, own };
  // Some of the common headers get another value.
  const all = [...common.list, ...own];
  if (timed !== undefined) addServerTiming(all, timed, isPublic);
  return { common: noHeaders, own: ofRoute === undefined ? all : replaced(all, ofRoute) };
}

/** Answers with a route's success. */
export function answerResult(exchange: Exchange, result: RouteSuccess): Promise<void> | void {
  if (result.stream !== undefined) {
    setAnswer(exchange, result.status, headersOf(exchange, result.headers), result.stream);
    return;
  }
  if (result.compressed !== undefined) return answerCompressed(exchange, result, result.compressed);
  if (result.chunks !== undefined) return answerPieces(exchange, result, result.chunks);
  const text = result.text ?? (result.body === undefined ? null : JSON.stringify(result.body));
  answerWhole(exchange, result.status, headersOf(exchange, result.headers), 'application/json', text);
}

/** A success piece by piece. Compressed as the client prefers, unless it is small. */
async function answerPieces(
  exchange: Exchange,
  result: RouteSuccess,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const pieces = chunks[Symbol.asyncIterator]();
  const { bytes, isWhole } = await begin(pieces);
  const own = { ...result.headers, Vary: 'Accept-Encoding' };
  if (isWhole) return answerWhole(exchange, result.status, headersOf(exchange, own), 'application/json', bytes);
  const coding = chooseCoding(exchange.req.headers['accept-encoding']);
  const tag = result.headers?.ETag;
  const tagged = coding !== null && tag !== undefined ? { ...own, ETag: encodedTag(tag, coding) } : own;
  const headers = headersOf(exchange, tagged);
  headers.own.push('Content-Type', 'application/json');
  if (coding !== null) headers.own.push('Content-Encoding', coding);
  if (exchange.req.method === 'HEAD') {
    await pieces.return?.();
    return setAnswer(exchange, result.status, headers, []);
  }
  const compressor = coding === null ? null : makeCompressor(coding);
  setAnswer(exchange, result.status, headers, { pieces: resume(bytes, pieces), compressor });
}

/** A success whose text is compressed already, in the coding that the client prefers. */
async function answerCompressed(
  exchange: Exchange,
  { status, headers: { ETag, ...others } = {} }: RouteSuccess,
  { text, ending, type = 'application/json' }: CompressedContent,
): Promise<void> {
  const coding = chooseCoding(exchange.req.headers['accept-encoding']);
  const pieces = await text.pieces(coding, ending);
  const tag = ETag === undefined || coding === null ? ETag : encodedTag(ETag, coding);
  const own = { ...others, ...(tag === undefined ? {} : { ETag: tag }), Vary: 'Accept-Encoding' };
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const headers = headersOf(exchange, own);
  headers.own.push('Content-Type', type, 'Content-Length', String(length));
  if (coding !== null) headers.own.push('Content-Encoding', coding);
  setAnswer(exchange, status, headers, pieces);
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
  const headers = headersOf(exchange);
  if (problem.retryAfterSeconds !== undefined) headers.own.push('Retry-After', String(problem.retryAfterSeconds));
  if (problem.code === 'UNAUTHENTICATED') headers.own.push('WWW-Authenticate', 'Bearer');
  if (problem.allow !== undefined) headers.own.push('Allow', problem.allow);
  if (problem.limit !== undefined) {
    // The fields of the IETF's draft "RateLimit header fields for HTTP".
    const { name, quota, windowSeconds } = problem.limit;
    headers.own.push('RateLimit', `"${name}";r=0;t=${problem.retryAfterSeconds}`);
    headers.own.push('RateLimit-Policy', `"${name}";q=${quota};w=${windowSeconds}`);
  }
  // The connection ends: the rest of the body would be read as the next request.
  if (problem.code === 'REQUEST_TIMEOUT') exchange.res.shouldKeepAlive = false;
  answerWhole(exchange, statusOf(problem.code), headers, 'application/problem+json', text);
}

/** Answers a CORS preflight for a public route. */
export function answerPreflight(exchange: Exchange, methods: readonly string[]): void {
  const headers = headersOf(exchange);
  headers.own.push(...preflightHeaders(methods));
  answerWhole(exchange, 204, headers, '', null);
}

/**
 * Answers with the status and the body that a middleware has set on Koa's context; its headers are on the response. The
 * pages answer in this way. Without a body and a status there is nothing at this path.
 */
export function answerOfContext(context: Koa.ParameterizedContext): void {
  const exchange = exchangeOf(context);
  const { status, body } = context;
  if ((body === undefined || body === null) && status === 404) {
    answerProblem(exchange, { code: 'NOT_FOUND', detail: 'There is no such route.' });
  } else setAnswer(exchange, status, { common: noHeaders, own: lengthOf(context) }, contentOf(body));
}

function contentOf(body: unknown): Content {
  if (body === undefined || body === null) return [];
  if (typeof body === 'string' || Buffer.isBuffer(body)) return [body];
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    return { pieces: body as AsyncIterable<string | Uint8Array>, compressor: null };
  }
  return [JSON.stringify(body)];
}

/** Koa sets the length of texts and bytes itself. */
function lengthOf({ body, status, res }: Koa.ParameterizedContext): string[] {
  if (res.hasHeader('Content-Length') || status === 204 || status === 304) return [];
  const content = contentOf(body);
  return Array.isArray(content)
    ? ['Content-Length', String(content.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0))]
    : [];
}

function answerWhole(
  exchange: Exchange,
  status: number,
  headers: AnswerHeaders,
  type: string,
  text: string | Buffer | null,
): void {
  if (text !== null) headers.own.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(text)));
  else if (status !== 204 && status !== 304) headers.own.push('Content-Length', '0');
  setAnswer(exchange, status, headers, text === null ? [] : [text]);
}

function setAnswer({ res }: Exchange, status: number, { common, own }: AnswerHeaders, content: Content): void {
  res.statusCode = status;
  res.answer = { common, headers: own, content };
}
