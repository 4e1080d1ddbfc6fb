/**
 * Reads and parses request bodies, by hand because middleware for it costs a quarter of the throughput.
 * Keeps at most the route's limit in memory, refuses clients that are too slow, and takes plain UTF-8 JSON only.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { endOfString, liftProperties } from '#domain/properties.ts';
import { type Problem, ProblemError } from './problem.ts';

export const bodyLimitDefaultBytes = 128 * 1024;
/** Bodies of routes up to this size must arrive within the deadline; larger routes get time in proportion. */
const bodyBytesAtDeadline = 4 * 1024 * 1024;
export const bodyDeadlineDefaultMs = 15_000;
const jsonDepthMax = 100;
const chunksMax = 256;
const smallChunkBytes = 1024;

/** The client went away; nobody is left to answer. */
export class BodyAborted extends Error {
  override readonly name = 'BodyAborted';
}

/** How long a body of up to `limitBytes` may take to arrive, in milliseconds. */
export function deadlineFor(limitBytes: number, bodyDeadlineMs: number): number {
  return Math.ceil(bodyDeadlineMs * Math.max(1, limitBytes / bodyBytesAtDeadline));
}

const brokenBodies = new WeakMap<IncomingMessage, ProblemError>();

/**
 * Tells that the rest of a body cannot be read. A call that wants the body is answered with the problem; one that needs no
 * body goes on, and is answered as if it had none.
 */
export function breakBody(request: IncomingMessage, problem: Problem): void {
  const error = new ProblemError(problem);
  brokenBodies.set(request, error);
  // Destroying it would destroy the connection, before the answer.
  if (request.listenerCount('error') > 0) request.emit('error', error);
}

/**
 * The bytes of a body that is announced as JSON; null when there is none. `takesText`: it may be announced as plain text
 * as well. Throws PAYLOAD_TOO_LARGE, REQUEST_TIMEOUT or MALFORMED_REQUEST as `ProblemError`, and `BodyAborted`.
 */
export function readBody(
  request: IncomingMessage,
  limitBytes: number,
  deadlineMs: number,
  takesText = false,
): Buffer | null | Promise<Buffer | null> {
  const { headers } = request;
  const announced = headers['content-length'];
  if (announced === undefined ? headers['transfer-encoding'] === undefined : announced === '0') return null;
  requireJson(headers['content-type'], headers['content-encoding'], takesText);
  const announcedBytes = announced === undefined ? null : Number(announced);
  if (announcedBytes !== null && announcedBytes > limitBytes) throw tooLarge(limitBytes);
  if (request.readableLength !== announcedBytes) return collect(request, limitBytes, deadlineMs);
  // A small body comes in the same packet as its headers: it is all here, without listeners or a timer.
  const bytes: Buffer = request.read();
  // Reading the last of it ends the request, unless the parser has yet to tell of its end.
  if (!request.complete) request.resume();
  return bytes;
}

const jsonType = /^application\/(?:[\w.-]+\+)?json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i;

/** What browsers call a text that a page sends as its last word: JSON would make them ask for permission first. */
const textType = /^text\/plain\s*(?:;\s*charset="?utf-?8"?\s*)?$/i;

function requireJson(type: string | undefined, encoding: string | undefined, takesText: boolean): void {
  if (encoding !== undefined && encoding !== 'identity') {
    throw malformed(`A body with Content-Encoding ${encoding} is not accepted: send it uncompressed.`);
  }
  if (type === undefined || type === 'application/json' || jsonType.test(type)) return;
  if (takesText && textType.test(type)) return;
  throw malformed(`A body of type ${type} is not accepted: send JSON with the header Content-Type: application/json.`);
}

function tooLarge(limitBytes: number): ProblemError {
  return new ProblemError({ code: 'PAYLOAD_TOO_LARGE', detail: `The body may have at most ${limitBytes} bytes here.` });
}

const tooSlow: Problem = { code: 'REQUEST_TIMEOUT', detail: 'The body did not arrive in time.' };

function collect(request: IncomingMessage, limitBytes: number, deadlineMs: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let isUnwanted = false;
    const fail = (error: Error): void => {
      clearTimeout(deadline);
      // What still comes is thrown away, so that the client can read the answer.
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
      if (size > limitBytes) fail(tooLarge(limitBytes));
      else chunks.push(chunk);
      // A chunked body of single bytes would take a hundred times its length.
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

/** Which part of a body stays text, as it was sent: the members `properties`, or the whole of it. */
export type KeptText = 'properties' | 'body';

/** Parses UTF-8 JSON, but for what is kept as text; throws MALFORMED_REQUEST. */
export function parseJson(bytes: Buffer, kept?: KeptText): unknown {
  if (!isUtf8(bytes)) throw malformed('The body is not valid UTF-8.');
  const sent = bytes.toString('utf8');
  try {
    if (kept === 'body') return JSON.parse(sent) === null ? null : sent.trim();
    const text = kept === 'properties' ? liftProperties(sent) : sent;
    // A text of n characters is nested at most n / 2 deep.
    if (text.length > 2 * jsonDepthMax && isTooDeep(text)) {
      throw malformed(`The body is nested more than ${jsonDepthMax} levels deep.`);
    }
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof ProblemError ? error : malformed('The body is not valid JSON.');
  }
}

function malformed(detail: string): ProblemError {
  return new ProblemError({ code: 'MALFORMED_REQUEST', detail });
}

const character = { quote: 34, openList: 91, closeList: 93, openObject: 123, closeObject: 125 } as const;

function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === character.quote) at = endOfString(text, at);
    else if (code === character.openList || code === character.openObject) {
      depth++;
      if (depth > jsonDepthMax) return true;
    } else if (code === character.closeList || code === character.closeObject) depth--;
  }
  return false;
}
