/** Runs one thread's share of the seeds in order and reports its progress. */
import type { RunResult } from './simulation.ts';
import { simulate } from './simulation.ts';

/** Every `step`-th of `count` seeds, from `first` on. */
export interface SeedShare {
  readonly first: number;
  readonly count: number;
  readonly step: number;
  readonly operations: number;
}

/** Progress since the last report. */
export interface Progress {
  readonly seedsRun: number;
  readonly counts: ReadonlyMap<string, number>;
  readonly failure: RunResult | null;
}

const seedsPerReport = 50;

/** Runs a share; stops when `report` returns false. */
export async function runShare({ first, count, step, operations }: SeedShare, report: (progress: Progress) => boolean) {
  let counts = new Map<string, number>();
  let seedsRun = 0;
  const reportNow = (failure: RunResult | null): boolean => {
    const goesOn = report({ seedsRun, counts, failure });
    counts = new Map();
    seedsRun = 0;
    return goesOn;
  };
  for (let seed = first; seed < first + count; seed += step) {
    const result = await simulate(seed, operations);
    seedsRun++;
    for (const [kind, times] of result.counts) counts.set(kind, (counts.get(kind) ?? 0) + times);
    if (result.violations.length > 0 && !reportNow(result)) return;
    if (seedsRun === seedsPerReport) reportNow(null);
    // A run is one long chain of microtasks. Without an iteration of the event loop between two runs no timer of the
    // process would ever fire, and pending timers would keep the data of their runs in memory.
    await new Promise((resolve) => setImmediate(resolve));
  }
  reportNow(null);
}
