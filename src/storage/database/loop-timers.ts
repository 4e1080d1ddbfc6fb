/** The timers of the Node process, used outside simulations. */
import type { Timers } from '#actors/ports.ts';

export const loopTimers: Timers = {
  soon: (task) => void setImmediate(task),
  thereafter: (task) => process.nextTick(task),
  after: (ms, task) => void setTimeout(task, ms),
};
