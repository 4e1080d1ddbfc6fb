/** Defers work to the end of the event-loop iteration, so that input that arrives together is handled together. */
import type { Timers } from './ports.ts';

/** Tasks of this iteration: a thousand events share one immediate. */
let tasks: (() => void)[] = [];

/**
 * Runs the task after the input of this event-loop iteration has been handled, not in the `AsyncLocalStorage` of its
 * caller. `timers`: set in a simulation only.
 */
export function defer(timers: Timers | undefined, task: () => void): void {
  if (timers !== undefined) timers.soon(task);
  else if (tasks.push(task) === 1) setImmediate(runTasks);
}

/** Tasks that are deferred meanwhile run in the next iteration. A task that throws does not take the others with it. */
function runTasks(): void {
  const due = tasks;
  tasks = [];
  let done = 0;
  try {
    for (const task of due) {
      done++;
      task();
    }
  } finally {
    if (done < due.length) for (const task of due.slice(done)) defer(undefined, task);
  }
}

/** Does the first step at once, and each other step in an iteration of the event loop of its own. */
export function runInSteps(timers: Timers | undefined, steps: Generator<undefined, void>): void {
  if (steps.next().done !== true) defer(timers, () => runInSteps(timers, steps));
}
