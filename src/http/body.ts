/**
 * Reads and parses request bodies, by hand because middleware for it costs a quarter of the throughput.
 * Keeps at most the route's limit in memory, cuts clients that are too slow, and takes plain UTF-8 JSON only.
 */
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { endOfString, liftProperties } from '#domain/properties.ts';
import { ProblemError } from './problem.ts';

export const bodyLimitDefaultBytes = 128 * 1024;
/** Bodies of routes up to this size must arrive within the deadline; larger routes get time in proportion. */
const bodyBytesAtDeadline = 4 * 1024 * 1024;
export const bodyDeadlineDefaultMs = 15_000;
const jsonDepthMax = 100;

/** The client went away or was cut; nobody is left to answer. */
export class BodyAborted extends Error {
  override readonly name = 'BodyAborted';
}

/** How long a body of up to `limitBytes` may take to arrive, in milliseconds. */
export function deadlineFor(limitBytes: number, bodyDeadlineMs: number): number {
  return Math.ceil(bodyDeadlineMs * Math.max(1, limitBytes / bodyBytesAtDeadline));
}

/**
 * The bytes of a body that is announced as JSON; null when there is none. `takesText`: it may be announced as plain text
 * as well. Throws PAYLOAD_TOO_LARGE or MALFORMED_REQUEST as `ProblemError`, and `BodyAborted`.
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

function collect(request: IncomingMessage, limitBytes: number, deadlineMs: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    let first: Buffer | null = null;
    let chunks: Buffer[] | null = null;
    let size = 0;
    const deadline = setTimeout(() => request.destroy(new BodyAborted('the body took too long')), deadlineMs);
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > limitBytes) {
        // The rest keeps flowing and is thrown away, so that the client can read the answer.
        first = null;
        chunks = null;
        reject(tooLarge(limitBytes));
      } else if (first === null) first = chunk;
      else if (chunks === null) chunks = [first, chunk];
      else chunks.push(chunk);
    });
    request.on('end', () => {
      clearTimeout(deadline);
      resolve(chunks === null ? first : Buffer.concat(chunks, size));
    });
    request.on('error', () => reject(new BodyAborted('the connection broke')));
    request.on('close', () => {
      clearTimeout(deadline);
      if (!request.complete) reject(new BodyAborted('the connection was closed'));
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
