/**
 * Reads and parses request bodies, by hand because middleware for it costs a quarter of the throughput. Keeps at most
 * the route's limit in memory, refuses clients that are too slow, and accepts only uncompressed UTF-8: JSON, and the other types of a route.
 */
import type { IncomingMessage } from 'node:http';
import { type KeptText, MalformedJson, parseSentJson } from '#codec/json.ts';
import { type LargeBody, smallBodyBytes } from '../limits/large-bodies.ts';
import { type Problem, ProblemError } from './problem.ts';

const bodyLimitDefaultBytes = smallBodyBytes;
/** Of routes that need no key; those that take long lists declare theirs. */
const publicBodyLimitBytes = 16 * 1024;
/** Bodies of routes up to this size must arrive within the deadline; larger routes get time in proportion. */
const bodyBytesAtDeadline = 4 * 1024 * 1024;
export const bodyDeadlineDefaultMs = 15_000;
const chunksMax = 256;
const smallChunkBytes = 1024;

/** The client disconnected before its body was complete; no answer can be sent. */
export class BodyAborted extends Error {
  override readonly name = 'BodyAborted';
}

/** The bound of a route that declares none. */
export function bodyLimitOf(path: string): number {
  return path.startsWith('/api/public/') ? publicBodyLimitBytes : bodyLimitDefaultBytes;
}

/** How long a body of up to `limitBytes` may take to arrive, in milliseconds. */
export function deadlineFor(limitBytes: number, bodyDeadlineMs: number): number {
  return Math.ceil(bodyDeadlineMs * Math.max(1, limitBytes / bodyBytesAtDeadline));
}

const brokenBodies = new WeakMap<IncomingMessage, ProblemError>();

/**
 * Marks the rest of a body as unreadable. A call that needs the body is answered with the problem; a call that needs no
 * body continues as if there were none.
 */
export function breakBody(request: IncomingMessage, problem: Problem): void {
  const error = new ProblemError(problem);
  brokenBodies.set(request, error);
  // Destroying the request would close the connection before the answer is sent.
  if (request.listenerCount('error') > 0) request.emit('error', error);
}

/**
 * The bytes of a body that is announced as JSON, or as one of `otherTypes`; null when there is none. `large`: counts its bytes, on routes that take large bodies. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT,
 * UNAVAILABLE or MALFORMED_REQUEST as `ProblemError`, and `BodyAborted`.
 */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
  deadlineMs: number,
  otherTypes: readonly string[] = [],
  large: LargeBody | null = null,
): Buffer | null | Promise<Buffer | null> {
  const { headers } = request;
  const announced = headers['content-length'];
  if (announced === undefined ? headers['transfer-encoding'] === undefined : announced === '0') return null;
  requireType(headers['content-type'], headers['content-encoding'], otherTypes);
  const announcedBytes = announced === undefined ? null : Number(announced);
  if (announcedBytes !== null && announcedBytes > limitBytes) throw tooLarge(limitBytes);
  if (request.readableLength !== announcedBytes) {
    if (announcedBytes !== null) refuseWith(large?.grow(announcedBytes) ?? null);
    return collect(request, limitBytes, deadlineMs, large);
  }
  // A small body arrives in the same packet as its headers: it is read without listeners or a timer.
  const bytes: Buffer = request.read();
  // Reading the last bytes ends the stream, unless the parser has not reported the end of the body yet.
  if (!request.complete) request.resume();
  return bytes;
}

function refuseWith(problem: Problem | null): void {
  if (problem !== null) throw new ProblemError(problem);
}

/** A type without parameters, or with the one that says UTF-8. */
const utf8Type = /^([\w.+-]+\/[\w.+-]+)\s*(?:;\s*charset="?utf-?8"?\s*)?$/i;
const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i;

function requireType(type: string | undefined, encoding: string | undefined, otherTypes: readonly string[]): void {
  if (encoding !== undefined && encoding !== 'identity') {
    throw malformed(`A body with Content-Encoding ${encoding} is not accepted: send it uncompressed.`);
  }
  if (type === undefined || type === 'application/json' || jsonType.test(type)) return;
  const [, other] = utf8Type.exec(type) ?? [];
  if (other !== undefined && otherTypes.includes(other.toLowerCase())) return;
  throw malformed(`A body of type ${type} is not accepted: send JSON with the header Content-Type: application/json.`);
}

function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ code: 'PAYLOAD_TOO_LARGE', detail: `The body may have at most ${limitBytes} bytes here.` });
}

const tooSlow: Problem = { code: 'REQUEST_TIMEOUT', detail: 'The body did not arrive in time.' };

function collect(
  request: IncomingMessage,
  limitBytes: number,
  deadlineMs: number,
  large: LargeBody | null,
): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let isUnwanted = false;
    const fail = (error: Error): void => {
      clearTimeout(deadline);
      // The rest of the body is discarded, so that the client can read the answer.
      isUnwanted = true;
      chunks = [];
      reject(error);
    };
    const deadline = setTimeout(() => fail(new ProblemError(tooSlow)), deadlineMs);
    const broken = brokenBodies.get(request);
    if (broken !== undefined) return fail(broken);
    request.on('data', (chunk: Buffer) => {
      if (isUnwanted) return;
      size += chunk.length;
      const refusal = size > limitBytes ? tooLarge(limitBytes).problem : (large?.grow(size) ?? null);
      if (refusal !== null) fail(new ProblemError(refusal));
      else chunks.push(chunk);
      // A chunked body of single bytes would take a hundred times its length in memory: merge small chunks.
      if (chunks.length >= chunksMax && size < chunks.length * smallChunkBytes) chunks = [Buffer.concat(chunks)];
    });
    request.on('end', () => {
      clearTimeout(deadline);
      if (!isUnwanted) resolve(chunks.length < 2 ? (chunks[0] ?? null) : Buffer.concat(chunks, size));
    });
    request.on('error', () => fail(brokenBodies.get(request) ?? new BodyAborted('the connection broke')));
    request.on('close', () => {
      clearTimeout(deadline);
      if (!request.complete) fail(new BodyAborted('the connection was closed'));
    });
  });
}

/** Parses UTF-8 JSON, except for the part that is kept as text; throws MALFORMED_REQUEST. */
export function parseJson(bytes: Buffer, kept?: KeptText): unknown {
  try {
    return parseSentJson(bytes, kept);
  } catch (error) {
    throw error instanceof MalformedJson ? malformed(error.message) : error;
  }
}

function malformed(detail: string): ProblemError {
  return new ProblemError({ code: 'MALFORMED_REQUEST', detail });
}
