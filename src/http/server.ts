/**
 * Node's HTTP server around the application: time limits, connection limit, answers to what is not HTTP,
 * and the drain. Promises that `drain` ends within its grace, and cuts nobody who is being answered before that.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { encodeProblem } from './problem.ts';

const headersTimeoutMs = 10_000;
/** An upper bound for the largest bodies; each route has its own, shorter deadline. */
const requestTimeoutMs = 300_000;
const keepAliveTimeoutMs = 65_000;
const checkIntervalMs = 1000;
const idleSweepMs = 25;
/** A connection over which nothing comes for so long is not in use. */
const idlePatienceMs = 100;
const connectionsMaxDefault = 20_000;

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

export interface ServerLimits {
  readonly headersTimeoutMs?: number;
  readonly connectionsMax?: number;
}

/** A server for `app.callback()`, not yet listening. */
export function makeServer(answer: Listener, limits: ServerLimits = {}): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs ?? headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: checkIntervalMs,
  });
  server.maxConnections = limits.connectionsMax ?? connectionsMaxDefault;
  server.on('request', answer);
  server.on('clientError', answerClientError);
  return server;
}

/** Starts listening; resolves with the port. Rejects with the system's error, EADDRINUSE among them. */
export function listen(server: Server, port: number, host?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/**
 * Takes no new connection, lets open requests finish for at most `graceMs`, then cuts the rest. Connections that are in use
 * get one more answer each, which tells the other side to go elsewhere.
 */
export function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // An answer given from now on is the last on its connection.
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false;
    });
    let sweep: NodeJS.Timeout | undefined;
    const idle = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), idleSweepMs);
    }, idlePatienceMs);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    // That of HTTP closes what is idle at once, and would lose requests that are on their way.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(idle);
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}

const reasons: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
};

function answerClientError(error: NodeJS.ErrnoException, stream: Duplex): void {
  const { _httpMessage: current } = stream as { _httpMessage?: ServerResponse | null };
  if (!stream.writable || error.code === 'ECONNRESET' || current?.headersSent === true) {
    stream.destroy(error);
    return;
  }
  const reason = reasons[error.code ?? ''];
  if (reason !== undefined) {
    stream.end(`HTTP/1.1 ${reason}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    return;
  }
  const body = encodeProblem({ code: 'MALFORMED_REQUEST', detail: 'This is not a valid HTTP request.' }, '', '');
  stream.end(
    'HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/problem+json\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
