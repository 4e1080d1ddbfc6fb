/**
 * The HTTP server around the application: its limits, and the answers to invalid heads, which the application never
 * sees.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Problem } from '../pipeline/problem.ts';
import { type AddressLimit, limitAddresses } from './address-limit.ts';
import { keepAliveSeconds } from './answer-head.ts';
import type { LingerLimits } from './connection-end.ts';
import { type ConnectionLimits, connectDirectly } from './direct-connection.ts';
import { GracefulServer } from './graceful-server.ts';
import { NodeResponse } from './node-response.ts';
import { problemOfExpectation, problemOfHead } from './protocol-problems.ts';
import { type Listener, makeRequestQueue, type Response } from './request-queue.ts';
import { limitWrites } from './write-timeout.ts';

const headersTimeoutMs = 10_000;
/** An upper bound for the largest bodies; each route has its own, shorter deadline. */
const requestTimeoutMs = 300_000;
const checkIntervalMs = 1000;
export const connectionsMaxDefault = 20_000;
/** Half a second of work. Each waiting request belongs to another connection. */
const waitingMaxDefault = 16_384;
/** A usual timeout of proxies. A slow client makes progress, a stuck one does not. */
const writeTimeoutMsDefault = 30_000;

export interface ServerLimits extends LingerLimits, Omit<ConnectionLimits, 'headersTimeoutMs'> {
  readonly headersTimeoutMs?: number;
  readonly connectionsMax?: number;
  /** Absent: no limit. */
  readonly perAddress?: AddressLimit;
  /** Length of the request queue; further requests are refused. */
  readonly waitingMax?: number;
  /** A connection whose client reads nothing of its answer for this long is closed. */
  readonly writeTimeoutMs?: number;
}

/** The part of the application that a server needs. */
export interface Application {
  readonly listener: Listener;
  /** Answers a request that is not admitted. */
  refuse(request: IncomingMessage, response: Response, problem: Problem): void;
}

/** A server for the application, not yet listening. */
export function makeServer(app: Application, limits: ServerLimits = {}): GracefulServer {
  const server = new GracefulServer(
    {
      headersTimeout: limits.headersTimeoutMs ?? headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: keepAliveSeconds * 1000,
      connectionsCheckingInterval: checkIntervalMs,
      requireHostHeader: false,
      ServerResponse: NodeResponse,
    },
    limits,
  );
  server.maxConnections = limits.connectionsMax ?? connectionsMaxDefault;
  // No limit: with one, Node would silently drop the excess headers that its parser has already acted on.
  server.maxHeadersCount = 0;
  listenToRequests(server, app, limits.waitingMax ?? waitingMaxDefault);
  if (limits.perAddress !== undefined && limits.perAddress.max > 0) limitAddresses(server, limits.perAddress);
  connectDirectly(server, { ...limits, headersTimeoutMs: server.headersTimeout });
  limitWrites(server, limits.writeTimeoutMs ?? writeTimeoutMsDefault);
  return server;
}

function listenToRequests(server: Server, app: Application, waitingMax: number): void {
  const refuse = (request: IncomingMessage, response: Response, problem: Problem): void => {
    response.shouldKeepAlive = false;
    app.refuse(request, response, problem);
  };
  const queueFull: Problem = { code: 'UNAVAILABLE', detail: 'Too many requests are waiting.', retryAfterSeconds: 1 };
  const queue = makeRequestQueue(
    app.listener,
    (request, response) => app.refuse(request, response, queueFull),
    waitingMax,
  );
  server.on('request', (request, response: Response) => {
    const problem = problemOfHead(request);
    if (problem === null) queue(request, response);
    else refuse(request, response, problem);
  });
  server.on('checkExpectation', (request, response: Response) => refuse(request, response, problemOfExpectation));
}

/**
 * Starts listening; resolves with the port. Rejects with the system's error, EADDRINUSE among them. `reusePort`: several
 * processes listen on the port, and the kernel spreads connections over them.
 */
export function listen(server: NetServer, port: number, host?: string, reusePort = false): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
