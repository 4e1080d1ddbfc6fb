/**
 * The head of an answer as one text, for connections that are written without Node's own answers. Promises the very bytes that
 * Node's `writeHead` makes of the same headers. Checks nothing: never to be given a header that a caller can choose freely.
 */
import { STATUS_CODES } from 'node:http';

/** How long a silent connection is kept, as answers tell their clients. */
export const keepAliveSeconds = 65;

const kept = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
const last = 'Connection: close\r\n';

/** `headers`: names and values in turn. `isLast`: the connection ends with this answer. */
export function answerHead(status: number, headers: readonly string[], isLast: boolean): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${head}Date: ${dateNow()}\r\n${isLast ? last : kept}\r\n`;
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
