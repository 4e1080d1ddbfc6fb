/**
 * How a baseline speaks with the process that started it: where it listens, and how late its loop was when asked. It ends
 * when that process is gone.
 */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** What a started server says over its channel. */
export interface Announcement {
  readonly baseUrl: string;
}

/** What it says whenever it is asked anything: the loop's delay since it was asked last. */
export interface LoopReport {
  readonly loopP99Ms: number;
}

/** As the service's own metrics look. */
const lookMs = 10;
const nanosPerMs = 1e6;

/** Listens on a free port of this machine and says so. */
export function announce(server: Server): void {
  const delay = monitorEventLoopDelay({ resolution: lookMs });
  delay.enable();
  process.on('disconnect', () => process.exit(0));
  process.on('message', () => {
    process.send?.({ loopP99Ms: delay.percentile(99) / nanosPerMs } satisfies LoopReport);
    delay.reset();
  });
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ baseUrl: `http://127.0.0.1:${port}` } satisfies Announcement);
  });
}
