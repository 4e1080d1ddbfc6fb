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

/**
 * The headers that many answers begin with. Keeps their text for each status: joining it anew cost every answer 0.4 µs.
 */
export class CommonHeaders {
  /** Alternating names and values. */
  readonly list: readonly string[];
  readonly #beginnings = new Map<number, string>();

  constructor(list: readonly string[]) {
    this.list = list;
  }

  /** The status line and these headers. */
  beginningOf(status: number): string {
    const known = this.#beginnings.get(status);
    if (known !== undefined) return known;
    const made = flat(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${linesOf(this.list)}`);
    this.#beginnings.set(status, made);
    return made;
  }
}

export const noHeaders = new CommonHeaders([]);

/**
 * `headers`: alternating names and values, sent after the common ones. `isLast`: the connection closes after this
 * answer.
 */
export function answerHead(
  status: number,
  headers: readonly string[],
  isLast: boolean,
  common: CommonHeaders = noHeaders,
): string {
  return common.beginningOf(status) + linesOf(headers) + endOfHead(isLast);
}

function linesOf(headers: readonly string[]): string {
  let lines = '';
  for (let at = 0; at < headers.length; at += 2) lines += `${headers[at]}: ${headers[at + 1]}\r\n`;
  return lines;
}

let datedSecond = 0;
let ends = { last: '', others: '' };

/** The headers that Node adds, made once a second. */
function endOfHead(isLast: boolean): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== datedSecond) {
    datedSecond = second;
    const date = `Date: ${new Date(second * 1000).toUTCString()}\r\n`;
    ends = { last: flat(`${date}${closeLine}\r\n`), others: flat(`${date}${keepAliveLines}\r\n`) };
  }
  return isLast ? ends.last : ends.others;
}

/** The same text in one piece: V8 keeps a joined text as a tree of its parts, and walks it at every use. */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
