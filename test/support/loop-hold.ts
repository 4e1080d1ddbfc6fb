/**
 * How long work holds up the event loop at most: the processor time of one turn of it. A machine that has others to
 * serve makes turns late, but not longer. What the tests before left is collected first: marking 150 MB takes some 50 ms,
 * and would be charged to the action.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface LoopHold<T> {
  readonly result: T;
  readonly tookMs: number;
  readonly heldMs: number;
}

/** Runs an action and resolves with its result, what it took, and how long it held the loop at most; milliseconds. */
export async function holdOf<T>(action: () => Promise<T>): Promise<LoopHold<T>> {
  collectGarbage();
  let usedMs = threadMs();
  let heldMs = 0;
  const look = (): void => {
    const now = threadMs();
    heldMs = Math.max(heldMs, now - usedMs);
    usedMs = now;
  };
  const looks = setInterval(look, 1);
  const startedAt = performance.now();
  try {
    const result = await action();
    look();
    return { result, tookMs: performance.now() - startedAt, heldMs };
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
