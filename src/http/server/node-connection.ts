/**
 * A connection that Node's HTTP reads and writes, one request at a time: the next request is parsed when the
 * answer before it is complete and the client has read most of it; the socket is paused meanwhile. Promises answers in order,
 * and that a running request is answered whatever follows it. Without this a packet of 64 KB began 2,000 requests at
 * once.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { breakBody } from '../pipeline/body.ts';
import type { Problem } from '../pipeline/problem.ts';
import type { Connection } from './connection.ts';
import { cutConnection } from './connection-end.ts';
import type { Holder, IncompleteRequests } from './incomplete-requests.ts';
import { MessageCutter } from './message-cutter.ts';
import type { ParseTurns } from './parse-turns.ts';
import { problemOfBudget, problemOfConnect, problemOfParser, refuseConnection } from './protocol-problems.ts';

export type ConnectionListener = (this: Server, socket: Connection) => void;

/** A chunked body can make a piece of every four bytes; other connections get their turn after this many. */
const piecesPerTurnMax = 64;

const connections = new WeakMap<Socket, NodeConnection>();

/** Passes parser errors and CONNECT requests to their connections. Call it once per server. */
export function listenToParsers(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket as Connection);
    if (connection === undefined) socket.destroy(error);
    else connection.fail(error);
  });
  server.on('connect', (request, socket) => connections.get(socket as Connection)?.refuse(problemOfConnect, request));
}

/** Discards what the client sends from now on, because its answer has no end: a paused socket would not show when it leaves. */
export function discardFurther(socket: Socket): void {
  connections.get(socket)?.discard();
}

/** The body of the running request has a budget of its own: it is not counted with the incomplete requests. */
export function countElsewhere(socket: Socket): void {
  connections.get(socket)?.countElsewhere();
}

/** What the connections of a server share. */
export interface Reading {
  readonly server: Server;
  /** Node's own connection listener. */
  readonly nodeListener: ConnectionListener;
  readonly turns: ParseTurns;
  readonly incomplete: IncompleteRequests;
}

export class NodeConnection implements Holder {
  readonly #socket: Connection;
  readonly #turns: ParseTurns;
  readonly #incomplete: IncompleteRequests;
  readonly #cutter = new MessageCutter();
  readonly #parse: (bytes: Buffer) => void;
  readonly #finish: () => void;
  /** Packets that have been read and not parsed; `#at` is the position in the first one. */
  readonly #packets: Buffer[] = [];
  #at = 0;
  /** The request that began last; its body may still arrive after its answer. */
  #request: IncomingMessage | null = null;
  #answer: ServerResponse | null = null;
  /** No more input is parsed. */
  #isOver = false;
  #hasEnded = false;
  /** Bytes of the request that is arriving, its head included, as far as they have been parsed. */
  #arrivingBytes = 0;
  #isCountedElsewhere = false;
  /** The answer has no end. */
  #isStreaming = false;

