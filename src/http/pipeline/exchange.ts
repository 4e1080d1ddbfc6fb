/**
 * One request and its answer: the state that the layers of the app share, and the writing of the answer. Writes
 * straight to Node's response, because Koa's own writer costs more than everything else here.
 */
import { type IncomingMessage, type ServerResponse, STATUS_CODES, validateHeaderValue } from 'node:http';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { CommonHeaders, noHeaders } from '../server/answer-head.ts';
import { DirectResponse } from '../server/direct-response.ts';
import { chooseCoding, compressedBytesMin, makeCompressor } from './compression.ts';
import { PublicHeaders, preflightHeaders } from './cors.ts';
import { encodedTag } from './entity-tag.ts';
import { openStream, type StreamSource } from './event-stream.ts';
import { type ErrorCode, encodeProblem, type Problem, statusOf } from './problem.ts';
import type { CompressedContent, RouteSuccess } from './route.ts';
import { addServerTiming, type TimedAnswer } from './server-timing.ts';

/** Counts one answered request of one route. */
export type RequestObserver = (status: number, seconds: number) => void;

export interface ExchangeState {
  requestId: string;
  /** The raw path, without query. Never logged: paths contain session ids. */
  path: string;
  /** Method and path pattern of the route, for logs. */
  label: string;
  observe: RequestObserver;
  /** The code of the problem that was answered; null: no problem. */
  errorCode: ErrorCode | null;
  isPublic: boolean;
  /** Set only by calls that wait at the client's wish. */
  waitedMs?: number;
  /** Set only when an earlier answer is repeated. */
  isReplay?: true;
  /** Set only while an answer with timing is written. */
  timed?: TimedAnswer;
}

/** Koa's context of a page has these members; an API call has nothing else. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  state: ExchangeState;
  /** False: Koa must not answer. */
  respond?: boolean | undefined;
}

/** The client disconnected before it was answered; proxies log this status for such requests. */
export const clientGoneStatus = 499;
const lingerMs = 5000;

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

function listOf({ common, own }: AnswerHeaders): string[] {
  return [...common.list, ...own];
}

/** Writes a success with its whole body. */
export function sendResult(exchange: Exchange, result: RouteSuccess): void {
  const text = result.text ?? (result.body === undefined ? null : JSON.stringify(result.body));
  send(exchange, result.status, headersOf(exchange, result.headers), 'application/json', text);
}

/**
 * Writes a success piece by piece, with backpressure; resolves after the last piece. Compressed as the client prefers,
 * unless it is small.
 */
export async function sendChunks(
  exchange: Exchange,
  result: RouteSuccess,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const { req } = exchange;
  const pieces = chunks[Symbol.asyncIterator]();
  const { bytes, isWhole } = await begin(pieces);
  const own = { ...result.headers, Vary: 'Accept-Encoding' };
  if (isWhole) return send(exchange, result.status, headersOf(exchange, own), 'application/json', bytes);
  const coding = chooseCoding(req.headers['accept-encoding']);
  const tag = result.headers?.ETag;
  const tagged = coding !== null && tag !== undefined ? { ...own, ETag: encodedTag(tag, coding) } : own;
  const headers = headersOf(exchange, tagged);
  headers.own.push('Content-Type', 'application/json');
  if (coding !== null) headers.own.push('Content-Encoding', coding);
  const answer = beginAnswer(exchange, result.status, headers);
  if (req.method === 'HEAD') {
    await pieces.return?.();
    answer.end();
    return;
  }
  const source = resume(bytes, pieces);
  await (coding === null ? pipeline(source, answer) : pipeline(source, makeCompressor(coding), answer));
}

/** Writes a success whose text is compressed already, in the coding that the client prefers. */
export async function sendCompressed(
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
  writeAnswer(exchange, status, headers, pieces);
}

/** Begins a stream of events, which goes on after the call. */
export function sendStream(exchange: Exchange, { status, headers }: RouteSuccess, source: StreamSource): void {
  exchange.respond = false;
  openStream(directOf(exchange) ?? exchange.res, status, listOf(headersOf(exchange, headers)), source);
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

/** Writes a problem as application/problem+json. */
export function sendProblem(exchange: Exchange, problem: Problem): void {
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
  send(exchange, statusOf(problem.code), headers, 'application/problem+json', text);
}

/** Answers a CORS preflight for a public route. */
export function sendPreflight(exchange: Exchange, methods: readonly string[]): void {
  const headers = headersOf(exchange);
  headers.own.push(...preflightHeaders(methods));
  send(exchange, 204, headers, '', null);
}

function send(
  exchange: Exchange,
  status: number,
  headers: AnswerHeaders,
  type: string,
  text: string | Buffer | null,
): void {
  if (text !== null) headers.own.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(text)));
  else if (status !== 204 && status !== 304) headers.own.push('Content-Length', '0');
  writeAnswer(exchange, status, headers, text === null ? [] : [text]);
}

/** Writes a complete answer. */
function writeAnswer(
  exchange: Exchange,
  status: number,
  headers: AnswerHeaders,
  pieces: readonly (string | Buffer)[],
): void {
  const { res } = exchange;
  exchange.respond = false;
  const direct = directOf(exchange);
  if (direct !== null) {
    direct.answer(status, headers.own, pieces, headers.common);
    return;
  }
  res.writeHead(status, STATUS_CODES[status], listOf(headers));
  // The first piece is sent together with the head.
  for (const piece of pieces.slice(0, -1)) res.write(piece);
  res.end(pieces.at(-1) ?? '');
  cutUnreadBody(exchange);
}

/** Begins an answer that is written piece by piece. */
function beginAnswer(exchange: Exchange, status: number, headers: AnswerHeaders): Writable {
  exchange.respond = false;
  const direct = directOf(exchange);
  if (direct !== null) return direct.stream(status, listOf(headers));
  return exchange.res.writeHead(status, STATUS_CODES[status], listOf(headers));
}

/** The response of a usual request; null: the response is Node's. Koa's types know only Node's. */
function directOf({ res }: Exchange): DirectResponse | null {
  const either: unknown = res;
  return either instanceof DirectResponse ? either : null;
}

/** A client that still sends an unwanted body gets `lingerMs` to read its answer. */
function cutUnreadBody({ req }: Exchange): void {
  if (req.complete || (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined))
    return;
  const cut = setTimeout(() => req.destroy(), lingerMs);
  cut.unref();
  req.once('close', () => clearTimeout(cut));
}

/** The headers, with a route's own in place of those with the same name; the values of `Vary` are joined. */
function replaced(headers: readonly string[], own: Readonly<Record<string, string>>): string[] {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    merged.set(name.toLowerCase(), [name, headers[at + 1] ?? '']);
  }
  for (const [name, value] of Object.entries(own)) {
    validateHeaderValue(name, value);
    const key = name.toLowerCase();
    const before = key === 'vary' ? merged.get(key)?.[1] : undefined;
    merged.set(key, [name, before === undefined ? value : `${value}, ${before}`]);
  }
  return [...merged.values()].flat();
}
