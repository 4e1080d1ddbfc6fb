/**
 * Begins an answer of server-sent events and hands its connection to the source of the events. Promises that neither
 * compression nor a buffering proxy holds events back, and that the source is told when the client has gone. The
 * answer is the last of its connection. Owns no timer; the connection's own limits cut clients that read nothing.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Piece } from '#live/stream-text.ts';
import type { Sink } from '#live/viewer.ts';
import { DirectResponse } from '../server/direct-response.ts';
import { discardFurther } from '../server/node-connection.ts';

export const eventStreamType = 'text/event-stream';

/** In addition to the headers of every answer; `no-transform`: a proxy must not compress it. */
export const eventStreamHeaders = {
  'Cache-Control': 'no-store, no-transform',
  'Content-Type': eventStreamType,
  'X-Accel-Buffering': 'no',
} as const;

/** Starts the events; the returned function is called once the connection has closed. */
export type StreamSource = (sink: Sink) => () => void;

/** `headers`: alternating names and values, complete. */
export function openStream(
  response: ServerResponse | DirectResponse,
  status: number,
  headers: readonly string[],
  source: StreamSource,
): void {
  // A connection that has closed already closes no second time: its source would never learn of it.
  if (response.destroyed) return;
  response.shouldKeepAlive = false;
  if (response instanceof DirectResponse) {
    const socket = response.beginStream(status, headers);
    socket.once('close', source(new DirectSink(socket, response)));
    return;
  }
  response.writeHead(status, STATUS_CODES[status], headers as string[]);
  if (response.req.method === 'HEAD') {
    response.end();
    return;
  }
  response.flushHeaders();
  discardFurther(response.req.socket);
  response.once('close', source(new NodeSink(response)));
}

class DirectSink implements Sink {
  readonly #socket: Socket;
  readonly #response: DirectResponse;

  constructor(socket: Socket, response: DirectResponse) {
    this.#socket = socket;
    this.#response = response;
  }

  get waitingBytes(): number {
    return this.#socket.writableLength;
  }

  write({ framed }: Piece): void {
    if (this.#socket.writable) this.#socket.write(framed);
  }

  end(): void {
    this.#response.endStream();
  }

  cut(): void {
    this.#socket.destroy();
  }
}

class NodeSink implements Sink {
  readonly #response: ServerResponse;

  constructor(response: ServerResponse) {
    this.#response = response;
  }

  get waitingBytes(): number {
    return this.#response.writableLength;
  }

  write({ text }: Piece): void {
    if (this.#response.writable) this.#response.write(text);
  }

  end(): void {
    this.#response.end();
  }

  cut(): void {
    this.#response.destroy();
  }
}
