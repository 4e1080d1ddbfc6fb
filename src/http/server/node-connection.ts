/**
 * A connection that Node's HTTP reads and writes: a stream between the client's socket and an HTTP server that never
 * listens. Gives Node one packet at a time, when the request before it has been answered and the client has read most
 * of the answers. Promises that one request runs at a time, that answers keep their order, that a running request is
 * answered whatever follows it, and that a client which sends many requests at once is reset.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { breakBody } from '../pipeline/body.ts';
import type { Problem } from '../pipeline/problem.ts';
import type { AnsweredConnection, Connection, Request, Response, Shared } from './connection.ts';
import { cutConnection, resetConnection } from './connection-end.ts';
import type { IdleWatch, Watched } from './idle-watch.ts';
import type { Holder } from './incomplete-requests.ts';
import { problemOfBudget, problemOfParser, refuseConnection } from './protocol-problems.ts';
import { losesWhatFollows } from './upgrade-request.ts';

/** Requests of one connection that may have begun and not been answered. No client of the service sends two at once. */
export const inFlightMax = 16;

const noBytes = Buffer.alloc(0);
interface Exchange {
  readonly request: Request;
  readonly response: Response;
  readonly problem: Problem | null;
}

export class NodeConnection extends Duplex implements Connection, AnsweredConnection, Watched, Holder {
  readonly client: Socket;
  readonly #shared: Shared;
  /** The request that runs. */
  #current: Exchange | null = null;
  /** Requests of the same packet behind it. */
  readonly #waiting: Exchange[] = [];
  /** The request that began last; its body may still arrive after its answer. */
  #last: Exchange | null = null;
  /** Answers the connection once all of its requests have been answered. */
  #refuse: (() => void) | null = null;
  /** Nothing more is parsed. */
  #isDeaf = false;
  /** Nothing more begins. */
  #isOver = false;
  #hasEnded = false;
  /** The packet that is being parsed. */
  #packet: Buffer = noBytes;
  /** Node's HTTP takes a packet. */
  #isWanted = false;
  #isHeadArriving = false;
  /** Bytes of the requests that have not arrived or not begun, as far as they have been parsed. */
  #arrivingBytes = 0;
  #isCountedElsewhere = false;
  /** Looks of the watch when the connection became idle, or when the head began that is arriving. */
  #activeAt: number;

