/**
 * Bounds the connections of one client address, so that one address cannot take those of all others. Promises that a
 * connection beyond the bound is closed before anything of it is read. Does not count addresses that several clients share.
 */
import type { Socket } from 'node:net';

export interface AddressLimit {
  /** Connections of one address; 0: no limit. */
  readonly max: number;
  /** The client's address; null when it is not known, or is a proxy's. */
  readonly addressOf: (socket: Socket) => string | null;
}

/** Admits connections: false when the address of the new one has as many as it may. Admitted ones count until they close. */
export function addressLimiter({ max, addressOf }: AddressLimit): (socket: Socket) => boolean {
  const open = new Map<string, number>();
  return (socket) => {
    const address = max === 0 ? null : addressOf(socket);
    if (address === null) return true;
    const count = open.get(address) ?? 0;
    if (count >= max) return false;
    open.set(address, count + 1);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    return true;
  };
}
