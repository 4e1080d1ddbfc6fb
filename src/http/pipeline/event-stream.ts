/**
 * The headers of an answer of server-sent events. Promises that neither compression nor a buffering proxy holds events
 * back.
 */
export const eventStreamType = 'text/event-stream';

/** In addition to the headers of every answer; `no-transform`: a proxy must not compress it. */
export const eventStreamHeaders = {
  'Cache-Control': 'no-store, no-transform',
  'Content-Type': eventStreamType,
  'X-Accel-Buffering': 'no',
} as const;
