/** The node's own monotonic clock: never set, and running on while the process is stopped. */
import type { Clock } from '#actors/ports.ts';

export const monotonicClock: Clock = {
  now: () => performance.now(),
  wakeAt: (time, wake) => {
    const timer = setTimeout(wake, Math.max(0, time - performance.now())).unref();
    return () => clearTimeout(timer);
  },
};
