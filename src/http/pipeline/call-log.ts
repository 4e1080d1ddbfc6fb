/**
 * One log line for each call that failed (5xx), and at level `debug` for each that was refused: it answers why a buyer
 * got an error. Bounded per second, with the number of calls that a line stands for. Does nothing for a success. Never
 * logs a path, a key or a session id.
 */
import type { Log } from '#actors/ports.ts';
import { RareWarning } from '#cluster/rare-warning.ts';
import type { Exchange } from './exchange.ts';
import { traceOf } from './trace-context.ts';

/** A flood of failures must not fill the disk: 100 lines have about 40 KB. */
const bound = { linesMax: 100, spanMs: 1000 };

/** The event that a request names, as far as this node knows it, and the node that has it. */
export interface CalledEvent {
  readonly event: number;
  /** The id of the node that has the event, as this node believes; null: unknown. */
  readonly owner: string | null;
}

export interface CallLogParts {
  readonly log: Log;
  /** A monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Whether refused calls are logged: the level is `debug` or lower. */
  readonly withRefusals: boolean;
  /** `target`: path and query as received. `eventId`: of the body; undefined: the body named none. */
  readonly eventOf: (target: string, eventId: string | undefined) => CalledEvent | null;
}

export class CallLog {
  readonly #parts: CallLogParts;
  readonly #failed: RareWarning;
  readonly #refused: RareWarning;

  constructor(parts: CallLogParts) {
    const { log, now } = parts;
    this.#parts = parts;
    this.#failed = new RareWarning(log, 'request failed', now, bound);
    this.#refused = new RareWarning(log, 'request refused', now, bound);
  }

  /** The call has been answered with a problem. `error`: an unexpected one, to be logged with its stack. */
  answered(exchange: Exchange, status: number, startedMs: number, error: unknown): void {
    // Read-only mode is wanted, and may refuse very many.
    const isFailure = status >= 500 && exchange.state.errorCode !== 'READ_ONLY';
    if (!isFailure && !this.#parts.withRefusals) return;
    const level = status === 500 ? 'error' : isFailure ? 'warn' : 'debug';
    (isFailure ? this.#failed : this.#refused).give(() => this.#details(exchange, status, startedMs, error), level);
  }

  #details({ req, state }: Exchange, status: number, startedMs: number, error: unknown): object {
    return {
      requestId: state.requestId,
      route: state.label,
      status,
      code: state.errorCode,
      ms: Math.round((this.#parts.now() - startedMs) * 1000) / 1000,
      ...this.#parts.eventOf(req.url ?? '/', state.eventId),
      ...traceOfCall(req.headers.traceparent, state.span?.traceparent),
      ...(status === 500 && error !== null ? { err: error } : {}),
    };
  }
}

/** `own`: of the call's span, when it is recorded. */
function traceOfCall(received: string | string[] | undefined, own: string | undefined): object | null {
  const caller = traceOf(received);
  const recorded = traceOf(own);
  if (recorded === null) return caller;
  const { traceId, parentId: spanId, traceFlags } = recorded;
  return { traceId, spanId, ...(caller === null ? {} : { parentId: caller.parentId }), traceFlags };
}
