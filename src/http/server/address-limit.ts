/**
 * Bounds the connections of one client address, so that one address cannot take those of all others. Promises that a
 * connection beyond the bound is closed before anything of it is read. Does not count addresses that several clients share.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { cutConnection } from './connection-end.ts';

export interface AddressLimit {
  /** Connections of one address; 0: no limit. */
  readonly max: number;
  /** The client's address; null when it is not known, or is a proxy's. */
  readonly addressOf: (socket: Socket) => string | null;
}

/** Call it before the server's own listeners read from a connection. */
export function limitAddresses(server: Server, { max, addressOf }: AddressLimit): void {
  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const address = addressOf(socket);
    if (address === null) return;
    const count = open.get(address) ?? 0;
    if (count >= max) {
      cutConnection(socket);
      return;
    }
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
}
