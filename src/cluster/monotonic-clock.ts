/** The node's monotonic clock: it is never adjusted, and it keeps running while the process is stopped. */
import type { Clock } from '#actors/ports.ts';

export const monotonicClock: Clock = {
  now: () => performance.now(),
  wakeAt: (time, wake) => {
    const timer = setTimeout(wake, Math.max(0, time - performance.now())).unref();
    return () => clearTimeout(timer);
  },
};
