/**
 * A connection that is read and written without Node's HTTP: its parser, streams and listeners took 22 of the 41 µs in
 * which bare Node answers a call. Promises that a request is answered before the next one is read, that idle clients
 * and slow readers are bounded, and that the first packet that is not exactly one usual request hands the connection
 * over to Node permanently.
 */
import type { Socket } from 'node:net';
import type { AnsweredConnection, Connection, Request, Response, Shared } from './connection.ts';
import { cutConnection } from './connection-end.ts';
import { DirectReader } from './direct-request.ts';
import { DirectResponse } from './direct-response.ts';
import type { IdleWatch, Watched } from './idle-watch.ts';
import type { Holder } from './incomplete-requests.ts';
import { problemOfParser, refuseConnection } from './protocol-problems.ts';

export class DirectConnection implements Connection, AnsweredConnection, Watched, Holder {
  readonly client: Socket;
  readonly #shared: Shared;
  readonly #reader: DirectReader;
  /** Looks of the watch at the last packet, or at the last look that found the connection active. */
  #activeAt: number;
  #response: DirectResponse | null = null;
  /** A packet arrived while a request was being answered. It is back in the socket, which is paused. */
  #hasEarly = false;
  /** What came early was dropped: the connection ends with the answer. */
  #hasGivenUp = false;
  #hasRequest = false;
  #hasEnded = false;
  /** The answer has no end: nothing that follows its request is read. */
  #isStreaming = false;

  constructor(shared: Shared, client: Socket) {
    this.#shared = shared;
    this.client = client;
    this.#reader = new DirectReader(client);
    this.#activeAt = shared.watch.looks;
    client.on('data', this.#arrived).on('end', this.#ended).on('drain', this.#drained);
    client.on('error', this.#failed).on('close', this.#closed);
    shared.watch.add(this);
  }

  get isAnswering(): boolean {
    return this.#response !== null;
  }

  get mustEnd(): boolean {
    return this.#hasGivenUp || (!this.#hasEarly && this.#shared.isEnding());
  }

  /** One that is being answered is not idle; the write timeout ends clients that do not read their answers. */
  isIdle(watch: IdleWatch): boolean {
    const { client } = this;
    const limitMs = this.#hasRequest ? this.#shared.keepAliveMs : this.#shared.headersTimeoutMs;
    if (this.#response !== null || client.writableLength > 0) this.#activeAt = watch.looks;
    return !client.destroyed && !client.writableEnded && watch.hasPassed(limitMs, this.#activeAt);
  }

  /** Ends the idle connection; one without any request gets a refusal. */
  endIdle(): void {
    const { client } = this;
    if (this.#hasRequest) client.destroy();
    else {
      this.#letGo();
      client.on('error', this.#failed);
      refuseConnection(client, problemOfParser({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }));
    }
  }

  readonly #arrived = (packet: Buffer): void => {
    if (this.#isStreaming || this.#hasGivenUp) return;
    this.#activeAt = this.#shared.watch.looks;
    if (this.#response !== null) {
      this.#hasEarly = true;
      this.#putBack(packet);
      this.#shared.incomplete.note(this, this.client.readableLength);
      return;
    }
    const request = this.#reader.read(packet);
    if (request === null) {
      this.#letGo();
      this.#putBack(packet);
      this.#shared.handOver(this.client);
      return;
    }
    this.#hasRequest = true;
    this.#response = new DirectResponse(this);
    this.#shared.answer(request as unknown as Request, this.#response as unknown as Response);
  };

  /** The stream keeps the packet, and the end of the client's side behind it, until it is resumed. */
  #putBack(packet: Buffer): void {
    this.client.pause();
    this.client.unshift(packet);
  }

  /** Drops the requests that wait behind the unanswered one: they are not begun, and the connection ends. */
  giveUp(): void {
    this.#hasGivenUp = true;
    this.#discard();
  }

  /** Discards what the client sends from now on: a paused socket would not show when the client leaves. */
  streaming(): void {
    this.#isStreaming = true;
    this.#discard();
  }

  #discard(): void {
    this.#hasEarly = false;
    this.#shared.incomplete.note(this, 0);
    this.client.resume();
  }

  /** The answer in flight has been written. */
  answered(): void {
    const { client } = this;
    const isLast = this.#response?.isLast === true || this.#hasGivenUp;
    this.#response = null;
    if (isLast) client.destroySoon();
    else if (this.#hasEnded) client.end();
    else if (client.writableNeedDrain) client.pause();
    // Another connection has its turn first: each begins one waiting request in an iteration of the event loop.
    else if (this.#hasEarly) this.#shared.turns.wait(this.#drained);
  }

  /** The client has read its answers; resume reading its requests. */
  readonly #drained = (): void => {
    if (this.#response === null) this.#discard();
  };

  /**
   * The client has closed its sending side. A pending answer is still sent; a stream that has begun is cut, because its
   * reader counts as gone.
   */
  readonly #ended = (): void => {
    this.#hasEnded = true;
    if (this.#response === null) this.client.end();
    else if (this.#response.headersSent) cutConnection(this.client);
  };

  readonly #failed = (): void => {
    this.client.destroy();
  };

  readonly #closed = (): void => {
    this.#shared.watch.remove(this);
    this.#shared.incomplete.note(this, 0);
  };

  /** Neither reads nor watches the connection any more: Node does, or it ends. */
  #letGo(): void {
    const { client } = this;
    this.#closed();
    client.off('data', this.#arrived).off('end', this.#ended).off('drain', this.#drained);
    client.off('error', this.#failed).off('close', this.#closed);
  }
}