  /** The client's socket is paused. */
  constructor(http: Server, shared: Shared, client: Socket) {
    super({ decodeStrings: false });
    this.client = client;
    this.#shared = shared;
    this.#activeAt = shared.watch.looks;
    shared.connections.set(client, this);
    shared.watch.add(this);
    client.on('data', this.#arrived).on('end', this.#ended);
    client.on('error', () => client.destroy()).on('close', () => this.destroy());
    http.emit('connection', this);
    this.on('drain', this.#plan).on('resume', this.#plan);
    // The packet that was not read directly waits for its turn in the client's socket.
    this.#note();
  }

  get remoteAddress(): string | undefined {
    return this.client.remoteAddress;
  }

  get isAnswering(): boolean {
    return this.#current !== null;
  }

  get mustEnd(): boolean {
    return this.#shared.isEnding() && this.#waiting.length === 0 && this.client.readableLength === 0;
  }

  isIdle(watch: IdleWatch): boolean {
    const { client } = this;
    const { headersTimeoutMs, keepAliveMs } = this.#shared;
    if (this.#current !== null || this.#waiting.length > 0 || client.writableLength > 0) this.#activeAt = watch.looks;
    const limitMs = this.#isHeadArriving || this.#last === null ? headersTimeoutMs : keepAliveMs;
    return !client.destroyed && !client.writableEnded && watch.hasPassed(limitMs, this.#activeAt);
  }

  endIdle(): void {
    if (this.#last !== null && !this.#isHeadArriving) this.client.destroy();
    else this.failWith(problemOfParser({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
  }

  /** Node's parser has found a request. Requests behind the end of the connection are ignored. */
  begin(request: IncomingMessage, response: Response, problem: Problem | null = null): void {
    if (this.#isOver) return;
    const exchange = { request: request as Request, response, problem };
    this.#last = exchange;
    // The client has to send it again.
    if (losesWhatFollows(request, this.#packet)) response.shouldKeepAlive = false;
    if (this.#current === null && this.#waiting.length === 0) this.#run(exchange);
    else if (this.#waiting.push(exchange) === inFlightMax) {
      this.#stop();
      resetConnection(this.client);
    }
  }

  /** The parser has failed. */
  fail(error: NodeJS.ErrnoException): void {
    if (!this.client.writable || error.code === 'ECONNRESET') this.client.destroy();
    else this.failWith(problemOfParser(error));
  }

  /** Refuses what cannot be read: the body of the last request, or what follows the requests that have arrived. */
  failWith(problem: Problem, request?: IncomingMessage): void {
    if (this.#isDeaf) return;
    this.#listenNoMore();
    const last = this.#last;
    if (last === null || last.request.complete) {
      this.#refuse = () => refuseConnection(this.client, problem, request);
      this.#goOn();
    } else if (this.#current === null && this.#waiting.length === 0) this.client.destroySoon();
    else {
      last.response.shouldKeepAlive = false;
      breakBody(last.request, problem);
    }
  }

  /** A request that has not arrived is refused; those that wait behind an unanswered one are dropped with the connection. */
  giveUp(): void {
    const current = this.#current;
    if (current?.request.complete !== true) {
      this.failWith(problemOfBudget);
      return;
    }
    this.#stop();
    current.response.shouldKeepAlive = false;
  }

  countElsewhere(): void {
    this.#isCountedElsewhere = true;
    this.#note();
  }

  streaming(): void {
    this.#stop();
    if (this.#hasEnded) cutConnection(this.client);
  }

  override _read(): void {
    this.#isWanted = true;
    if (this.client.isPaused()) this.#plan();
  }

  override _write(chunk: string | Buffer, encoding: BufferEncoding, done: () => void): void {
    if (this.client.writable) this.client.write(chunk, encoding, done);
    else done();
  }

  override _writev(chunks: readonly { chunk: string | Buffer; encoding: BufferEncoding }[], done: () => void): void {
    this.client.cork();
    for (const { chunk, encoding } of chunks.slice(0, -1)) this._write(chunk, encoding, () => {});
    const last = chunks.at(-1);
    if (last !== undefined) this._write(last.chunk, last.encoding, done);
    this.client.uncork();
  }

  /** The last answer has been written. */
  override _final(done: () => void): void {
    this.#stop();
    this.client.destroySoon();
    done();
  }

  override _destroy(_error: Error | null, done: () => void): void {
    this.#stop();
    this.#shared.watch.remove(this);
    if (!this.writableFinished) cutConnection(this.client);
    done();
  }

  readonly #arrived = (packet: Buffer): void => {
    if (this.#isDeaf) return;
    if (this.#canParse() && !this.#shared.turns.isFull) this.#parse(packet);
    else {
      // The socket keeps the packet, and the end of the client's side behind it, until it is resumed.
      this.client.pause();
      this.client.unshift(packet);
      this.#plan();
    }
    this.#note();
  };

  /** The request in flight may get its body; the next request has to wait for the answer. */
  #canParse(): boolean {
    if (!this.#isWanted || this.isPaused() || this.#waiting.length > 0) return false;
    return this.#current === null ? !this.writableNeedDrain : !this.#current.request.complete;
  }

  #parse(packet: Buffer): void {
    const before = this.#last;
    const wasBody = before?.request.complete === false;
    this.#shared.turns.spend(packet.length);
    this.#arrivingBytes += packet.length;
    this.#isWanted = false;
    // Node's listener gets it within this call.
    this.#packet = packet;
    this.push(packet);
    this.#packet = noBytes;
    const isHead = this.#last === before && !wasBody;
    if (isHead && !this.#isHeadArriving) this.#activeAt = this.#shared.watch.looks;
    this.#isHeadArriving = isHead;
    this.#forgetBegun();
  }

  /** What has arrived completely and begun is no longer counted; a body that goes on after its answer is discarded. */
  #forgetBegun(): void {
    const isBody = this.#last?.request.complete === false && this.#current !== null;
    if (!isBody) this.#isCountedElsewhere = false;
    if (!isBody && !this.#isHeadArriving && this.#waiting.length === 0) this.#arrivingBytes = 0;
  }

  /** Tells how many bytes are kept here of requests that cannot run yet. */
  #note(): void {
    if (this.#isDeaf) return;
    const arriving = this.#isCountedElsewhere ? 0 : this.#arrivingBytes;
    this.#shared.incomplete.note(this, arriving + this.client.readableLength);
  }

  #run(exchange: Exchange): void {
    const { request, response, problem } = exchange;
    this.#current = exchange;
    response.once('close', this.#answered);
    this.#shared.answer(request, response, problem);
  }

  readonly #answered = (): void => {
    this.#current = null;
    this.#activeAt = this.#shared.watch.looks;
    if (this.#isOver) this.client.destroySoon();
    else this.#plan();
  };

  /** Goes on in a later iteration of the event loop, so that each connection begins one request in an iteration. */
  readonly #plan = (): void => this.#shared.turns.wait(this.#goOn);

  readonly #goOn = (): void => {
    if (this.#isOver) return;
    const isFree = this.#current === null && !this.writableNeedDrain;
    const next = isFree ? this.#waiting.shift() : undefined;
    if (next !== undefined) {
      this.#run(next);
      this.#forgetBegun();
      this.#note();
    } else if (this.#isDeaf && this.#current === null && this.#waiting.length === 0) {
      this.#stop();
      if (this.#refuse === null) this.client.destroySoon();
      else this.#refuse();
    } else if (this.#hasEnded) this.#endOfInput();
    else if (this.client.isPaused() && this.#canParse()) this.client.resume();
  };

  readonly #ended = (): void => {
    this.#hasEnded = true;
    this.#endOfInput();
  };

  /**
   * The client has closed its sending side. Complete requests are still answered; a stream that has begun is cut,
   * because its reader counts as gone.
   */
  #endOfInput(): void {
    const response = this.#current?.response;
    const isStreaming = response?.headersSent === true && !response.writableEnded;
    const isBroken = !this.#isDeaf && this.#last?.request.complete === false;
    if (isStreaming || isBroken) cutConnection(this.client);
    // Node ends the connection, or finds that a head is incomplete.
    else if (!this.#isDeaf && response === undefined && this.#waiting.length === 0) this.push(null);
  }

  /** What the client still sends is discarded: a paused socket would not show when the client leaves. */
  #listenNoMore(): void {
    this.#isDeaf = true;
    this.#shared.incomplete.note(this, 0);
    this.client.resume();
  }

  #stop(): void {
    this.#isOver = true;
    this.#waiting.length = 0;
    this.#listenNoMore();
  }
}
