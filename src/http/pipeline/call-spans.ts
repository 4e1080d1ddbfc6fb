/**
 * The span of each call of the API that is recorded: begun before the first layer, ended with its answer. Tells the
 * route's pattern, the status, the event's number and the error code; never a path, a key or a session id.
 */
import type { Span, Tracer } from '#actors/tracer.ts';
import type { CalledEvent } from './call-log.ts';
import { apiPrefix } from './dispatch.ts';
import type { Exchange } from './exchange.ts';

export class CallSpans {
  readonly #tracer: Tracer;
  readonly #eventOf: (target: string, eventId: string | undefined) => CalledEvent | null;

  constructor(tracer: Tracer, eventOf: (target: string, eventId: string | undefined) => CalledEvent | null) {
    this.#tracer = tracer;
    this.#eventOf = eventOf;
  }

  /** Null: the call is not recorded. */
  begin(path: string, traceparent: string | string[] | undefined): Span | null {
    if (!path.startsWith(apiPrefix)) return null;
    return this.#tracer.begin('server', typeof traceparent === 'string' ? traceparent : undefined);
  }

  end(span: Span, { req, state }: Exchange, status: number): void {
    const { label, errorCode, eventId } = state;
    // The label of a route is its method and its pattern.
    const [, pattern] = label.split(' ');
    const attributes = {
      'http.request.method': req.method,
      'http.route': pattern,
      'http.response.status_code': status,
      'usher.event': this.#eventOf(req.url ?? '/', eventId)?.event,
      'usher.error_code': errorCode ?? undefined,
    };
    span.end(label, attributes, status >= 500);
  }
}
