/**
 * The response of a connection that Node reads and writes. Promises the same answers as a direct response: the same
 * headers in the same order, and the same body.
 */
import { type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { Piece } from '#live/stream-text.ts';
import type { Sink } from '#live/viewer.ts';
import type { AnsweredConnection } from './connection.ts';
import { cutConnection } from './connection-end.ts';
import {
  type AnsweringResponse,
  type HttpAnswer,
  type PiecewiseBody,
  type StreamSource,
  withHeaders,
} from './http-answer.ts';

/** A client that still sends an unwanted body gets this long to read its answer. */
const lingerMs = 5000;

export class NodeResponse<Request extends IncomingMessage = IncomingMessage>
  extends ServerResponse<Request>
  implements AnsweringResponse
{
  answer: HttpAnswer | null = null;

  send(): Promise<void> | void {
    const answer = this.#completeAnswer();
    const { content } = answer;
    if (typeof content === 'function') return this.#sendStream(answer, content);
    this.#writeHeadOf(answer);
    if ('pieces' in content) return this.#sendPieces(content);
    // The first piece is sent together with the head.
    for (const piece of content.slice(0, -1)) this.write(piece);
    this.end(content.at(-1) ?? '');
    this.#cutUnreadBody();
  }

  /** The answer with the headers that middleware has set. */
  #completeAnswer(): HttpAnswer {
    const { answer } = this;
    if (answer === null) throw new TypeError('there is no answer');
    const names = this.getHeaderNames();
    if (names.length === 0) return answer;
    const complete = withHeaders(answer, this.getHeaders());
    for (const name of names) this.removeHeader(name);
    return complete;
  }

  get answered(): AnsweredConnection {
    return this.req.socket as unknown as AnsweredConnection;
  }

  #writeHeadOf({ common, headers }: HttpAnswer): void {
    if (this.answered.mustEnd) this.shouldKeepAlive = false;
    this.writeHead(this.statusCode, STATUS_CODES[this.statusCode], [...common.list, ...headers]);
  }

  #sendPieces({ pieces, compressor }: PiecewiseBody): Promise<void> {
    return compressor === null ? pipeline(pieces, this) : pipeline(pieces, compressor, this);
  }

  #sendStream(answer: HttpAnswer, source: StreamSource): void {
    // A connection that has closed already closes no second time: its source would never learn of it.
    if (this.destroyed) return;
    this.shouldKeepAlive = false;
    this.#writeHeadOf(answer);
    if (this.req.method === 'HEAD') {
      this.end();
      return;
    }
    this.flushHeaders();
    this.answered.streaming();
    this.once('close', source(new NodeSink(this)));
  }

  #cutUnreadBody(): void {
    const { req } = this;
    const { 'content-length': length, 'transfer-encoding': coding } = req.headers;
    if (req.complete || (length === undefined && coding === undefined)) return;
    const cut = setTimeout(() => cutConnection(this.answered.client), lingerMs);
    cut.unref();
    req.once('close', () => clearTimeout(cut));
  }
}

class NodeSink implements Sink {
  readonly #response: NodeResponse;

  constructor(response: NodeResponse) {
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
    cutConnection(this.#response.answered.client);
  }
}
