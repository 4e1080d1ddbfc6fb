/** Defers work to the end of the event-loop iteration, so that input that arrives together is handled together. */
import type { Timers } from './ports.ts';

/** Runs the task after the input of this event-loop iteration has been handled. `timers`: set in a simulation only. */
export function defer(timers: Timers | undefined, task: () => void): void {
  if (timers === undefined) setImmediate(task);
  else timers.soon(task);
}

/** Does the first step at once, and each other step in an iteration of the event loop of its own. */
export function runInSteps(timers: Timers | undefined, steps: Generator<undefined, void>): void {
  if (steps.next().done !== true) defer(timers, () => runInSteps(timers, steps));
}
