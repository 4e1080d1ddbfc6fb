/** Clients that send and do not read, and requests that take one or the other way into the service. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from './eventually.ts';

/** How a request is sent, and which HTTP reads it then. */
export const ways = {
  /** Whole and alone in its packet. */
  directly: (request: string): readonly string[] => [request],
  /** Split, so that it is left to Node's HTTP. */
  'through Node': (request: string): readonly string[] => [request.slice(0, 5), request.slice(5)],
} as const;

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
}

/** Sends packets one by one and reads nothing of what comes back. */
export async function neverReading(port: number, packets: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay().pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const packet of packets) await sent(socket, packet);
  return socket;
}

/** Resolves in a later turn of the loop than the one in which the system has taken the packet. */
async function sent(socket: Socket, packet: string): Promise<void> {
  let isTaken = false;
  socket.write(packet, 'latin1', () => {
    isTaken = true;
  });
  await eventually(() => isTaken);
}

/** Sends packets one by one; resolves with all that comes back until the server ends the connection. */
export async function exchange(port: number, packets: readonly string[], { end = false } = {}): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setNoDelay();
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  socket.on('end', () => socket.end());
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (const packet of packets) await sent(socket, packet);
  if (end) socket.end();
  await closed;
  return text;
}

export function statusesOf(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
}
