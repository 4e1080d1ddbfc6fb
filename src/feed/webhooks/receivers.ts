/**
 * Sends one request to a receiver and returns its outcome. Never follows a redirect, never waits longer than the time
 * limit, never reads more of an answer than a few kilobytes, and never rejects: a failure is an outcome.
 */
import type { Dispatcher } from 'undici';
import { type ConnectionOptions, ReceiverAgent } from './receiver-connection.ts';

/** The outcome of a request. `status`: null without an answer. `error`: null when the receiver has accepted. */
export interface Reply {
  readonly status: number | null;
  readonly error: string | null;
  /** The beginning of the answer's body. */
  readonly body: string;
  readonly durationMs: number;
}

export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface ReceiversOptions extends Omit<ConnectionOptions, 'timeoutMs'> {
  /** By default 10 s. */
  readonly timeoutMs?: number;
}

const answerMsMax = 10_000;
/** An answer that is longer is cut off with its connection. */
const bodyBytesMax = 16 * 1024;
/** How long the rest of an answer may take once its status has arrived. */
const bodyMsMax = 1_000;
const shownBodyLength = 1_000;
const errorLengthMax = 200;
/** Shorter than what receivers and their proxies usually allow, so that this side closes idle connections. */
const keepAliveMs = 4_000;
const goneStatus = 410;

export class Receivers {
  readonly #agent: ReceiverAgent;
  readonly #timeoutMs: number;

  constructor({ timeoutMs = answerMsMax, ...options }: ReceiversOptions) {
    this.#timeoutMs = timeoutMs;
    const connection = { ...options, timeoutMs };
    this.#agent = new ReceiverAgent(connection, {
      // Callers bound what is in flight. A bound per host would let one slow path delay the others behind that host.
      connections: null,
      pipelining: 1,
      allowH2: false,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
  }

  async send({ url, headers, body }: Request, signal: AbortSignal): Promise<Reply> {
    const started = performance.now();
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(new TimedOut(this.#timeoutMs)), this.#timeoutMs);
    const stop = (): void => cut.abort(new Error('the service is stopping'));
    signal.addEventListener('abort', stop, { once: true });
    const took = (): number => Math.round(performance.now() - started);
    try {
      const answer = await this.#agent.request({ ...targetOf(url), method: 'POST', headers, body, signal: cut.signal });
      const status = answer.statusCode;
      const durationMs = took();
      return { status, error: errorOf(status), body: await beginningOf(answer.body), durationMs };
    } catch (error) {
      return {
        status: null,
        error: reasonOf(cut.signal.aborted ? cut.signal.reason : error),
        body: '',
        durationMs: took(),
      };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  /** Closes all connections; what is in flight fails. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

/** Whether the receiver asks to be sent nothing more. */
export function isGone({ status }: Reply): boolean {
  return status === goneStatus;
}

class TimedOut extends Error {
  constructor(ms: number) {
    super(`no answer within ${ms / 1000} s`);
  }
}

function targetOf(text: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(text);
  return { origin, path: `${pathname}${search}` };
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`;
}

/**
 * Reads a bounded part, and closes the connection when there is more. The status alone decides the outcome, so errors
 * are ignored.
 */
async function beginningOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const timer = setTimeout(() => body.destroy(), bodyMsMax);
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const part of body as AsyncIterable<Buffer>) {
      parts.push(part);
      bytes += part.length;
      if (bytes > bodyBytesMax) break;
    }
  } catch {
    // The receiver has closed early, or the time is over.
  } finally {
    clearTimeout(timer);
    body.destroy();
  }
  const text = Buffer.concat(parts).subarray(0, shownBodyLength).toString();
  return text.replaceAll('\u0000', '\uFFFD');
}

/** Errors of sockets and of the HTTP client; of several attempts the first. */
function reasonOf(error: unknown): string {
  const { errors, code, message } = (error ?? {}) as Partial<AggregateError & NodeJS.ErrnoException>;
  if (errors?.[0] !== undefined) return reasonOf(errors[0]);
  if (message === undefined) return 'the request failed';
  const text = code === undefined || message.includes(code) ? message : `${code}: ${message}`;
  return text.replaceAll('\u0000', '').slice(0, errorLengthMax);
}
