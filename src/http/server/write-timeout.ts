/**
 * Closes connections whose clients do not read their answers, so that unread answers do not fill the memory. Promises
 * that any progress counts: a client may be as slow as it likes while the kernel takes bytes for it, a stream that
 * has nothing to write is not stuck, and time in which the event loop was held up does not count.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { cutConnection } from './connection-end.ts';

const looksPerTimeout = 6;

/** Node's handle of a connection: bytes passed to it, and those of them that the kernel has not taken yet. */
type Watched = Socket & {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
};

interface Sighting {
  readonly taken: number;
  /** The look at which it was seen first. Counted, not timed: a loop that was held up has looked once. */
  readonly look: number;
}

/** Closes a connection after `timeoutMs` without progress, or up to a sixth of it later. */
export function limitWrites(server: Server, timeoutMs: number): void {
  const connections = new Set<Watched>();
  const sightings = new Map<Watched, Sighting>();
  server.on('connection', (connection: Watched) => {
    connections.add(connection);
    connection.once('close', () => {
      connections.delete(connection);
      sightings.delete(connection);
    });
  });
  let looks = 0;
  const look = (): void => {
    looks += 1;
    for (const connection of connections) {
      if (connection.writableLength === 0) sightings.delete(connection);
      else if (!isStuck(connection, sightings.get(connection), looks)) {
        const taken = takenOf(connection);
        if (sightings.get(connection)?.taken !== taken) sightings.set(connection, { taken, look: looks });
      } else cutConnection(connection);
    }
  };
  const looking = setInterval(look, timeoutMs / looksPerTimeout).unref();
  server.once('close', () => clearInterval(looking));
}

function isStuck(connection: Watched, before: Sighting | undefined, looks: number): boolean {
  return before !== undefined && before.taken === takenOf(connection) && looks - before.look >= looksPerTimeout;
}

/** Bytes that the kernel has taken. Bytes that the application adds meanwhile do not count. */
function takenOf({ _handle: handle }: Watched): number {
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
