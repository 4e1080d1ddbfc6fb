/**
 * Reads request heads with llhttp: the grammar of Node's own HTTP, as the WebAssembly module that undici carries.
 * Promises that each head is read by itself, in one pass, and that nothing keeps its packet in memory. Never reads a
 * body.
 */
import { createRequire } from 'node:module';
import { METHODS, TYPE } from 'undici/lib/llhttp/constants.js';

export interface RequestHead {
  readonly method: string;
  readonly url: string;
  /** The header lines as they came. */
  readonly lines: string;
  /** Bytes of the packet before the body. */
  readonly length: number;
}

/** Node's types do not know WebAssembly. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown };
};

/** The functions of llhttp that are called here. A parser and a text are addresses in its memory. */
interface Grammar {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  llhttp_alloc(type: number | undefined): number;
  llhttp_execute(parser: number, text: number, bytes: number): number;
  llhttp_get_error_pos(parser: number): number;
  llhttp_get_http_major(parser: number): number;
  llhttp_get_http_minor(parser: number): number;
  llhttp_get_method(parser: number): number;
  llhttp_reset(parser: number): void;
}

/** Node reads larger heads. */
const headBytesMax = 8192;
/** Node reads heads with more headers. */
const headersMax = 100;
const emptyLine = Buffer.from('\r\n');
const methodNames = new Map(Object.entries(METHODS).map(([name, number]) => [number, name]));

/** Return values of callbacks: continue, pause, fail. */
const proceed = 0;
const paused = 21;
const refused = -1;

/** Start and end addresses of the target, then of the name and the value of each header. */
const places = new Int32Array(2 + 4 * headersMax);
const firstHeader = 2;
let placesUsed = firstHeader;

const callbacks = {
  wasm_on_message_begin: () => proceed,
  wasm_on_status: () => proceed,
  wasm_on_body: () => proceed,
  wasm_on_message_complete: () => proceed,
  wasm_on_url(_parser: number, at: number, bytes: number) {
    places[0] = at;
    places[1] = at + bytes;
    return proceed;
  },
  wasm_on_header_field(_parser: number, at: number, bytes: number) {
    if (placesUsed === places.length) return refused;
    places[placesUsed] = at;
    places[placesUsed + 1] = at + bytes;
    placesUsed += 4;
    return proceed;
  },
  wasm_on_header_value(_parser: number, at: number, bytes: number) {
    places[placesUsed - 2] = at;
    places[placesUsed - 1] = at + bytes;
    return proceed;
  },
  wasm_on_headers_complete: (_parser: number, _status: number, isUpgrade: number, isKeptAlive: number) =>
    isUpgrade === 0 && isKeptAlive === 1 ? paused : refused,
};

const code: Uint8Array = createRequire(import.meta.url)('undici/lib/llhttp/llhttp_simd-wasm.js');
const instance = new WebAssembly.Instance(new WebAssembly.Module(code), { env: callbacks });
const grammar = instance.exports as Grammar;
grammar._initialize();
const input = grammar.malloc(headBytesMax);
const memory = new Uint8Array(grammar.memory.buffer, input, headBytesMax);
/** One parser for all connections, because no head is read in parts. */
const parser = grammar.llhttp_alloc(TYPE.REQUEST);

/**
 * Reads the head at the beginning of a packet. Null unless it is complete and valid, of HTTP/1.1 with headers, and asks
 * neither for an upgrade nor for the end of the connection.
 */
export function readHead(packet: Buffer): RequestHead | null {
  const bytes = Math.min(packet.length, headBytesMax);
  memory.set(bytes === packet.length ? packet : packet.subarray(0, bytes));
  const read = execute(bytes);
  if (read === null || placesUsed === firstHeader) return null;
  const text = packet.toString('latin1', 0, read.length);
  const url = text.slice(places[0]! - input, places[1]! - input);
  return { method: read.method, url, lines: text.slice(places[firstHeader]! - input), length: read.length };
}

/**
 * Reads the request line in the first `length` bytes of a packet, well below 8 KB, as if no header followed it; null: it is
 * not valid. The parser reads header lines in the same way after every request line.
 */
export function readRequestLine(packet: Buffer, length: number): Pick<RequestHead, 'method' | 'url'> | null {
  memory.set(packet.subarray(0, length));
  memory.set(emptyLine, length);
  const read = execute(length + emptyLine.length);
  if (read?.length !== length + emptyLine.length || placesUsed > firstHeader) return null;
  return { method: read.method, url: packet.toString('latin1', places[0]! - input, places[1]! - input) };
}

/** Runs the parser on the first bytes of its memory. Null unless they begin with a complete, valid head of HTTP/1.1. */
function execute(bytes: number): { readonly method: string; readonly length: number } | null {
  placesUsed = firstHeader;
  const isWhole = grammar.llhttp_execute(parser, input, bytes) === paused;
  const isUsualVersion = grammar.llhttp_get_http_major(parser) === 1 && grammar.llhttp_get_http_minor(parser) === 1;
  const method = methodNames.get(grammar.llhttp_get_method(parser));
  const length = grammar.llhttp_get_error_pos(parser) - input;
  grammar.llhttp_reset(parser);
  return isWhole && isUsualVersion && method !== undefined ? { method, length } : null;
}

/** The headers of the head that was read last, by their names in lower case; null when a name occurs twice. */
export function headersOf({ lines }: RequestHead): Record<string, string> | null {
  const headers: Record<string, string> = {};
  const begin = places[firstHeader]!;
  for (let at = firstHeader; at < placesUsed; at += 4) {
    const name = lines.slice(places[at]! - begin, places[at + 1]! - begin).toLowerCase();
    // Names that every object has, such as `constructor`, count as taken.
    if (headers[name] !== undefined) return null;
    headers[name] = withoutPadding(lines, places[at + 2]! - begin, places[at + 3]! - begin);
  }
  return headers;
}

/** Where the value of a header begins in the lines of the head that was read last; their end when there is no such header. */
export function valuePlaceOf(wanted: string, { lines }: RequestHead): number {
  const begin = places[firstHeader]!;
  for (let at = firstHeader; at < placesUsed; at += 4) {
    const [from, to] = [places[at]! - begin, places[at + 1]! - begin];
    if (to - from === wanted.length && lines.slice(from, to).toLowerCase() === wanted) return places[at + 2]! - begin;
  }
  return lines.length;
}

/** Removes spaces and tabs only, as Node does: `trim` would also remove U+00A0, which a header may end with. */
function withoutPadding(lines: string, begin: number, end: number): string {
  let last = end;
  while (last > begin && (lines[last - 1] === ' ' || lines[last - 1] === '\t')) last -= 1;
  return lines.slice(begin, last);
}
