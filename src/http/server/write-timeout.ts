/**
 * Closes connections whose clients do not read their answers, so that unread answers do not fill the memory. Promises
 * that any progress counts: a client may be as slow as it likes while the kernel takes bytes for it, a stream that
 * has nothing to write is not stuck, and time in which the event loop was held up does not count.
 */
import type { Server, Socket } from 'node:net';
import { cutConnection } from './connection-end.ts';

const looksPerTimeout = 6;

/**
 * Node's handle of a connection: bytes passed to it, and those of them that the kernel has not taken yet. It is private,
 * but no public figure moves within a write: `bytesWritten` counts a write when it is handed over, and `writableLength`
 * when all of it is taken. A slow reader of one large answer would look like one that does not read.
 */
type Watched = Socket & {
  readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null;
};

interface Sighting {
  readonly taken: number;
  /** The look at which it was seen first. Counted, not timed: a loop that was held up has looked once. */
  readonly look: number;
}

/** Closes connections of a server after `timeoutMs` without progress, or up to a sixth of it later. */
export function limitWrites(server: Server, connections: ReadonlyMap<Socket, unknown>, timeoutMs: number): void {
  let sightings = new Map<Socket, Sighting>();
  let looks = 0;
  const look = (): void => {
    looks += 1;
    const before = sightings;
    sightings = new Map();
    for (const connection of connections.keys()) {
      if (connection.writableLength === 0) continue;
      const taken = takenOf(connection);
      const seen = before.get(connection);
      const sighting = seen?.taken === taken ? seen : { taken, look: looks };
      if (looks - sighting.look >= looksPerTimeout) cutConnection(connection);
      else sightings.set(connection, sighting);
    }
  };
  const looking = setInterval(look, timeoutMs / looksPerTimeout).unref();
  server.once('close', () => clearInterval(looking));
}

/** Bytes that the kernel has taken. Bytes that the application adds meanwhile do not count. */
function takenOf({ _handle: handle }: Watched): number {
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
