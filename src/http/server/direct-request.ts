/**
 * A usual request, read from its packet without a stream for its body. Promises to accept only an API call of HTTP/1.1
 * that is valid by Node's grammar, complete and alone in its packet, with each header once. Node reads everything else.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { type KnownHead, KnownLines, knownBytesMax } from './known-lines.ts';
import { headersOf, type RequestHead, readHead, valuePlaceOf } from './request-head.ts';

/** After so many other lines in a row none are kept: a proxy's connection has the requests of many clients. */
const othersMax = 8;
const usualMethods = ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS'];
const usualTarget = '/api/';
const wholeNumber = /^\d{1,7}$/;

const noHeaders: readonly string[] = [];

/** The part of Node's `IncomingMessage` that the application and Koa use. */
export class DirectRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  /** The body has arrived. */
  readonly complete = true;
  readonly httpVersion = '1.1';
  readonly httpVersionMajor = 1;
  /** Nothing in the head needs another look: the reader has accepted it. */
  readonly rawHeaders = noHeaders;
  /** Null once it has been read: it is a part of its packet, and a call that waits keeps no packet in memory. */
  #body: Buffer | null;

  /** `body`: null when there is none. */
  constructor(method: string, url: string, headers: IncomingHttpHeaders, body: Buffer | null, socket: Socket) {
    this.method = method;
    this.url = url;
    this.headers = headers;
    this.socket = socket;
    this.#body = body;
  }

  get clientSocket(): Socket {
    return this.socket;
  }

  /** It has arrived completely: nothing of it is counted. */
  countElsewhere(): void {}

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  get readableLength(): number {
    return this.#body?.length ?? 0;
  }

  /** Null when there is no body, or when it has been read, as with Node's stream. */
  read(): Buffer | null {
    const body = this.#body;
    this.#body = null;
    return body;
  }
}

/** Reads the requests of one connection. */
export class DirectReader {
  readonly #socket: Socket;
  /** Null before the first request, and on a connection that does not repeat itself. */
  #known: KnownLines | null = null;
  /** Heads in a row that had other lines than the one before. */
  #others = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Null: Node has to read the packet. */
  read(packet: Buffer): DirectRequest | null {
    const head = this.#readKnown(packet) ?? this.#readOther(packet);
    if (head === null || !head.url.startsWith(usualTarget) || !usualMethods.includes(head.method)) return null;
    const bodyBytes = packet.length - head.length;
    if (bodyBytes !== lengthOf(head.headers)) return null;
    const body = bodyBytes === 0 ? null : packet.subarray(head.length);
    return new DirectRequest(head.method, head.url, head.headers, body, this.#socket);
  }

  #readKnown(packet: Buffer): KnownHead | null {
    const head = this.#known?.headIn(packet) ?? null;
    if (head !== null) this.#others = 0;
    return head;
  }

  #readOther(packet: Buffer): KnownHead | null {
    const head = readHead(packet);
    const headers = head === null ? null : usualHeadersOf(head);
    if (head === null || headers === null) return null;
    const isKept = head.length <= knownBytesMax && this.#others < othersMax;
    this.#known = isKept ? new KnownLines(head.lines, headers, valuePlaceOf('content-length', head)) : null;
    this.#others += 1;
    return { method: head.method, url: head.url, headers, length: head.length };
  }
}

/** Null when Node does more with one of the headers than to keep its text, or when one occurs twice. */
function usualHeadersOf(head: RequestHead): IncomingHttpHeaders | null {
  const headers: IncomingHttpHeaders | null = headersOf(head);
  if (headers === null) return null;
  const { host, expect, 'content-length': length = '0', 'set-cookie': listed, 'transfer-encoding': coding } = headers;
  if (host === undefined || expect !== undefined || listed !== undefined || coding !== undefined) return null;
  return wholeNumber.test(length) ? headers : null;
}

function lengthOf({ 'content-length': length = '0' }: IncomingHttpHeaders): number {
  return Number(length);
}
