/**
 * A connection that is opened again whenever it ends. Decides which failures are permanent, and how long to pause. The
 * pauses grow while connections fail, have jitter, and are at least as long as the service asks for, up to five
 * minutes.
 */
import type { Answer } from './client.ts';
import type { ClientClock } from './clock.ts';
import { messagesIn, type StreamMessage } from './event-stream.ts';
import { ProblemError } from './problem.ts';
import { retryAfterMs } from './retry.ts';

export type ConnectionState = 'live' | 'waiting';

export interface ConnectionOptions {
  readonly clock: ClientClock;
  /** Ends the connection and its pauses. */
  readonly signal?: AbortSignal | undefined;
  /**
   * `live`: a stream has begun. `waiting`: it has ended, or could not begin, because of `why`; the next one begins
   * later.
   */
  readonly onConnection?: ((state: ConnectionState, why?: unknown) => void) | undefined;
}

const pauseMsMin = 500;
const pauseMsMax = 30_000;
/** The longest pause that an answer can ask for: its date may be measured with a wrong clock. */
const askedMsMax = 300_000;
/** A connection that lived this long counts as no failure. */
const goodMs = 5_000;

export class Connection {
  readonly #options: ConnectionOptions;
  /** Failures in a row. */
  #failures = 0;
  /** The pause that the last stream has asked for, with `retry:`. */
  #retryMs: number | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get isEnded(): boolean {
    return this.#options.signal?.aborted === true;
  }

  /** The messages of one connection, until it ends or is lost; then pauses. Throws a permanent failure. */
  async *messages(open: () => Promise<Answer<ReadableStream<Uint8Array>>>): AsyncGenerator<StreamMessage, void> {
    const { clock, onConnection } = this.#options;
    const body = await this.#ask(open);
    if (body === null) return;
    onConnection?.('live');
    const startedAt = clock.now();
    let lost: unknown = null;
    try {
      for await (const message of messagesIn(body, clock)) {
        if (message.retryMs !== null) this.#retryMs = message.retryMs;
        yield message;
      }
    } catch (error) {
      // Permanent: the next connection would bring the event that is too long again.
      if (error instanceof RangeError) throw error;
      lost = error;
    }
    if (clock.now() - startedAt >= goodMs) this.#failures = 0;
    await this.#pause(null, lost);
  }

  /** The data of one call. Null after a temporary failure and a pause. Throws a permanent failure. */
  async read<Data>(call: () => Promise<Answer<Data>>): Promise<Data | null> {
    const data = await this.#ask(call);
    if (data !== null) this.#failures = 0;
    return data;
  }

  async #ask<Data>(call: () => Promise<Answer<Data>>): Promise<Data | null> {
    try {
      const { data, problem, response } = await call();
      if (problem === undefined) return data;
      if (response.status < 500 && response.status !== 429 && response.status !== 408) throw new ProblemError(problem);
      await this.#pause(retryAfterMs(response, this.#options.clock), new ProblemError(problem));
    } catch (error) {
      if (error instanceof ProblemError) throw error;
      await this.#pause(null, error);
    }
    return null;
  }

  async #pause(askedMs: number | null, why: unknown): Promise<void> {
    const { clock, signal, onConnection } = this.#options;
    if (signal?.aborted === true) return;
    onConnection?.('waiting', why);
    const grown = Math.min(pauseMsMax, pauseMsMin * 2 ** this.#failures) * (0.5 + clock.random() / 2);
    this.#failures = Math.min(this.#failures + 1, 10);
    const ms = Math.max(Math.min(Math.max(askedMs ?? 0, this.#retryMs ?? 0), askedMsMax), grown);
    this.#retryMs = null;
    await clock.wait(ms, signal).catch(() => {});
  }
}
