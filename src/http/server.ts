/** The HTTP server around the application: time limits, connection limit, and answers to what is not HTTP. */
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { keepAliveSeconds } from './answer-head.ts';
import { connectDirectly } from './direct-connection.ts';
import { GracefulServer } from './graceful-server.ts';
import { encodeProblem } from './problem.ts';
import { type Listener, makeRequestQueue } from './request-queue.ts';

const headersTimeoutMs = 10_000;
/** An upper bound for the largest bodies; each route has its own, shorter deadline. */
const requestTimeoutMs = 300_000;
const checkIntervalMs = 1000;
const connectionsMaxDefault = 20_000;

export interface ServerLimits {
  readonly headersTimeoutMs?: number;
  readonly connectionsMax?: number;
}

/** A server for `app.callback()`, not yet listening. */
export function makeServer(answer: Listener, limits: ServerLimits = {}): GracefulServer {
  const server = new GracefulServer({
    headersTimeout: limits.headersTimeoutMs ?? headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveSeconds * 1000,
    connectionsCheckingInterval: checkIntervalMs,
  });
  server.maxConnections = limits.connectionsMax ?? connectionsMaxDefault;
  server.on('request', makeRequestQueue(answer));
  server.on('clientError', answerClientError);
  connectDirectly(server, { headersTimeoutMs: server.headersTimeout });
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
