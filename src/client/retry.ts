/**
 * Repeats requests after temporary failures: a lost connection, 408, 429, 502, 503 and 504. Repeats a request that may
 * have run only if it reads or has an Idempotency-Key, so that it takes effect once. Waits as long as the service asks,
 * with jitter, so that clients that failed together do not come back together.
 */
import type { ClientClock } from './clock.ts';
import { problemIn } from './problem.ts';

export type Send = (request: Request) => Promise<Response>;

export interface RetryOptions {
  /** How often a request is sent at most, from 1; default 5. */
  readonly attempts?: number;
  /** The longest pause; an answer that asks for a longer one is returned. Default 30,000. */
  readonly pauseMsMax?: number;
}

const attemptsDefault = 5;
const pauseMsMaxDefault = 30_000;
const backoffMs = 250;

/** Sends requests with `send`, and repeats them where that is safe. Rejects as `send` does, with the last error. */
export function retrying(send: Send, clock: ClientClock, options: RetryOptions = {}): Send {
  const { attempts = attemptsDefault, pauseMsMax = pauseMsMaxDefault } = options;
  return async (request) => {
    for (let attempt = 1; attempt < attempts; attempt++) {
      const backoff = Math.min(pauseMsMax, backoffMs * 2 ** (attempt - 1)) * (0.5 + clock.random() / 2);
      let pauseMs: number;
      try {
        const response = await whole(send, request.clone());
        if (!(await isWorthRepeating(request, response))) return response;
        pauseMs = retryAfterMs(response, clock) ?? backoff;
        if (pauseMs > pauseMsMax) return response;
      } catch (error) {
        if (request.signal.aborted || !isRepeatable(request)) throw error;
        pauseMs = backoff;
      }
      await clock.wait(pauseMs, request.signal);
    }
    return whole(send, request);
  };
}

/** The answer with its whole body, so that a connection that is lost within the body is repeated too. */
async function whole(send: Send, request: Request): Promise<Response> {
  const { status, statusText, headers, body } = await send(request);
  const bytes = body === null ? null : await new Response(body).arrayBuffer();
  // Some browsers give an answer without a body an empty one, and refuse to make such an answer.
  return new Response(bytes?.byteLength === 0 ? null : bytes, { status, statusText, headers });
}

/** The pause that an answer asks for, plus up to half of it as jitter. Null: it asks for none. */
export function retryAfterMs({ headers }: Response, clock: ClientClock): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - clock.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms) * (1 + clock.random() / 2);
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');
}

const temporaryStatuses: ReadonlySet<number> = new Set([408, 409, 429, 502, 503, 504]);

/** Whether the failure is temporary and the request may be sent again. */
async function isWorthRepeating(request: Request, response: Response): Promise<boolean> {
  if (!temporaryStatuses.has(response.status)) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { errorCode } = problemIn(response, body);
  switch (errorCode) {
    // The call did not run.
    case 'RATE_LIMITED':
    case 'REQUEST_TIMEOUT':
    case 'UNAVAILABLE':
      return true;
    // The first attempt may still run. A repetition with the same key gets its answer.
    case 'IDEMPOTENCY_KEY_IN_USE':
    case 'OUTCOME_UNKNOWN':
      return isRepeatable(request);
    case 'UNREADABLE_ANSWER':
      return response.status !== 409 && isRepeatable(request);
    // Refusals that share a status with these, such as CAP_SEATS, are permanent.
    default:
      return false;
  }
}
