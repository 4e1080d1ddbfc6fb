/**
 * The answer to a usual request, written to its socket in one piece where possible. Sends answers of unknown length
 * with chunked transfer coding. Promises to report when the answer has been written; writes after the connection has
 * closed are dropped.
 */
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { answerHead, type CommonHeaders, noHeaders } from './answer-head.ts';

type Piece = string | Uint8Array;

export class DirectResponse {
  readonly #socket: Socket;
  readonly #written: () => void;
  readonly #streaming: () => void;
  /** False: the connection ends with this answer. Read when the head is written. */
  shouldKeepAlive = true;
  statusCode = 200;
  headersSent = false;
  /** Whether the head announced the end of the connection. */
  isLast = false;

  /**
   * `written` is called once, in the turn in which the last bytes of the answer were passed to the socket; `streaming`
   * when an answer without an end begins.
   */
  constructor(socket: Socket, written: () => void, streaming: () => void = () => {}) {
    this.#socket = socket;
    this.#written = written;
    this.#streaming = streaming;
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /**
   * Writes a whole answer. `headers`: alternating names and values, with the length of `pieces` where there is one, sent
   * after the common ones.
   */
  answer(
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
      this.#socket.cork();
      this.#write(head);
      for (const piece of pieces) this.#write(piece);
      this.#socket.uncork();
    }
    this.#written();
  }

  /** Begins an answer of unknown length; its body is written to the returned stream. */
  stream(status: number, headers: readonly string[]): Writable {
    this.#write(this.#begin(status, [...headers, 'Transfer-Encoding', 'chunked']));
    const socket = this.#socket;
    const written = this.#written;
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
        written();
      },
      destroy(error, done) {
        socket.off('close', gone);
        if (error !== null) socket.destroy();
        done(error);
      },
    });
    const gone = (): void => void stream.destroy(new Error('the connection was closed'));
    socket.once('close', gone);
    return stream;
  }

  /** Begins an answer without an end, framed as chunks by its writer; the writer ends it with `endStream`. */
  beginStream(status: number, headers: readonly string[]): Socket {
    this.#write(this.#begin(status, [...headers, 'Transfer-Encoding', 'chunked']));
    this.#streaming();
    return this.#socket;
  }

  endStream(): void {
    this.#write('0\r\n\r\n');
    this.#written();
  }

  #begin(status: number, headers: readonly string[], common: CommonHeaders = noHeaders): string {
    this.statusCode = status;
    this.headersSent = true;
    this.isLast = !this.shouldKeepAlive;
    return answerHead(status, headers, this.isLast, common);
  }

  #write(piece: Piece): void {
    if (this.#socket.writable) this.#socket.write(piece);
  }
}
