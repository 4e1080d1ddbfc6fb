/**
 * The answer to a usual request, written to its socket in one piece where possible. Sends answers of unknown length
 * with chunked transfer coding. Promises to report when the answer has been written; writes after the connection has
 * closed are dropped. Koa sees it as a response of Node: it has the members that Koa and its middleware use.
 */
import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Piece as EventPiece } from '#live/stream-text.ts';
import type { Sink } from '#live/viewer.ts';
import { answerHead, type CommonHeaders, noHeaders } from './answer-head.ts';
import type { AnsweredConnection } from './connection.ts';
import { cutConnection } from './connection-end.ts';
import { type AnsweringResponse, type HttpAnswer, type StreamSource, withHeaders } from './http-answer.ts';

type Piece = string | Uint8Array;
type HeaderValue = number | string | readonly string[];

/** The connection of a direct response. */
export interface DirectlyAnswered extends AnsweredConnection {
  /** Called once, in the turn in which the last bytes of the answer were passed to the socket. */
  answered(): void;
}

export class DirectResponse implements AnsweringResponse {
  readonly socket: Socket;
  readonly #connection: DirectlyAnswered;
  /** False: the connection ends with this answer. Read when the head is written. */
  shouldKeepAlive = true;
  statusCode = 200;
  statusMessage = '';
  headersSent = false;
  /** The answer has been passed to the socket. */
  finished = false;
  /** Whether the head announced the end of the connection. */
  isLast = false;
  answer: HttpAnswer | null = null;
  /** The headers that middleware has set, by their names in lower case; null: none, as nearly always. */
  #set: Map<string, HeaderValue> | null = null;
  /** Listeners of middleware; null: none. */
  #events: EventEmitter | null = null;

  constructor(connection: DirectlyAnswered) {
    this.socket = connection.client;
    this.#connection = connection;
  }

  get destroyed(): boolean {
    return this.socket.destroyed;
  }

  get writable(): boolean {
    return this.socket.writable;
  }

  destroy(): void {
    cutConnection(this.socket);
  }

  send(): Promise<void> | void {
    const { common, headers, content } = this.#completeAnswer();
    const status = this.statusCode;
    if (typeof content === 'function') return this.#sendEvents(status, [...common.list, ...headers], content);
    if (!('pieces' in content)) return this.answerWhole(status, headers, content, common);
    const stream = this.stream(status, [...common.list, ...headers]);
    const { pieces, compressor } = content;
    return compressor === null ? pipeline(pieces, stream) : pipeline(pieces, compressor, stream);
  }

  /** The answer with the headers that middleware has set. */
  #completeAnswer(): HttpAnswer {
    if (this.answer === null) throw new TypeError('there is no answer');
    return this.#set === null ? this.answer : withHeaders(this.answer, this.getHeaders());
  }

  /**
   * Writes a whole answer. `headers`: alternating names and values, with the length of `pieces` where there is one, sent
   * after the common ones.
   */
  answerWhole(
    status: number,
    headers: readonly string[],
    pieces: readonly Piece[],
    common: CommonHeaders = noHeaders,
  ): void {
    const head = this.#begin(status, headers, common);
    const [first] = pieces;
    if (pieces.length === 0) this.#write(head);
    else if (pieces.length === 1 && typeof first === 'string') this.#write(head + first);
    else {
      this.socket.cork();
      this.#write(head);
      for (const piece of pieces) this.#write(piece);
      this.socket.uncork();
    }
    this.#finish();
  }

  /** Begins an answer of unknown length; its body is written to the returned stream. */
  stream(status: number, headers: readonly string[]): Writable {
    this.#write(this.#begin(status, [...headers, 'Transfer-Encoding', 'chunked']));
    const { socket } = this;
    const finish = (): void => this.#finish();
    const stream = new Writable({
      write(chunk: Buffer, _encoding, done) {
        socket.cork();
        socket.write(`${chunk.length.toString(16)}\r\n`);
        socket.write(chunk);
        socket.write('\r\n', done);
        socket.uncork();
      },
      final(done) {
        socket.write('0\r\n\r\n', done);
        finish();
      },
      destroy(error, done) {
        socket.off('close', gone);
        if (error !== null) cutConnection(socket);
        done(error);
      },
    });
    const gone = (): void => void stream.destroy(new Error('the connection was closed'));
    socket.once('close', gone);
    return stream;
  }

  /** Begins an answer without an end, framed as chunks by its writer. */
  #sendEvents(status: number, headers: readonly string[], source: StreamSource): void {
    // A connection that has closed already closes no second time: its source would never learn of it.
    if (this.destroyed) return;
    this.shouldKeepAlive = false;
    this.#write(this.#begin(status, [...headers, 'Transfer-Encoding', 'chunked']));
    this.#connection.streaming();
    const end = (): void => {
      this.#write('0\r\n\r\n');
      this.#finish();
    };
    this.socket.once('close', source(new DirectSink(this.socket, end)));
  }

  #begin(status: number, headers: readonly string[], common: CommonHeaders = noHeaders): string {
    this.statusCode = status;
    this.headersSent = true;
    this.isLast = !this.shouldKeepAlive || this.#connection.mustEnd;
    return answerHead(status, headers, this.isLast, common);
  }

  #finish(): void {
    this.finished = true;
    this.#events?.emit('finish');
    this.#connection.answered();
  }

  #write(piece: Piece): void {
    if (this.socket.writable) this.socket.write(piece);
  }

  setHeader(name: string, value: HeaderValue): this {
    this.#set ??= new Map();
    this.#set.set(name.toLowerCase(), value);
    return this;
  }

  getHeader(name: string): HeaderValue | undefined {
    return this.#set?.get(name.toLowerCase());
  }

  hasHeader(name: string): boolean {
    return this.#set?.has(name.toLowerCase()) === true;
  }

  removeHeader(name: string): void {
    this.#set?.delete(name.toLowerCase());
  }

  getHeaders(): Record<string, HeaderValue> {
    return Object.fromEntries(this.#set ?? []);
  }

  on(event: string, listener: () => void): this {
    this.#events ??= new EventEmitter();
    this.#events.on(event, listener);
    return this;
  }

  removeListener(event: string, listener: () => void): this {
    this.#events?.removeListener(event, listener);
    return this;
  }
}

class DirectSink implements Sink {
  readonly #socket: Socket;
  readonly #end: () => void;

  constructor(socket: Socket, end: () => void) {
    this.#socket = socket;
    this.#end = end;
  }

  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  write({ framed }: EventPiece): void {
    if (this.#socket.writable) this.#socket.write(framed);
  }

  end(): void {
    this.#end();
  }

  cut(): void {
    cutConnection(this.#socket);
  }
}
