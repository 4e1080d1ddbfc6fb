/** One request and its answer: the part of Koa's context that the layers of the application share. */
import type { IncomingMessage } from 'node:http';
import type { Span } from '#actors/tracer.ts';
import type { Request, Response } from '../server/connection.ts';
import type { ErrorCode } from './problem.ts';
import type { TimedAnswer } from './server-timing.ts';

/** Counts one answered request of one route. */
export type RequestObserver = (status: number, seconds: number) => void;

export interface ExchangeState {
  requestId: string;
  /** The raw path, without query. Never logged: paths contain session ids. */
  path: string;
  /** Method and path pattern of the route, for logs. */
  label: string;
  observe: RequestObserver;
  /** The code of the problem that was answered; null: no problem. */
  errorCode: ErrorCode | null;
  isPublic: boolean;
  /** Set only by a health check that tells an outage: no call has failed, and the log gets no line. */
  isHealthCheck?: true;
  /** Set only while a collector of traces records the call. */
  span?: Span;
  /** The event that the body names; set only by calls that were refused, failed or are recorded. */
  eventId?: string;
  /** Set only by calls that wait at the client's wish. */
  waitedMs?: number;
  /** Set only when an earlier answer is repeated. */
  isReplay?: true;
  /** Set only while an answer with timing is written. */
  timed?: TimedAnswer;
}

export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  state: ExchangeState;
}

/** Koa's context as an exchange. */
export function exchangeOf(context: { readonly req: IncomingMessage }): Exchange {
  return context as unknown as Exchange;
}
