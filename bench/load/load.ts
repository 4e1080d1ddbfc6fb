/**
 * Drives load from a process of its own, so that the measured server never shares an event loop with the generator.
 * One generator lives for a whole run and is warm from the second round on.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { LoadResult, Plan } from './plan.ts';

/** Allowed beyond the round's own time, for connecting, outstanding answers and the report. */
const reportMs = 30_000;

export class LoadGenerator {
  private readonly child: ChildProcess;

  constructor() {
    this.child = fork(new URL('./generator.ts', import.meta.url), { serialization: 'advanced' });
  }

  /** Runs one plan to its end. Rejects when the generator fails or dies. */
  async run(plan: Plan): Promise<LoadResult> {
    const over = new AbortController();
    const tooLate = AbortSignal.timeout((plan.warmSeconds + plan.seconds) * 1000 + reportMs);
    const signal = AbortSignal.any([over.signal, tooLate]);
    this.child.send(plan);
    const died = once(this.child, 'exit', { signal }).then(() => ({ error: 'the load generator died' }));
    const answered = once(this.child, 'message', { signal }).then(([message]) => message as Report);
    died.catch(() => {});
    answered.catch(() => {});
    const report: Report = await Promise.race([answered, died]).finally(() => over.abort());
    if ('error' in report) throw new Error(report.error);
    return report.result;
  }

  close(): void {
    this.child.disconnect();
  }
}

type Report = { readonly result: LoadResult } | { readonly error: string };