  /** `hasEnded`: the client has closed its sending side. */
  constructor({ server, nodeListener, turns, incomplete }: Reading, socket: Connection, hasEnded: boolean) {
    this.#socket = socket;
    this.#turns = turns;
    this.#incomplete = incomplete;
    nodeListener.call(server, socket);
    this.#parse = removeListener(socket, 'data');
    this.#finish = removeListener(socket, 'end');
    this.#hasEnded = hasEnded;
    socket.on('data', this.#arrived).on('end', this.#ended).on('drain', this.#feed).on('resume', this.#resumed);
    // Node removes its own listener when a parser fails, and an error without a listener ends the process.
    socket.on('error', () => socket.destroy()).on('close', () => this.#stop());
    connections.set(socket, this);
  }

  /** Takes the packet that was read before Node took over. */
  begin(packet: Buffer): void {
    this.#arrived(packet);
    if (this.#socket.hasMore !== true) this.#socket.resume();
  }

  /** Handles a parser error: fails the request that is being read, if there is one, otherwise the connection. */
  fail(error: NodeJS.ErrnoException): void {
    const socket = this.#socket;
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy(error);
    else this.#failWith(problemOfParser(error));
  }

  #failWith(problem: Problem): void {
    const request = this.#request;
    if (request === null || request.complete) {
      this.refuse(problem);
      return;
    }
    this.#stop();
    if (this.#answer === null) this.#socket.destroySoon();
    else {
      this.#answer.shouldKeepAlive = false;
      breakBody(request, problem);
    }
  }

  /** A request that has not arrived is refused; one that waits behind an unanswered one is dropped with the connection. */
  giveUp(): void {
    const answer = this.#answer;
    if (answer?.req.complete !== true) {
      this.#failWith(problemOfBudget);
      return;
    }
    this.#stop();
    answer.shouldKeepAlive = false;
  }

  /** See the function of this name. */
  countElsewhere(): void {
    this.#isCountedElsewhere = true;
    this.#note();
  }

  /** Answers with the problem and closes the connection. Nothing is in flight: pieces are parsed after the answer before. */
  refuse(problem: Problem, request?: IncomingMessage): void {
    this.#stop();
    refuseConnection(this.#socket, problem, request);
  }

  /** See `discardFurther`. */
  discard(): void {
    this.#stop();
    this.#isStreaming = true;
    if (this.#hasEnded) cutConnection(this.#socket);
    else this.#socket.resume();
  }

  readonly #arrived = (packet: Buffer): void => {
    if (this.#isOver) return;
    this.#packets.push(packet);
    this.#note();
    this.#feed();
  };

  readonly #ended = (): void => {
    this.#hasEnded = true;
    if (this.#isStreaming) cutConnection(this.#socket);
    else this.#feed();
  };

  /** Readers of a body resume the socket, and Node does so after every request: pause it again while packets wait. */
  readonly #resumed = (): void => {
    if (this.#packets.length > 0) this.#socket.pause();
  };

  /** Parses as many pieces as may be parsed now. */
  readonly #feed = (): void => {
    const socket = this.#socket;
    for (let pieces = 0; this.#packets.length > 0 && this.#isFree(); pieces++) {
      if (pieces === piecesPerTurnMax || this.#turns.isFull) {
        this.#planFeed();
        break;
      }
      this.#parsePiece(this.#nextPiece());
    }
    this.#note();
    const hasMore = this.#packets.length > 0;
    if (hasMore) socket.pause();
    else if (socket.hasMore === true) socket.resume();
    if (socket.hasMore !== hasMore) socket.hasMore = hasMore;
    if (this.#hasEnded && !hasMore && !this.#isOver) this.#end();
  };

  /** The request in flight may get its body; the next request has to wait for the answer. */
  #isFree(): boolean {
    const answer = this.#answer;
    return answer === null ? !this.#socket.writableNeedDrain : !answer.req.complete;
  }

  #parsePiece(piece: Buffer): void {
    const before = this.#request;
    const wasArriving = before?.complete === false;
    this.#turns.spend(piece.length);
    this.#parse(piece);
    this.#watchAnswer();
    const request = this.#request;
    const isHead = request === null || (request === before && request.complete && !wasArriving);
    // A body that goes on after its answer is discarded.
    const isBody = request?.complete === false && this.#answer !== null;
    this.#arrivingBytes = isHead || isBody ? this.#arrivingBytes + piece.length : 0;
    if (!isBody) this.#isCountedElsewhere = false;
  }

  /** Tells how many bytes are kept here of requests that cannot run yet. */
  #note(): void {
    if (this.#isOver) return;
    let bytes = this.#isCountedElsewhere ? 0 : this.#arrivingBytes;
    for (const packet of this.#packets) bytes += packet.length;
    this.#incomplete.note(this, bytes);
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
    this.#answer = null;
    if (socket.destroyed || !socket.writable) this.#stop();
    else if (this.#isOver) socket.destroySoon();
    else if (this.#packets.length > 0) this.#planFeed();
    else if (this.#hasEnded) this.#end();
  };

  /**
   * Continues in the next iteration of the event loop, so that each connection begins one request per iteration,
   * however many it has sent.
   */
  #planFeed(): void {
    this.#turns.wait(this.#feed);
  }

  /**
   * The client has closed its sending side. A complete request is still answered; a stream that has begun is cut,
   * because its reader counts as gone.
   */
  #end(): void {
    const answer = this.#answer;
    const isStreaming = answer?.headersSent === true && !answer.writableEnded;
    if (isStreaming || this.#request?.complete === false) cutConnection(this.#socket);
    else if (answer === null) {
      this.#isOver = true;
      this.#finish();
    }
  }

  #stop(): void {
    this.#isOver = true;
    this.#packets.length = 0;
    this.#socket.hasMore = false;
    this.#incomplete.note(this, 0);
  }
}

/** Removes the listener that was added last and returns it, to be called later. */
function removeListener(socket: Connection, event: 'data' | 'end'): (bytes?: Buffer) => void {
  const listener = socket.listeners(event).at(-1) as (bytes?: Buffer) => void;
  socket.off(event, listener);
  return listener.bind(socket);
}
