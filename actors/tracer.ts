/**
 * The port to a collector of traces. Calls, commands of other nodes and requests to webhooks ask it whether they are
 * recorded. A node without a collector has no tracer, so nothing is made for a call. Attributes hold fixed words, route
 * patterns and numbers, never a session id, a key or what a person has sent.
 */

/** `server`: answers a request; `client`: makes one. */
export type SpanKind = 'server' | 'client';

export interface Tracer {
  /**
   * Begins a span. `parent`: the W3C `traceparent` of its cause, whose sampled flag decides. Without a valid one the span
   * begins a trace, and the configured share of these is recorded. Null: it is not recorded.
   */
  begin(kind: SpanKind, parent: string | undefined): Span | null;
}

export interface Span {
  /** The `traceparent` of what this span causes. */
  readonly traceparent: string;
  /** Ends the span, once. An attribute that is undefined is left out. */
  end(name: string, attributes: SpanAttributes, isFailure: boolean): void;
}

export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;
