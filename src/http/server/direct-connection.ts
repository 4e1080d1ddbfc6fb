/**
 * A connection that is read and written without Node's HTTP: its parser, streams and listeners took 22 of the 41 µs in
 * which bare Node answers a call. Promises that a request is answered before the next one is read, that idle clients
 * and slow readers are bounded, and that the first packet that is not exactly one usual request hands the connection
 * over to Node permanently.
 */
import type { Server } from 'node:http';
import { keepAliveSeconds } from './answer-head.ts';
import type { Connection } from './connection.ts';
import { cutConnection } from './connection-end.ts';
import { DirectReader, type DirectRequest } from './direct-request.ts';
import { DirectResponse } from './direct-response.ts';
import { IdleWatch, type Watched } from './idle-watch.ts';
import { type Holder, IncompleteRequests } from './incomplete-requests.ts';
import { type ConnectionListener, listenToParsers, NodeConnection, type Reading } from './node-connection.ts';
import { ParseTurns } from './parse-turns.ts';
import { problemOfParser, refuseConnection } from './protocol-problems.ts';

/** One second longer than announced: a request that was sent at the last moment is still on its way. */
const keepAliveMsDefault = (keepAliveSeconds + 1) * 1000;

export interface IdleLimits {
  /** The connection's idle timeout before its first request. */
  readonly headersTimeoutMs: number;
  /** Its idle timeout after an answer. */
  readonly keepAliveMs?: number;
}

export interface ConnectionLimits extends IdleLimits {
  /** All bytes of requests that have not arrived completely; see `IncompleteRequests`. */
  readonly incompleteBytesMax?: number;
}

const incompleteBytesMaxDefault = 64 * 1024 * 1024;

/**
 * Makes a server read its connections directly as long as they carry usual requests. Call it before the first
 * connection.
 */
export function connectDirectly(server: Server, limits: ConnectionLimits): void {
  const [nodeListener, ...others] = server.listeners('connection') as ConnectionListener[];
  if (nodeListener === undefined) throw new Error('the server has no connection listener');
  server.removeAllListeners('connection');
  for (const other of others) server.on('connection', other);
  const { headersTimeoutMs, keepAliveMs = keepAliveMsDefault, incompleteBytesMax = incompleteBytesMaxDefault } = limits;
  const watch = new IdleWatch(server, Math.min(headersTimeoutMs, keepAliveMs));
  const shared = { turns: new ParseTurns(), incomplete: new IncompleteRequests(incompleteBytesMax) };
  const common = { server, nodeListener, watch, headersTimeoutMs, keepAliveMs, ...shared };
  server.on('connection', (socket: Connection) => void new DirectConnection(common, socket));
  listenToParsers(server);
}

/** What all connections of a server share. */
interface CommonParts extends Required<IdleLimits>, Reading {
  readonly watch: IdleWatch;
}

class DirectConnection implements Watched, Holder {
  readonly #common: CommonParts;
  readonly #socket: Connection;
  readonly #reader: DirectReader;
  /** Looks of the watch at the last packet, or at the last look that found the connection active. */
  #activeAt: number;
  /** Packets that arrived while a request was being answered. */
  #early: Buffer[] = [];
  /** The packets that came early were dropped: the connection ends with the answer. */
  #hasGivenUp = false;
  #hasRequest = false;
  #hasEnded = false;
  /** The answer has no end: nothing that follows its request is read. */
  #isStreaming = false;

  constructor(common: CommonParts, socket: Connection) {
    this.#common = common;
    this.#socket = socket;
    this.#reader = new DirectReader(socket);
    this.#activeAt = common.watch.looks;
    socket.on('data', this.#arrived).on('end', this.#ended).on('drain', this.#drained);
    socket.on('error', this.#failed).on('close', this.#closed);
    common.watch.add(this);
  }

  /** One that is being answered is not idle; `limitWrites` ends clients that do not read their answers. */
  isIdle(watch: IdleWatch): boolean {
    const socket = this.#socket;
    const limitMs = this.#hasRequest ? this.#common.keepAliveMs : this.#common.headersTimeoutMs;
    if (socket._httpMessage || socket.writableLength > 0) this.#activeAt = watch.looks;
    return !socket.destroyed && !socket.writableEnded && watch.hasPassed(limitMs, this.#activeAt);
  }

  /** Ends the idle connection; one without any request gets a refusal. */
  end(): void {
    const socket = this.#socket;
    if (this.#hasRequest) socket.destroy();
    else {
      this.#letGo();
      socket.on('error', this.#failed);
      refuseConnection(socket, problemOfParser({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
    }
  }

  readonly #arrived = (packet: Buffer): void => {
    const socket = this.#socket;
    if (this.#isStreaming || this.#hasGivenUp) return;
    this.#activeAt = this.#common.watch.looks;
    if (socket._httpMessage) {
      this.#early.push(packet);
      socket.hasMore = true;
      socket.pause();
      this.#noteEarly();
      return;
    }
    const request = this.#reader.read(packet);
    if (request === null) this.#handOver(packet);
    else this.#answer(request);
  };

  #answer(request: DirectRequest): void {
    const socket = this.#socket;
    this.#hasRequest = true;
    const response = new DirectResponse(socket, this.#answered, this.#streaming);
    socket._httpMessage = response;
    this.#common.server.emit('request', request, response);
  }

  #noteEarly(): void {
    this.#common.incomplete.note(
      this,
      this.#early.reduce((bytes, packet) => bytes + packet.length, 0),
    );
  }

  /** Drops the requests that wait behind the unanswered one: they are not begun, and the connection ends. */
  giveUp(): void {
    const socket = this.#socket;
    this.#early = [];
    this.#hasGivenUp = true;
    socket.hasMore = false;
    if (socket._httpMessage) socket._httpMessage.shouldKeepAlive = false;
  }

  readonly #answered = (): void => {
    const socket = this.#socket;
    const isLast = (socket._httpMessage as DirectResponse).isLast;
    socket._httpMessage = null;
    if (isLast || this.#hasGivenUp) socket.destroySoon();
    else if (this.#early.length > 0) this.#handOver(Buffer.concat(this.#early));
    else if (this.#hasEnded) socket.end();
    else if (socket.writableNeedDrain) socket.pause();
  };

  /** Discards what the client sends from now on: a paused socket would not show when the client leaves. */
  readonly #streaming = (): void => {
    const socket = this.#socket;
    this.#isStreaming = true;
    this.#early = [];
    this.#noteEarly();
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
    else if (socket._httpMessage.headersSent) cutConnection(socket);
  };

  readonly #failed = (): void => {
    this.#socket.destroy();
  };

  readonly #closed = (): void => {
    this.#common.watch.remove(this);
    this.#common.incomplete.note(this, 0);
  };

  /** Hands the connection over to Node, which begins with this packet. */
  #handOver(packet: Buffer): void {
    const socket = this.#socket;
    if (socket.destroyed) return;
    this.#letGo();
    new NodeConnection(this.#common, socket, this.#hasEnded).begin(packet);
  }

  /** Neither reads nor watches the connection any more: Node does, or it ends. */
  #letGo(): void {
    const socket = this.#socket;
    this.#common.watch.remove(this);
    this.#common.incomplete.note(this, 0);
    socket.off('data', this.#arrived).off('end', this.#ended).off('drain', this.#drained);
    socket.off('error', this.#failed).off('close', this.#closed);
  }
}
