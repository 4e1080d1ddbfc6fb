/** Clients that send and do not read, and packets that lead a request to the direct reader or to Node's parser. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { eventually } from './eventually.ts';

/** The packets of a request, by the parser that reads it. */
export const packetsOf = {
  /** The whole request, alone in one packet. */
  directly: (request: string): readonly string[] => [request],
  /** Split into two packets, which the direct reader leaves to Node's HTTP. */
  'through Node': (request: string): readonly string[] => [request.slice(0, 5), request.slice(5)],
} as const;

export function get(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
}

/**
 * Sends packets one by one and never reads an answer. Such a socket never learns that the server has closed it, so it
 * must not keep the process of the tests alive.
 */
export async function connectWithoutReading(port: number, packets: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay().pause().unref();
  socket.on('error', () => {});
  await once(socket, 'connect');
  for (const packet of packets) await sent(socket, packet);
  return socket;
}

/** Resolves in a later iteration of the loop than the one in which the kernel has accepted the packet. */
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

export interface Read {
  readonly bytes: number;
  /** 'FIN', or the code of the error. */
  readonly end: string;
}

/** Reads what the kernel still has for a client, and how the connection ended. */
export function readOn(socket: Socket): Promise<Read> {
  let bytes = 0;
  return new Promise((resolve) => {
    socket.on('data', (piece) => {
      bytes += piece.length;
    });
    socket.once('end', () => resolve({ bytes, end: 'FIN' }));
    socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve({ bytes, end: code }));
    socket.ref().resume();
  });
}
