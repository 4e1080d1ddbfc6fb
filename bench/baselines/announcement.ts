/** How a baseline tells the process that started it where it listens; it ends when that process is gone. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a started server says over its channel. */
export interface Announcement {
  readonly baseUrl: string;
}

/** Listens on a free port of this machine and says so. */
export function announce(server: Server): void {
  process.on('disconnect', () => process.exit(0));
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1024 }, () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ baseUrl: `http://127.0.0.1:${port}` } satisfies Announcement);
  });
}
