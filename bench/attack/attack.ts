/** What an attack is: what it sends to a target, and the bounds that the target has to keep meanwhile and afterwards. */
import type { Target } from './target.ts';

export interface Bounds {
  /** How much the service process may grow, in MB of resident memory. */
  readonly memoryMb: number;
  /** The longest time without an answer of `/livez`. */
  readonly silenceMs: number;
  /** How long after the attack its memory may still be above that growth. */
  readonly recoverySeconds: number;
}

export interface Outcome {
  /** What was sent and what came of it, in one line. */
  readonly tried: string;
  /** What the target did that it must not do, beside breaking a bound. */
  readonly faults: readonly string[];
}

export interface Attack {
  readonly name: string;
  readonly bounds: Bounds;
  /** Part of the short version, which the tests run. */
  readonly isQuick: boolean;
  /** Makes what the attack needs, before anything is measured. */
  prepare?(target: Target): Promise<unknown>;
  /** Resolves when the attack is over and its connections are closed. */
  run(target: Target, size: 'short' | 'full'): Promise<Outcome>;
}

/** For attacks that have no reason to be let off more easily. */
export const usualBounds: Bounds = { memoryMb: 150, silenceMs: 1000, recoverySeconds: 60 };
