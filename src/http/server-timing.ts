/**
 * What an answer says of the time that it took, for a browser's tools and for whoever looks for a slow part: the header
 * Server-Timing (W3C). Owns its words; only answers of an event have it, and only where the operator wants it.
 */
import type { Timing } from '#domain/timing.ts';

/** The timing of an answer that is being written. */
export interface TimedAnswer {
  readonly timing: Timing;
  /** By the process's monotonic clock. */
  readonly encodingSinceMs: number;
}

/** From now on the answer is being encoded. */
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
  const at = headers.indexOf(exposed) + 1;
  headers[at] = `${headers[at]}, Server-Timing`;
}
