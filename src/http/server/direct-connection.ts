/**
 * A connection that is read and written without Node's HTTP: its parser, streams and listeners took 22 of the 41 µs in
 * which bare Node answers a call. Promises that a request is answered before the next one is read, that idle clients
 * and slow readers are bounded, and that the first packet that is not exactly one usual request hands the connection
 * over to Node permanently.
 */
import type { Server } from 'node:http';
import { keepAliveSeconds } from './answer-head.ts';
import type { Connection } from './connection.ts';
import { DirectReader, type DirectRequest } from './direct-request.ts';
import { DirectResponse } from './direct-response.ts';
import { type ConnectionListener, listenToParsers, NodeConnection } from './node-connection.ts';
import { problemOfParser, refuseConnection } from './protocol-problems.ts';

/** One second longer than announced: a request that was sent at the last moment is still on its way. */
const keepAliveMsDefault = (keepAliveSeconds + 1) * 1000;

export interface IdleLimits {
  /** The connection's idle timeout before its first request. */
  readonly headersTimeoutMs: number;
  /** Its idle timeout after an answer. */
  readonly keepAliveMs?: number;
}

/**
 * Makes a server read its connections directly as long as they carry usual requests. Call it before the first
 * connection.
 */
export function connectDirectly(server: Server, limits: IdleLimits): void {
  const [nodeListener, ...others] = server.listeners('connection') as ConnectionListener[];
  if (nodeListener === undefined) throw new Error('the server has no connection listener');
  server.removeAllListeners('connection');
  for (const other of others) server.on('connection', other);
  server.on('connection', (socket: Connection) => void new DirectConnection(server, nodeListener, socket, limits));
  listenToParsers(server);
}

class DirectConnection {
  readonly #server: Server;
  readonly #nodeListener: ConnectionListener;
  readonly #socket: Connection;
  readonly #reader: DirectReader;
  readonly #keepAliveMs: number;
  /** Packets that arrived while a request was being answered. */
  #early: Buffer[] = [];
  #hasRequest = false;
  #hasEnded = false;
  /** The answer has no end: nothing that follows its request is read. */
  #isStreaming = false;

  constructor(server: Server, nodeListener: ConnectionListener, socket: Connection, limits: IdleLimits) {
    this.#server = server;
    this.#nodeListener = nodeListener;
    this.#socket = socket;
    this.#reader = new DirectReader(socket);
    socket.on('data', this.#arrived).on('end', this.#ended).on('drain', this.#drained);
    socket.on('error', this.#failed).on('timeout', this.#timedOut);
    socket.setTimeout(limits.headersTimeoutMs);
    this.#keepAliveMs = limits.keepAliveMs ?? keepAliveMsDefault;
  }

  readonly #arrived = (packet: Buffer): void => {
    const socket = this.#socket;
    if (this.#isStreaming) return;
    if (socket._httpMessage) {
      this.#early.push(packet);
      socket.hasMore = true;
      socket.pause();
      return;
    }
    const request = this.#reader.read(packet);
    if (request === null) this.#handOver(packet);
    else this.#answer(request);
  };

  #answer(request: DirectRequest): void {
    const socket = this.#socket;
    if (!this.#hasRequest) {
      this.#hasRequest = true;
      socket.setTimeout(this.#keepAliveMs);
    }
    const response = new DirectResponse(socket, this.#answered, this.#streaming);
    socket._httpMessage = response;
    this.#server.emit('request', request, response);
  }

  readonly #answered = (): void => {
    const socket = this.#socket;
    const isLast = (socket._httpMessage as DirectResponse).isLast;
    socket._httpMessage = null;
    if (isLast) socket.destroySoon();
    else if (this.#early.length > 0) this.#handOver(Buffer.concat(this.#early));
    else if (this.#hasEnded) socket.end();
    else if (socket.writableNeedDrain) socket.pause();
  };

  /** Discards what the client sends from now on: a paused socket would not show when the client leaves. */
  readonly #streaming = (): void => {
    const socket = this.#socket;
    this.#isStreaming = true;
    this.#early = [];
    socket.hasMore = false;
    socket.resume();
  };

  /** The client has read its answers; resume reading its requests. */
  readonly #drained = (): void => {
    if (!this.#socket._httpMessage) this.#socket.resume();
  };

  /**
   * The client has closed its sending side. A pending answer is still sent; a stream that has begun is cut, because its
   * reader counts as gone.
   */
  readonly #ended = (): void => {
    const socket = this.#socket;
    this.#hasEnded = true;
    if (!socket._httpMessage) socket.end();
    else if (socket._httpMessage.headersSent) socket.destroy();
  };

  readonly #failed = (): void => {
    this.#socket.destroy();
  };

  readonly #timedOut = (): void => {
    const socket = this.#socket;
    if (socket._httpMessage) return;
    if (this.#hasRequest) socket.destroy();
    else {
      this.#removeListeners();
      socket.on('error', this.#failed);
      refuseConnection(socket, problemOfParser({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
    }
  };

  /** Hands the connection over to Node, which begins with this packet. */
  #handOver(packet: Buffer): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    this.#removeListeners();
    new NodeConnection(this.#server, this.#nodeListener, socket, this.#hasEnded).begin(packet);
  }

  #removeListeners(): void {
    const socket = this.#socket;
    socket.off('data', this.#arrived).off('end', this.#ended).off('drain', this.#drained);
    socket.off('error', this.#failed).off('timeout', this.#timedOut);
    socket.setTimeout(0);
  }
}
