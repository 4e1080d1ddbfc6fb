/**
 * Ends the connections of clients; nothing else closes them. After `close` the kernel keeps unsent bytes as long as the
 * client acknowledges, also a client that never reads: 500 such clients held 1.5 GB. Promises that no byte of an ended
 * connection stays in the kernel for longer than a bound, and that a client which reads loses nothing: an orderly end
 * sends everything, and is completed by a reset that frees the memory. A reset of a connection that both sides have
 * closed sends nothing.
 */
import { Socket } from 'node:net';

/** A connection that has sent no more than this in its life is closed without supervision. */
const smallBytes = 64 * 1024;
const lingerMsDefault = 30_000;
const goneLingerMsDefault = 2_000;

/** Errors after which the kernel has nothing left of a connection. */
const deadCodes: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED'];

export interface LingerLimits {
  /** How long a client may take to read the end of its last answer; the kernel does not tell its progress. */
  readonly lingerMs?: number;
  /** The same for a client that has closed its side first: nearly always it has gone. */
  readonly goneLingerMs?: number;
}

/** Connections in an orderly end that have not been closed yet. */
const ending = new WeakSet<Socket>();

/**
 * Makes every end of a connection one of these, also those by Node itself: its streams, timeouts and HTTP. They all call
 * `destroy` of the socket, and a server of Node takes no class of sockets, so the method is replaced on each of them. The
 * returned function is called once for each connection, before anything else has it.
 */
export function superviseEnds({
  lingerMs = lingerMsDefault,
  goneLingerMs = goneLingerMsDefault,
}: LingerLimits): (socket: Socket) => void {
  function destroy(this: Socket, error?: Error): Socket {
    const isDead = error !== undefined && deadCodes.includes((error as NodeJS.ErrnoException).code);
    if (this.destroyed || isDead) return Socket.prototype.destroy.call(this, error);
    if (ending.has(this)) return this;
    if (error !== undefined || this.writableLength > 0 || this.bytesWritten <= smallBytes) cutConnection(this);
    else endOrderly(this, this.readableEnded ? goneLingerMs : lingerMs);
    return this;
  }
  return (socket) => {
    socket.destroy = destroy;
  };
}

/** True: the connection is in its orderly end; nothing is read any more. */
export function isEnding(socket: Socket): boolean {
  return ending.has(socket);
}

/** Ends the connection at once. Bytes that have not been sent are lost. */
export function cutConnection(socket: Socket): void {
  if (socket.destroyed) return;
  if (socket.writableLength === 0 && socket.bytesWritten <= smallBytes) Socket.prototype.destroy.call(socket);
  // The kernel's reset is refused in the moment in which the FIN is being sent.
  else if (socket.writableLength === 0 && socket.writableEnded && !socket.writableFinished)
    socket.once('finish', () => resetConnection(socket));
  else resetConnection(socket);
}

/** Ends the connection at once, and tells the client that it is an error. */
export function resetConnection(socket: Socket): void {
  if (socket.destroyed) return;
  socket.destroy = Socket.prototype.destroy;
  socket.resetAndDestroy();
}

/** Sends the FIN behind everything, discards what still comes, and resets once the client has closed its side. */
function endOrderly(socket: Socket, withinMs: number): void {
  ending.add(socket);
  const cut = setTimeout(() => cutConnection(socket), withinMs);
  socket.once('close', () => clearTimeout(cut));
  if (!socket.writableEnded) socket.end();
  if (socket.readableEnded) return;
  socket.removeAllListeners('data').on('data', () => {});
  socket.once('end', () => cutConnection(socket)).resume();
}
