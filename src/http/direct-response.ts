/**
 * The answer to a usual request, written to its socket as one text where it is one. Frames answers of unknown length as HTTP/1.1
 * has it. Promises to say when the answer has been written; what is written after its connection has gone is lost.
 */
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { answerHead } from './answer-head.ts';

type Piece = string | Uint8Array;

export class DirectResponse {
  readonly #socket: Socket;
  readonly #written: () => void;
  /** False: the connection ends with this answer. Read when the head is written. */
  shouldKeepAlive = true;
  statusCode = 200;
  headersSent = false;
  /** What the head has said of it. */
  isLast = false;

  /** `written` is called once, in the turn in which the last of the answer has been given to the socket. */
  constructor(socket: Socket, written: () => void) {
    this.#socket = socket;
    this.#written = written;
  }

  get destroyed(): boolean {
    return this.#socket.destroyed;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Writes a whole answer. `headers`: names and values in turn, with the length of `pieces` where it has one. */
  answer(status: number, headers: readonly string[], pieces: readonly Piece[]): void {
    const head = this.#begin(status, headers);
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

  /** Begins an answer whose length nobody knows yet; its body is what is written to the stream. */
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

  #begin(status: number, headers: readonly string[]): string {
    this.statusCode = status;
    this.headersSent = true;
    this.isLast = !this.shouldKeepAlive;
    return answerHead(status, headers, this.isLast);
  }

  #write(piece: Piece): void {
    if (this.#socket.writable) this.#socket.write(piece);
  }
}
