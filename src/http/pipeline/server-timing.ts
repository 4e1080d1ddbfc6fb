/**
 * The header Server-Timing (W3C): how long the parts of an answer took, for browser tools and for engineers who look
 * for a slow part. Owns the names of the parts. Only answers of an event have it, and only when the operator switches
 * it on.
 */
import type { Timing } from '#domain/timing.ts';

/** The timing of an answer that is being written. */
export interface TimedAnswer {
  readonly timing: Timing;
  /** By the process's monotonic clock. */
  readonly encodingSinceMs: number;
}

/** Starts measuring the encoding of the answer. */
export function beginEncoding(timing: Timing): TimedAnswer {
  return { timing, encodingSinceMs: performance.now() };
}

const exposed = 'Access-Control-Expose-Headers';

/** Adds the header to an answer that has been encoded; where `isPublic`, scripts of other origins may read it. */
export function addServerTiming(headers: string[], answer: TimedAnswer, isPublic: boolean): void {
  const { queueMs, decideMs, proof, proofMs } = answer.timing;
  const encodeMs = (performance.now() - answer.encodingSinceMs).toFixed(3);
  const metrics = `queue;dur=${queueMs}, decide;dur=${decideMs}, ${proof};dur=${proofMs}, encode;dur=${Number(encodeMs)}`;
  headers.push('Server-Timing', metrics);
  if (!isPublic) return;
  headers.push('Timing-Allow-Origin', '*');
  // A name: the values of some headers are the client’s, and may be this text.
  const at = headers.findIndex((text, place) => place % 2 === 0 && text === exposed) + 1;
  headers[at] = `${headers[at]}, Server-Timing`;
}
