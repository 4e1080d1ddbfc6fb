/**
 * A connection that is read and written by Node's HTTP, one request at a time: the next one is parsed when the one before
 * has been answered and most of its answer has been read, and the socket is not read meanwhile. Promises answers in order,
 * and that a request that runs is answered whatever follows it. Without this a packet of 64 KB began 2,000 requests at once.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { breakBody } from './body.ts';
import type { Connection } from './connection.ts';
import { MessageCutter } from './message-cutter.ts';
import type { Problem } from './problem.ts';
import { problemOfConnect, problemOfParser, refuseConnection } from './protocol-problems.ts';

export type ConnectionListener = (this: Server, socket: Connection) => void;

/** A chunked body can be cut into a piece for every four bytes; others have their turn in between. */
const piecesPerTurnMax = 64;

const connections = new WeakMap<Connection, NodeConnection>();

/** Has the server tell its connections what Node's parser cannot read. Call it once. */
export function listenToParsers(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket as Connection);
    if (connection === undefined) socket.destroy(error);
    else connection.fail(error);
  });
  server.on('connect', (request, socket) => connections.get(socket as Connection)?.refuse(problemOfConnect, request));
}

export class NodeConnection {
  readonly #socket: Connection;
  readonly #cutter = new MessageCutter();
  readonly #parse: (bytes: Buffer) => void;
  readonly #finish: () => void;
  /** What has been read and not been parsed; of the first packet what is behind `#at`. */
  readonly #packets: Buffer[] = [];
  #at = 0;
  /** The last that began; its body may still come when it has been answered. */
  #request: IncomingMessage | null = null;
  #answer: ServerResponse | null = null;
  /** To be answered when the answer in flight has been given. */
  #problem: Problem | null = null;
  /** Nothing is parsed any more. */
  #isOver = false;
  #hasEnded = false;
  #isFeedPlanned = false;

  /** `nodes`: what Node does with a new connection. `hasEnded`: the client has said that it sends no more. */
  constructor(server: Server, nodes: ConnectionListener, socket: Connection, hasEnded: boolean) {
    this.#socket = socket;
    nodes.call(server, socket);
    this.#parse = taken(socket, 'data');
    this.#finish = taken(socket, 'end');
    this.#hasEnded = hasEnded;
    socket.on('data', this.#arrived).on('end', this.#ended).on('drain', this.#feed).on('resume', this.#resumed);
    // Node takes its own listener away when a parser fails, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy());
    connections.set(socket, this);
  }

  /** Takes what has been read of the connection before. */
  begin(packet: Buffer): void {
    this.#arrived(packet);
    if (this.#socket.hasMore !== true) this.#socket.resume();
  }

  /** What the parser gave up on: the request that it is in, if there is one, else the connection. */
  fail(error: NodeJS.ErrnoException): void {
    const socket = this.#socket;
    const request = this.#request;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy(error);
    else if (request === null || request.complete) this.refuse(problemOfParser(error));
    else {
      this.#stop();
      if (this.#answer === null) socket.destroySoon();
      else {
        this.#answer.shouldKeepAlive = false;
        breakBody(request, problemOfParser(error));
      }
    }
  }

  /** Answers with the problem, after the answer in flight, and closes the connection. */
  refuse(problem: Problem, request?: IncomingMessage): void {
    this.#stop();
    if (this.#answer === null) refuseConnection(this.#socket, problem, request);
    else this.#problem = problem;
  }

  readonly #arrived = (packet: Buffer): void => {
    if (this.#isOver) return;
    this.#packets.push(packet);
    this.#feed();
  };

  readonly #ended = (): void => {
    this.#hasEnded = true;
    this.#feed();
  };

  /** Whoever needs more of a body resumes the socket, and Node does so after every request. */
  readonly #resumed = (): void => {
    if (this.#packets.length > 0) this.#socket.pause();
  };

  /** Parses what may be parsed now. */
  readonly #feed = (): void => {
    const socket = this.#socket;
    for (let pieces = 0; this.#packets.length > 0 && this.#isFree(); pieces++) {
      if (pieces === piecesPerTurnMax) {
        this.#planFeed();
        break;
      }
      this.#parse(this.#nextPiece());
      this.#watchAnswer();
    }
    const hasMore = this.#packets.length > 0;
    if (hasMore) socket.pause();
    else if (socket.hasMore === true) socket.resume();
    if (socket.hasMore !== hasMore) socket.hasMore = hasMore;
    if (this.#hasEnded && !hasMore && !this.#isOver) this.#end();
  };

  /** The request that is being answered may have its body; the next request may not begin before it is answered. */
  #isFree(): boolean {
    const answer = this.#answer;
    return answer === null ? !this.#socket.writableNeedDrain : !answer.req.complete;
  }

  #nextPiece(): Buffer {
    const [packet] = this.#packets as [Buffer];
    const from = this.#at;
    this.#at = this.#cutter.endOfPiece(packet, from);
    const piece = packet.subarray(from, this.#at);
    if (this.#at === packet.length) {
      this.#packets.shift();
      this.#at = 0;
    }
    return piece;
  }

  /** Finds out whether the last piece began a request. */
  #watchAnswer(): void {
    const answer = this.#socket._httpMessage as ServerResponse | null | undefined;
    if (!answer || answer === this.#answer) return;
    this.#answer = answer;
    this.#request = answer.req;
    answer.once('close', this.#answered);
    this.#cutter.expectBody(Number(answer.req.headers['content-length'] ?? 0));
  }

  readonly #answered = (): void => {
    const socket = this.#socket;
    const problem = this.#problem;
    this.#answer = null;
    if (socket.destroyed || !socket.writable) this.#stop();
    else if (problem !== null) refuseConnection(socket, problem);
    else if (this.#isOver) socket.destroySoon();
    else if (this.#packets.length > 0) this.#planFeed();
    else if (this.#hasEnded) this.#end();
  };

  /** In another turn, so that a connection with many requests has one of them begun in a turn, as all others. */
  #planFeed(): void {
    if (this.#isFeedPlanned) return;
    this.#isFeedPlanned = true;
    setImmediate(() => {
      this.#isFeedPlanned = false;
      this.#feed();
    });
  }

  /** The client sends no more. A request that is whole is still answered; a stream that has begun has lost its reader. */
  #end(): void {
    const answer = this.#answer;
    const isStreaming = answer?.headersSent === true && !answer.writableEnded;
    if (isStreaming || this.#request?.complete === false) this.#socket.destroy();
    else if (answer === null) {
      this.#isOver = true;
      this.#finish();
    }
  }

  #stop(): void {
    this.#isOver = true;
    this.#packets.length = 0;
    this.#socket.hasMore = false;
  }
}

/** Takes a listener of Node's from a socket, to be called when it is time: the last that was added. */
function taken(socket: Connection, event: 'data' | 'end'): (bytes?: Buffer) => void {
  const listener = socket.listeners(event).at(-1) as (bytes?: Buffer) => void;
  socket.off(event, listener);
  return listener.bind(socket);
}
