/**
 * An HTTP server that echoes the requests it parsed. Its connections are read by the direct reader or by Node's parser.
 * Also clients that send it bytes in chosen packets.
 */
import { once } from 'node:events';
import { type IncomingMessage, Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { keepAliveSeconds } from '#http/server/answer-head.ts';
import type { Request, Response } from '#http/server/connection.ts';
import { DirectRequest } from '#http/server/direct-request.ts';
import { DirectResponse } from '#http/server/direct-response.ts';
import { type ConnectionLimits, GracefulServer } from '#http/server/graceful-server.ts';

/** More than the kernel's socket buffers hold for a slow reader. */
export const largeBytes = 64 * 1024 * 1024;

/** A server that answers each request with its parsed method, path, headers and body. */
export class EchoServer implements AsyncDisposable {
  readonly server: Server | GracefulServer;
  /** Answers the requests of a server of ours; tests put their own here. */
  answering: (request: Request, response: Response) => void = this.#echo.bind(this);
  readonly readers: ('direct' | 'Node')[] = [];
  /** All answers, also those that were not sent because the connection was cut. */
  readonly answers: string[] = [];
  /** The server's sockets of all connections. */
  readonly sockets: Socket[] = [];
  /** The requests of each connection as the application read them, in order; without a body until it has arrived. */
  readonly #requests = new WeakMap<Socket, string[]>();

  private constructor(limits: ConnectionLimits | null) {
    this.server =
      limits === null
        ? new Server({ keepAliveTimeout: keepAliveSeconds * 1000 }, (request, response) => {
            this.#echo(request, response);
          })
        : new GracefulServer((request, response, problem = null) => {
            const isWithoutHost = request.httpVersion === '1.1' && request.headers.host === undefined;
            // As Node does it.
            if (isWithoutHost) response.writeHead(400, ['Connection', 'close']).end();
            else if (problem !== null) response.writeHead(417).end();
            else this.answering(request, response);
          }, limits);
    this.server.on('connection', (socket) => {
      this.sockets.push(socket);
      this.#requests.set(socket, []);
    });
  }

  /** `limits`: of a server of ours; null: Node's own. */
  static async open(limits: ConnectionLimits | null): Promise<EchoServer> {
    const echo = new EchoServer(limits);
    echo.server.listen(0, '127.0.0.1');
    await once(echo.server, 'listening');
    return echo;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The requests that the application reads over an open connection; a live view, so later requests appear in it. */
  requestsOf(clientPort: number | undefined): readonly string[] {
    const socket = this.sockets.findLast(({ remotePort }) => remotePort === clientPort);
    return (socket && this.#requests.get(socket)) ?? [];
  }

  #echo(request: IncomingMessage, response: ServerResponse): void {
    void this.#answer(request, response).catch(() => response.writeHead(400).end());
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    const direct: unknown = request;
    const isDirect = direct instanceof DirectRequest;
    this.readers.push(isDirect ? 'direct' : 'Node');
    const { method, url, headers } = request;
    const requests = this.#requests.get('clientSocket' in request ? (request as Request).clientSocket : request.socket);
    if (requests === undefined) throw new Error('the connection is unknown');
    const place = requests.push(JSON.stringify({ method, url, headers })) - 1;
    const body = isDirect ? (direct.read() ?? Buffer.alloc(0)) : await buffer(request);
    const isLarge = url?.endsWith('/large') === true;
    const text = isLarge
      ? 'x'.repeat(largeBytes)
      : JSON.stringify({ method, url, headers, body: body.toString('hex') });
    requests[place] = text;
    if (!isLarge && url !== '/api/barrier') this.answers.push(text);
    const answerHeaders = ['Content-Type', 'application/json', 'Content-Length', String(text.length)];
    const directly: unknown = response;
    if (directly instanceof DirectResponse) directly.answerWhole(200, answerHeaders, [text]);
    else response.writeHead(200, answerHeaders).end(text);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    if (this.server.listening) await new Promise((resolve) => this.server.close(resolve));
  }
}

/** Resolves when the server has read all earlier packets: by then it has accepted and answered a newer connection. */
export async function allPacketsRead({ port }: EchoServer): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.end('GET /api/barrier HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n').resume();
  await once(socket, 'close');
}

export function collectText(socket: Socket): () => string {
  let text = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  return () => text.replaceAll(/(?<=\r\nDate: )[^\r]+/g, 'now');
}

/** Sends packets one by one; resolves with all that comes back until the server ends the connection. */
export async function sendPackets(echo: EchoServer, packets: readonly string[]): Promise<string> {
  const socket = connect(echo.port, '127.0.0.1').setNoDelay();
  const text = collectText(socket);
  const closed = new Promise((resolve) => socket.on('close', resolve));
  for (const packet of packets) {
    if (socket.destroyed) break;
    socket.write(packet, 'latin1');
    await allPacketsRead(echo);
  }
  await closed;
  return text();
}

/** The result of one stream of packets. */
export interface Outcome {
  /** The requests that the application read. */
  readonly requests: readonly string[];
  readonly answers: string;
  /** Whether the server had ended the connection before its client did. */
  readonly isEnded: boolean;
  /** The answers that came after the client had ended its side. */
  readonly lastAnswers: string;
}

/** Sends many streams at once, each over its own connection: all first packets, then all second packets, and so on. */
export async function sendStreams(
  echo: EchoServer,
  streams: readonly (readonly string[])[],
): Promise<readonly Outcome[]> {
  const connections = streams.map((packets) => openStream(echo, packets));
  await Promise.all(connections.map(({ socket }) => once(socket, 'connect')));
  await allPacketsRead(echo);
  const requests = connections.map(({ socket }) => echo.requestsOf(socket.localPort));
  const longest = Math.max(...streams.map((packets) => packets.length));
  for (let turn = 0; turn < longest; turn++) {
    for (const { socket, packets } of connections) {
      const packet = packets[turn];
      if (packet !== undefined && socket.writable) socket.write(packet, 'latin1');
    }
    await allAnswered(echo);
  }
  const before = connections.map(({ text, socket }) => ({
    answers: text(),
    isEnded: socket.readableEnded || socket.destroyed,
  }));
  for (const { socket } of connections) socket.end();
  await allAnswered(echo);
  return connections.map(({ socket, text }, place) => {
    const { answers, isEnded } = before[place]!;
    socket.destroy();
    return { requests: requests[place]!, answers, isEnded, lastAnswers: text().slice(answers.length) };
  });
}

function openStream(echo: EchoServer, packets: readonly string[]) {
  const socket = connect(echo.port, '127.0.0.1').setNoDelay();
  const text = collectText(socket);
  return { socket, packets, text: () => text().replaceAll(variableParts, 'variable') };
}

/** Resolves when all answers to earlier packets have arrived. */
async function allAnswered(echo: EchoServer): Promise<void> {
  // Pipelined requests of one connection start in separate iterations of the loop; a stream has at most 4 requests.
  for (let looks = 0; looks < 4; looks++) await allPacketsRead(echo);
}

/** Request ids and times, which are different in each problem, and the length that depends on them. */
const variableParts =
  /(?<=\r\nX-Request-Id: |problem\+json\r\nContent-Length: )[^\r]+|(?<="(?:requestId|timestamp)":")[^"]+/g;

/** Sends a request that the test itself answers. */
export async function unansweredRequest(
  echo: EchoServer,
): Promise<{ readonly socket: Socket; readonly response: DirectResponse }> {
  const asked = Promise.withResolvers<DirectResponse>();
  echo.answering = (_request, response: unknown) => asked.resolve(response as DirectResponse);
  const socket = connect(echo.port, '127.0.0.1');
  socket.write('GET /api/a HTTP/1.1\r\nHost: x\r\n\r\n');
  return { socket, response: await asked.promise };
}
