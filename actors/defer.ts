/** Puts work off until the loop has gone round: what arrives together is seen to together. */
import type { Timers } from './ports.ts';

/** Runs the task once what has come in this turn of the loop has been seen to; `timers`: a simulated world's. */
export function defer(timers: Timers | undefined, task: () => void): void {
  if (timers === undefined) setImmediate(task);
  else timers.soon(task);
}
