/** Raw connections, which send any bytes and read late or never. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const atOnce = 500;

/** Opens `count` connections that never read. */
export async function openUnread(port: number, count: number): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const opening = Array.from({ length: Math.min(atOnce, count - sockets.length) }, () => openOne(port));
    sockets.push(...(await Promise.all(opening)));
  }
  return sockets;
}

async function openOne(port: number): Promise<Socket> {
  // A socket that is paused before it is connected never begins to read.
  const socket = connect(port, '127.0.0.1').pause();
  const connected = once(socket, 'connect');
  socket.on('error', () => {});
  await connected.catch(() => {});
  return socket;
}

export function closeAll(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** Writes a text repeatedly, as fast as the other side takes it, up to `bytesMax` or until the time is over. */
export async function writeRepeatedly(
  socket: Socket,
  text: string,
  bytesMax: number,
  milliseconds: number,
): Promise<number> {
  const until = performance.now() + milliseconds;
  const block = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)), 'latin1');
  let sent = 0;
  while (sent < bytesMax && !socket.destroyed && performance.now() < until) {
    sent += block.length;
    if (socket.write(block)) continue;
    const left = Math.max(1, until - performance.now());
    await Promise.race([once(socket, 'drain').catch(() => {}), pause(left)]);
  }
  return sent;
}

/** Sends bytes and resolves with all that came back until the connection ended, or was silent for `quietMs`. */
export async function answersTo(port: number, bytes: string, quietMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  socket.setTimeout(quietMs, () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(bytes, 'latin1');
  await closed;
  return text;
}
