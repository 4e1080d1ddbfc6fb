/**
 * Node's HTTP for connections that are given to it: an HTTP server that never listens. Tells each connection which
 * requests, errors and other events Node's parser finds in its bytes.
 */
import { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { keepAliveSeconds } from './answer-head.ts';
import type { Response } from './connection.ts';
import type { NodeConnection } from './node-connection.ts';
import { NodeResponse } from './node-response.ts';
import { problemOfConnect, problemOfExpectation } from './protocol-problems.ts';

/** A request that Node has read. */
class NodeRequest extends IncomingMessage {
  get #connection(): NodeConnection {
    return this.socket as unknown as NodeConnection;
  }

  get clientSocket(): Socket {
    return this.#connection.client;
  }

  countElsewhere(): void {
    this.#connection.countElsewhere();
  }
}

/** Takes connections with `emit('connection')`. */
export function makeNodeHttp(): Server {
  const http = new Server({
    keepAliveTimeout: keepAliveSeconds * 1000,
    requireHostHeader: false,
    IncomingMessage: NodeRequest,
    ServerResponse: NodeResponse,
  });
  // No limit: with one, Node would silently drop the excess headers that its parser has already acted on.
  http.maxHeadersCount = 0;
  const of = (socket: unknown) => socket as NodeConnection;
  http.on('request', (request, response) => of(request.socket).begin(request, response as Response));
  http.on('checkExpectation', (request, response) =>
    of(request.socket).begin(request, response as Response, problemOfExpectation),
  );
  http.on('clientError', (error, socket) => of(socket).fail(error));
  http.on('connect', (request, socket) => of(socket).failWith(problemOfConnect, request));
  return http;
}
