/**
 * The HTTP server around the application: its limits, and the answers to invalid heads, which the application never
 * sees.
 */
import type { AddressInfo, Server } from 'node:net';
import type { Problem } from '../pipeline/problem.ts';
import type { Listener, Request, Response } from './connection.ts';
import { type ConnectionLimits, GracefulServer } from './graceful-server.ts';
import { problemOfHead } from './protocol-problems.ts';
import { makeRequestQueue } from './request-queue.ts';

/** Half a second of work. Each waiting request belongs to another connection. */
const waitingMaxDefault = 16_384;

export interface ServerLimits extends ConnectionLimits {
  /** Length of the request queue; further requests are refused. */
  readonly waitingMax?: number;
}

/** The part of the application that a server needs. */
export interface Application {
  readonly listener: Listener;
  /** Answers a request that is not admitted. */
  refuse(request: Request, response: Response, problem: Problem): void;
}

const queueFull: Problem = { code: 'UNAVAILABLE', detail: 'Too many requests are waiting.', retryAfterSeconds: 1 };

/** A server for the application, not yet listening. */
export function makeServer(app: Application, limits: ServerLimits = {}): GracefulServer {
  const queue = makeRequestQueue(
    app.listener,
    (request, response) => app.refuse(request, response, queueFull),
    limits.waitingMax ?? waitingMaxDefault,
  );
  return new GracefulServer((request, response, ofParser) => {
    // As Node does it: a request without Host is malformed whatever it expects.
    const problem = problemOfHead(request) ?? ofParser ?? null;
    if (problem === null) {
      queue(request, response);
      return;
    }
    response.shouldKeepAlive = false;
    app.refuse(request, response, problem);
  }, limits);
}

/**
 * Starts listening; resolves with the port. Rejects with the system's error, EADDRINUSE among them. `reusePort`: several
 * processes listen on the port, and the kernel spreads connections over them.
 */
export function listen(server: Server, port: number, host?: string, reusePort = false): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, reusePort }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
