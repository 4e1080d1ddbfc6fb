/**
 * Repeats requests that failed for a moment: a lost connection, 408, 429, 502, 503 and 504. Promises to repeat a request
 * that may have run only when that has no second effect: it reads, or it has an Idempotency-Key. Waits as long as the
 * service asks, with jitter, so that clients that failed together do not come back together.
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

/** Sends requests with `send`, again where that is safe. Rejects as `send` does, with the last error. */
export function retrying(send: Send, clock: ClientClock, options: RetryOptions = {}): Send {
  const { attempts = attemptsDefault, pauseMsMax = pauseMsMaxDefault } = options;
  return async (request) => {
    for (let attempt = 1; attempt < attempts; attempt++) {
      const backoff = Math.min(pauseMsMax, backoffMs * 2 ** (attempt - 1)) * (0.5 + clock.random() / 2);
      let pauseMs: number;
      try {
        const response = await whole(send, request.clone());
        if (!(await isForNow(request, response))) return response;
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

/** The answer once all of it has come: a connection that is lost before counts as lost, not as answered. */
async function whole(send: Send, request: Request): Promise<Response> {
  const { status, statusText, headers, body } = await send(request);
  const bytes = body === null ? null : await new Response(body).arrayBuffer();
  return new Response(bytes, { status, statusText, headers });
}

/** The pause that an answer asks for, and up to half as long again; null: it asks for none. */
export function retryAfterMs({ headers }: Response, clock: ClientClock): number | null {
  const value = headers.get('Retry-After');
  if (value === null) return null;
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - clock.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms) * (1 + clock.random() / 2);
}

function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || method === 'HEAD' || headers.has('Idempotency-Key');
}

const mayPass: ReadonlySet<number> = new Set([408, 409, 429, 502, 503, 504]);

/** Whether the failure may pass and the request may be sent again. */
async function isForNow(request: Request, response: Response): Promise<boolean> {
  if (!mayPass.has(response.status)) return false;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { errorCode } = problemIn(response, body);
  switch (errorCode) {
    // These say that the call did not run.
    case 'RATE_LIMITED':
    case 'REQUEST_TIMEOUT':
    case 'UNAVAILABLE':
      return true;
    // The first attempt still runs; its answer will come.
    case 'IDEMPOTENCY_KEY_IN_USE':
    case 'OUTCOME_UNKNOWN':
      return isRepeatable(request);
    case 'UNREADABLE_ANSWER':
      return response.status !== 409 && isRepeatable(request);
    // Others of these statuses, such as CAP_SEATS, stay.
    default:
      return false;
  }
}
