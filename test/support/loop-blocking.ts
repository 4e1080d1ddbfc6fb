/**
 * Measures how long an action blocks the event loop at most: the CPU time of its longest iteration. On a busy machine
 * iterations start later, but their CPU time is the same. The garbage of earlier tests is collected first: marking
 * 150 MB takes some 50 ms, which would otherwise count as time of the action.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface LoopMeasurement<T> {
  readonly result: T;
  readonly tookMs: number;
  readonly blockedMs: number;
}

/** Runs an action; resolves with its result, its duration and its longest blocking of the loop, in milliseconds. */
export async function measureLoop<T>(action: () => Promise<T>): Promise<LoopMeasurement<T>> {
  collectGarbage();
  let usedMs = threadMs();
  let blockedMs = 0;
  const look = (): void => {
    const now = threadMs();
    blockedMs = Math.max(blockedMs, now - usedMs);
    usedMs = now;
  };
  const looks = setInterval(look, 1);
  const startedAt = performance.now();
  try {
    const result = await action();
    look();
    return { result, tookMs: performance.now() - startedAt, blockedMs };
  } finally {
    clearInterval(looks);
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
