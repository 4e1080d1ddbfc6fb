/** Runs one thread's share of the seeds in order and reports its progress. */
import type { RunResult } from './simulation.ts';
import { simulate } from './simulation.ts';

/** Every `step`-th of `count` seeds, from `first` on. */
export interface Share {
  readonly first: number;
  readonly count: number;
  readonly step: number;
  readonly operations: number;
}

/** Progress since the last report. */
export interface Tidings {
  readonly played: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly failure: RunResult | null;
}

const seedsPerTidings = 50;

/** Runs a share; stops when `tell` returns false. */
export async function playShare({ first, count, step, operations }: Share, tell: (tidings: Tidings) => boolean) {
  let counts = new Map<string, number>();
  let played = 0;
  const say = (failure: RunResult | null): boolean => {
    const goesOn = tell({ played, counts, failure });
    counts = new Map();
    played = 0;
    return goesOn;
  };
  for (let seed = first; seed < first + count; seed += step) {
    const result = await simulate(seed, operations);
    played++;
    for (const [kind, times] of result.counts) counts.set(kind, (counts.get(kind) ?? 0) + times);
    if (result.violations.length > 0 && !say(result)) return;
    if (played === seedsPerTidings) say(null);
    // A run is one long chain of microtasks. Without an iteration of the event loop between two runs no timer of the
    // process would ever fire, and pending timers would keep the data of their runs in memory.
    await new Promise((resolve) => setImmediate(resolve));
  }
  say(null);
}
