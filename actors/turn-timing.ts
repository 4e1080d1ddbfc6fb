/**
 * Measures how long one turn took, for its answers. Owns the timings of these answers until the turn is proven, so that
 * every answer is given with a complete timing. No decision depends on them.
 */
import type { Answer } from '#domain/reply.ts';
import type { Timing } from '#domain/timing.ts';
import type { Stopwatch } from './ports.ts';

type OpenTiming = { -readonly [Member in keyof Timing]: Timing[Member] };

export class TurnTiming {
  readonly #stopwatch: Stopwatch;
  readonly #open: OpenTiming[] = [];
  #decidedMs = 0;

  constructor(stopwatch: Stopwatch) {
    this.#stopwatch = stopwatch;
  }

  /** The answer that `decide` gives, with a timing that `proven` completes. `askedMs`: by the same stopwatch. */
  measured(askedMs: number, decide: () => Answer): Answer {
    const startedMs = this.#stopwatch();
    const answer = decide();
    this.#decidedMs = this.#stopwatch();
    const timing: OpenTiming = {
      queueMs: rounded(startedMs - askedMs),
      decideMs: rounded(this.#decidedMs - startedMs),
      proof: 'verify',
      proofMs: 0,
    };
    this.#open.push(timing);
    return { ...answer, timing };
  }

  /** Completes the timings: the proof took from the turn's last decision until now. */
  proven(proof: Timing['proof']): void {
    const proofMs = rounded(this.#stopwatch() - this.#decidedMs);
    for (const timing of this.#open) {
      timing.proof = proof;
      timing.proofMs = proofMs;
    }
  }
}

function rounded(ms: number): number {
  return Math.round(ms * 1_000) / 1_000;
}
