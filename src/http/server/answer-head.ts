/**
 * Encodes the head of an answer as one string, for connections that are written without Node's `ServerResponse`.
 * Promises the same bytes that Node's `writeHead` makes of the same headers. Validates nothing: never pass a header
 * value that a client can choose freely.
 */
import { STATUS_CODES } from 'node:http';

/** Idle timeout of a connection, as answers announce it in `Keep-Alive`. */
export const keepAliveSeconds = 65;

const keepAliveLines = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
const closeLine = 'Connection: close\r\n';

/** `headers`: alternating names and values. `isLast`: the connection closes after this answer. */
export function answerHead(status: number, headers: readonly string[], isLast: boolean): string {
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return `${head}Date: ${dateNow()}\r\n${isLast ? closeLine : keepAliveLines}\r\n`;
}

let datedSecond = 0;
let date = '';

/** Formatted once a second. */
function dateNow(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== datedSecond) {
    datedSecond = second;
    date = new Date(second * 1000).toUTCString();
  }
  return date;
}
