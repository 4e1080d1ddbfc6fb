/** Waits on an injected clock. */
import type { Clock } from '#actors/ports.ts';

/** Resolves after `ms`. */
export function pause(time: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void time.wakeAt(time.now() + ms, resolve));
}
