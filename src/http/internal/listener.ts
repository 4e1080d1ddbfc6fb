/**
 * The listener that only other nodes know: another port, with the cluster's secret on every request. Promises
 * that nothing is read, let alone run, before the secret has been checked, and that what is meant for another
 * process is refused. Says nothing to strangers.
 */
import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Envelope, Notice, PeerReply } from '#cluster/ports.ts';
import { hopsMax } from '#cluster/router.ts';
import {
  cutOffWord,
  decodeEnvelopes,
  decodeNotice,
  encodeReplies,
  nodeHeader,
  parcelBytesMax,
  paths,
  wrongNodeStatus,
} from '#cluster/wire.ts';
import { GracefulServer } from '../graceful-server.ts';

/** More than the other side keeps a connection. */
const keepAliveMs = 60_000;
const headersTimeoutMs = 5_000;
const requestTimeoutMs = 60_000;

export interface InternalWorld {
  /** This node's id. */
  readonly node: string;
  readonly secret: string;
  /** Never rejects. */
  serve(envelope: Envelope): Promise<PeerReply>;
  hear(notice: Notice): Promise<void>;
  /** True while this node has no way to the database. */
  isCutOff(): boolean;
}

/** A server for the other nodes, not yet listening. */
export function makeInternalServer(world: InternalWorld): GracefulServer {
  const expected = digest(world.secret);
  const server = new GracefulServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
  });
  server.on('request', (request, response) => {
    const given = request.headers.authorization ?? '';
    if (!timingSafeEqual(digest(given.replace(/^Bearer /, '')), expected)) return refuse(response, 401);
    response.setHeader(nodeHeader, world.node);
    if (request.headers[nodeHeader] !== world.node) return refuse(response, wrongNodeStatus);
    void answer(world, request, response);
  });
  return server;
}

async function answer(world: InternalWorld, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { 'content-length': announced } = request.headers;
  if (announced === undefined || Number(announced) > parcelBytesMax) return refuse(response, 413);
  const body = await read(request);
  if (body === null) return;
  try {
    switch (request.url) {
      case paths.ping:
        return finish(response, 200, world.isCutOff() ? cutOffWord : '');
      case paths.tell:
        void world.hear(decodeNotice(body));
        return finish(response, 200, '');
      case paths.ask: {
        const envelopes = decodeEnvelopes(body, world.node, hopsMax);
        return finish(response, 200, encodeReplies(await Promise.all(envelopes.map((one) => world.serve(one)))));
      }
      default:
        return finish(response, 404, '');
    }
  } catch {
    return finish(response, 400, '');
  }
}

/** As long as was announced. Null when the other side went away. */
function read(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', () => resolve(null));
  });
}

/** Without having read the body: the connection ends with the answer. */
function refuse(response: ServerResponse, status: number): void {
  response.setHeader('connection', 'close');
  finish(response, status, '');
}

function finish(response: ServerResponse, status: number, body: string | Buffer): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function digest(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}
