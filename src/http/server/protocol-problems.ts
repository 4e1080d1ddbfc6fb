/**
 * Problems with a connection or a request head that are found before the application is called: input that is not HTTP,
 * a timeout, or a feature that this server does not have. Promises the same error body as everywhere else, and time for
 * the client to read it.
 */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { encodeProblem, type Problem, statusOf } from '../pipeline/problem.ts';
import { makeRequestIds } from '../pipeline/request-ids.ts';
import { answerHead } from './answer-head.ts';
import { cutConnection } from './connection-end.ts';

/**
 * Closing at once would reset the connection of a client that is still sending, and discard the answer that it has not
 * read.
 */
const lingerMs = 2000;
/** Browsers send some 20; a head of 16 KB has room for 4,000. */
const headersMax = 100;

const requestIdOf = makeRequestIds();

/** The problem for an error of Node's parser. */
export function problemOfParser({ code }: { readonly code?: string | undefined }): Problem {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'REQUEST_TIMEOUT', detail: 'The request did not arrive in time.' };
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'HEADERS_TOO_LARGE', detail: 'The URL and the headers may have at most 16 KB together.' };
    default:
      return { code: 'MALFORMED_REQUEST', detail: 'This is not a valid HTTP request.' };
  }
}

/** The problem with a head that Node's parser has accepted; null when there is none. */
export function problemOfHead({ headers, rawHeaders, httpVersion }: IncomingMessage): Problem | null {
  if (headers.host === undefined && httpVersion === '1.1') {
    return { code: 'MALFORMED_REQUEST', detail: 'The header Host is missing.' };
  }
  if (rawHeaders.length > 2 * headersMax) {
    return { code: 'HEADERS_TOO_LARGE', detail: `A request may have at most ${headersMax} headers.` };
  }
  if (hasTwoHosts(rawHeaders)) {
    return { code: 'MALFORMED_REQUEST', detail: 'The header Host may be sent only once.' };
  }
  return null;
}

/** A proxy may believe the one and this server the other. The direct reader leaves every repeated header to Node. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts > 1;
}

/** The connections with the oldest incomplete requests pay for those that go on sending. */
export const problemOfBudget: Problem = {
  code: 'REQUEST_TIMEOUT',
  detail: 'The request did not arrive in time: too many other requests are arriving.',
};

export const problemOfExpectation: Problem = {
  code: 'EXPECTATION_FAILED',
  detail: 'The header Expect may ask for 100-continue only.',
};

export const problemOfConnect: Problem = {
  code: 'METHOD_NOT_ALLOWED',
  detail: 'This server is not a proxy: it does not support CONNECT.',
  allow: 'GET, HEAD, POST, PUT, DELETE, OPTIONS',
};

/** Answers with the problem and closes the connection. No answer may be in flight on it. `request`: if one was read. */
export function refuseConnection(socket: Socket, problem: Problem, request?: IncomingMessage): void {
  const requestId = requestIdOf(request?.headers ?? {});
  const body = encodeProblem(problem, request?.url?.split('?', 1)[0], requestId);
  const headers = ['Cache-Control', 'no-store', 'X-Content-Type-Options', 'nosniff', 'X-Request-Id', requestId];
  headers.push('Content-Type', 'application/problem+json', 'Content-Length', String(Buffer.byteLength(body)));
  if (problem.allow !== undefined) headers.push('Allow', problem.allow);
  socket.end(answerHead(statusOf(problem.code), headers, true) + body);
  const cut = setTimeout(() => cutConnection(socket), lingerMs);
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
}
