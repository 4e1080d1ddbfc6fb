/**
 * One request and its answer: what the layers of the app know about it, and how an answer is written.
 * Writes straight to Node's response, because Koa's own writer costs more than everything else here.
 */
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ParameterizedContext } from 'koa';
import { encodeProblem, type Problem, statusOf } from './problem.ts';
import type { RouteSuccess } from './route.ts';

/** Counts one answered request of one route. */
export type RequestObserver = (status: number, seconds: number) => void;

export interface ExchangeState {
  requestId: string;
  /** The raw path, without query. Never logged: session ids stand in paths. */
  path: string;
  /** Method and path pattern of the route, for logs. */
  label: string;
  observe: RequestObserver;
  isPublic: boolean;
}

export type Exchange = ParameterizedContext<ExchangeState>;

/** The client went away before it was answered; the number that proxies log for it. */
export const clientGoneStatus = 499;
const lingerMs = 5000;

const guarded = [
  ...['Cache-Control', 'no-store'],
  ...['X-Content-Type-Options', 'nosniff'],
  ...['Referrer-Policy', 'no-referrer'],
];
const shared = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'X-Request-Id, Retry-After'],
];
const privateHeaders: readonly string[] = guarded;
const publicHeaders: readonly string[] = [...guarded, ...shared];

function headersOf(exchange: Exchange, own?: Readonly<Record<string, string>>): string[] {
  const headers = exchange.state.isPublic ? publicHeaders.slice() : privateHeaders.slice();
  headers.push('X-Request-Id', exchange.state.requestId);
  return own === undefined ? headers : replaced(headers, own);
}

/** Writes a success with its whole body. */
export function sendResult(exchange: Exchange, result: RouteSuccess): void {
  const text = result.body === undefined ? null : JSON.stringify(result.body);
  send(exchange, result.status, headersOf(exchange, result.headers), 'application/json', text);
}

/** Writes a success piece by piece, as fast as the client reads; resolves after the last piece. */
export async function sendChunks(
  exchange: Exchange,
  result: RouteSuccess,
  chunks: AsyncIterable<string>,
): Promise<void> {
  const { req, res } = exchange;
  const headers = headersOf(exchange, result.headers);
  headers.push('Content-Type', 'application/json');
  exchange.respond = false;
  res.writeHead(result.status, STATUS_CODES[result.status], headers);
  if (req.method === 'HEAD') res.end();
  else await pipeline(Readable.from(chunks), res);
}

/** Writes a problem as application/problem+json. */
export function sendProblem(exchange: Exchange, problem: Problem): void {
  const { path, requestId } = exchange.state;
  const headers = headersOf(exchange);
  if (problem.retryAfterSeconds !== undefined) headers.push('Retry-After', String(problem.retryAfterSeconds));
  if (problem.allow !== undefined) headers.push('Allow', problem.allow);
  const text = encodeProblem(problem, path, requestId);
  send(exchange, statusOf(problem.code), headers, 'application/problem+json', text);
}

/** Answers a browser's question whether it may call a public route. */
export function sendPreflight(exchange: Exchange, methods: readonly string[]): void {
  const headers = headersOf(exchange);
  headers.push('Access-Control-Allow-Methods', methods.join(', '));
  headers.push('Access-Control-Allow-Headers', 'Content-Type, Idempotency-Key, X-Request-Id');
  headers.push('Access-Control-Max-Age', '86400');
  send(exchange, 204, headers, '', null);
}

function send(exchange: Exchange, status: number, headers: string[], type: string, text: string | null): void {
  const { res } = exchange;
  exchange.respond = false;
  if (text !== null) headers.push('Content-Type', type, 'Content-Length', String(Buffer.byteLength(text)));
  else if (status !== 204) headers.push('Content-Length', '0');
  res.writeHead(status, STATUS_CODES[status], headers);
  if (text === null) res.end();
  else res.end(text);
  cutUnreadBody(exchange);
}

/** A client that is still sending a body nobody wants gets a moment to read its answer. */
function cutUnreadBody({ req }: Exchange): void {
  if (req.complete || (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined))
    return;
  const cut = setTimeout(() => req.destroy(), lingerMs);
  cut.unref();
  req.once('close', () => clearTimeout(cut));
}

function replaced(headers: readonly string[], own: Readonly<Record<string, string>>): string[] {
  const merged = new Map<string, readonly [name: string, value: string]>();
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at] ?? '';
    merged.set(name.toLowerCase(), [name, headers[at + 1] ?? '']);
  }
  for (const [name, value] of Object.entries(own)) merged.set(name.toLowerCase(), [name, value]);
  return [...merged.values()].flat();
}
