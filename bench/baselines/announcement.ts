/**
 * The messages of a baseline to the process that started it: its address, and the delay of its loop on request. The
 * baseline ends with that process.
 */
import type { AddressInfo, Server } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The message of a server that has started. */
export interface Announcement {
  readonly baseUrl: string;
}

/** The answer to any message: the loop's delay since the message before. */
export interface LoopReport {
  readonly loopP99Ms: number;
}

/** Sampling interval, the same as that of the service's metrics. */
const pollMs = 10;
const nanosPerMs = 1e6;

/** Listens on a free port of this machine and says so. */
export function announce(server: Server): void {
  const delay = monitorEventLoopDelay({ resolution: pollMs });
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
