/**
 * A connection that is made again whenever it ends: decides which failures are for good, and how long to pause. The
 * pauses grow while connections fail, have jitter, and follow what the service asks for.
 */
import type { Answer } from './client.ts';
import type { ClientClock } from './clock.ts';
import { messagesIn, type StreamMessage } from './event-stream.ts';
import { ProblemError } from './problem.ts';
import { retryAfterMs } from './retry.ts';

export type ConnectionState = 'live' | 'waiting';

export interface ConnectionOptions {
  readonly clock: ClientClock;
  /** Ends everything. */
  readonly signal?: AbortSignal | undefined;
  /** `live`: a stream has begun. `waiting`: it has ended, or could not begin because of `why`; the next one comes later. */
  readonly onConnection?: ((state: ConnectionState, why?: unknown) => void) | undefined;
}

const pauseMsMin = 500;
const pauseMsMax = 30_000;
/** A connection that lived this long was a good one. */
const goodMs = 5_000;

export class Connection {
  readonly #options: ConnectionOptions;
  #failures = 0;
  /** What the service last said about the next connection. */
  #retryMs: number | null = null;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  get isEnded(): boolean {
    return this.#options.signal?.aborted === true;
  }

  /** The messages of one connection, until it ends or is lost; then pauses. Throws what will not pass. */
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
      // An event that is too long would be too long again.
      if (error instanceof RangeError) throw error;
      lost = error;
    }
    if (clock.now() - startedAt >= goodMs) this.#failures = 0;
    await this.#pause(null, lost);
  }

  /** The data of one call; null after a failure that may pass, and a pause. Throws what will not pass. */
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
    const ms = Math.max(askedMs ?? 0, this.#retryMs ?? 0, grown);
    this.#retryMs = null;
    await clock.wait(ms, signal).catch(() => {});
  }
}
