/**
 * An HTTP server whose answers say what it read, with connections that are read directly or left to Node; and clients that send
 * it bytes in packets of their choice.
 */
import { once } from 'node:events';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { keepAliveSeconds } from '#http/answer-head.ts';
import { connectDirectly, type SilenceLimits } from '#http/direct-connection.ts';
import { DirectRequest } from '#http/direct-request.ts';
import { DirectResponse } from '#http/direct-response.ts';

/** More than the system keeps for a connection whose reader is slow. */
export const largeBytes = 64 * 1024 * 1024;

/** A server that answers what it read of each request. */
export class Mirror implements AsyncDisposable {
  readonly server = new Server({ keepAliveTimeout: keepAliveSeconds * 1000 });
  readonly paths: ('direct' | 'Node')[] = [];
  /** What it has answered, or would have answered had the connection not been cut. */
  readonly answers: string[] = [];
  /** The server's ends of all connections. */
  readonly sockets: Socket[] = [];

  static async open(limits: SilenceLimits | null): Promise<Mirror> {
    const mirror = new Mirror();
    if (limits !== null) connectDirectly(mirror.server, limits);
    mirror.server.on('request', (request, response) => {
      void mirror.answer(request, response).catch(() => response.writeHead(400).end());
    });
    mirror.server.on('connection', (socket) => mirror.sockets.push(socket));
    mirror.server.listen(0, '127.0.0.1');
    await once(mirror.server, 'listening');
    return mirror;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private async answer(request: IncomingMessage | DirectRequest, response: ServerResponse | DirectResponse) {
    const isDirect = request instanceof DirectRequest;
    this.paths.push(isDirect ? 'direct' : 'Node');
    const body = isDirect ? (request.read() ?? Buffer.alloc(0)) : await buffer(request);
    const { method, url, headers } = request;
    const isLarge = url?.endsWith('/large') === true;
    const text = isLarge
      ? 'x'.repeat(largeBytes)
      : JSON.stringify({ method, url, headers, body: body.toString('hex') });
    if (!isLarge && url !== '/api/seen') this.answers.push(text);
    const own = ['Content-Type', 'application/json', 'Content-Length', String(text.length)];
    if (response instanceof DirectResponse) response.answer(200, own, [text]);
    else response.writeHead(200, own).end(text);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }
}

/** Resolves when the server has seen what it was sent before: it has let somebody in and answered him since. */
export async function seen({ port }: Mirror): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.end('GET /api/seen HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').resume();
  await once(socket, 'close');
}

export function received(socket: Socket): () => string {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  return () => text.replaceAll(/(?<=\r\nDate: )[^\r]+/g, 'now');
}

/** Sends packets one by one; resolves with all that comes back until the server ends the connection. */
export async function exchanged(mirror: Mirror, packets: readonly string[]): Promise<string> {
  const socket = connect(mirror.port, '127.0.0.1').setNoDelay();
  const text = received(socket);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (const packet of packets) {
    if (socket.destroyed) break;
    socket.write(packet, 'latin1');
    await seen(mirror);
  }
  await closed;
  return text();
}

/** Asks for something that is not answered before the test does it. */
export async function askedOf(mirror: Mirror): Promise<{ readonly socket: Socket; readonly response: DirectResponse }> {
  const asked = Promise.withResolvers<DirectResponse>();
  mirror.server.removeAllListeners('request').once('request', (_request, response: unknown) => {
    asked.resolve(response as DirectResponse);
  });
  const socket = connect(mirror.port, '127.0.0.1');
  socket.write('GET /api/a HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, response: await asked.promise };
}
