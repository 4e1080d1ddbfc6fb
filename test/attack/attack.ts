/** Defines an attack: what it sends to a target, and the bounds that the target must keep during and after it. */
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
  /** The requests and the answers, in one line. */
  readonly tried: string;
  /** Faults of the target, apart from broken bounds. */
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

/** The bounds of attacks that need no larger ones. */
export const usualBounds: Bounds = { memoryMb: 150, silenceMs: 1000, recoverySeconds: 60 };
