/**
 * The listener for the other nodes of the cluster: a port of its own, with the cluster's proof on every request.
 * Promises that no body is read and no command run before the proof has been checked, that nothing runs twice or late,
 * and that requests for another process are refused. Every answer to a node bears a proof; a client without a proof
 * gets an empty 401.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ClusterKeys, digestOf } from '#cluster/cluster-keys.ts';
import type { Envelope, Notice, PeerReply } from '#cluster/ports.ts';
import { RequestCheck } from '#cluster/request-check.ts';
import { type RequestParts, signAnswer } from '#cluster/request-proof.ts';
import { hopsMax } from '#cluster/router.ts';
import {
  bodyBytesMax,
  cutOffWord,
  decodeEnvelopes,
  decodeNotice,
  encodeReplies,
  otherNodeStatus,
  paths,
  staleStatus,
} from '#cluster/wire.ts';
import { GracefulServer } from '../server/graceful-server.ts';

/** Longer than the other side keeps an idle connection. */
const keepAliveMs = 60_000;
const headersTimeoutMs = 5_000;
const requestTimeoutMs = 60_000;

export interface InternalWorld {
  /** This node's id. */
  readonly node: string;
  readonly keys: ClusterKeys;
  /** The monotonic clock, in milliseconds. */
  readonly now: () => number;
  /** Never rejects. */
  serve(envelope: Envelope): Promise<PeerReply>;
  hear(notice: Notice): Promise<void>;
  /** True while this node cannot reach the database. */
  isCutOff(): boolean;
}

type Respond = (status: number, body: string | Buffer) => void;

/** A server for the other nodes, not yet listening. It answers once `answerNodes` has been called. */
export function makeInternalServer(): GracefulServer {
  return new GracefulServer({
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveMs,
  });
}

/** Answers the requests of the server. Call it in the turn in which the server begins to listen, or before. */
export function answerNodes(server: GracefulServer, world: InternalWorld): void {
  const check = new RequestCheck(world);
  server.on('request', (request, response) => {
    const verdict = check.admit(request.url ?? '', request.headers);
    if (request.method !== 'POST' || verdict.kind === 'stranger') return refuse(response);
    const respond: Respond = (status, body) => finish(world, response, verdict.proof, status, body);
    if (verdict.kind === 'welcome') return void answer(world, request, verdict.parts, response, respond);
    // The body is not read, so the connection must end with the answer.
    response.setHeader('connection', 'close');
    respond(verdict.kind === 'stale' ? staleStatus : otherNodeStatus, '');
  });
}

async function answer(
  world: InternalWorld,
  request: IncomingMessage,
  parts: RequestParts,
  response: ServerResponse,
  respond: Respond,
): Promise<void> {
  if (parts.bytes > bodyBytesMax) {
    response.setHeader('connection', 'close');
    return respond(413, '');
  }
  const body = await read(request);
  if (body === null) return;
  if (digestOf(body) !== parts.digest) return refuse(response);
  try {
    switch (parts.path) {
      case paths.ping:
        return respond(200, world.isCutOff() ? cutOffWord : '');
      case paths.tell:
        void world.hear(decodeNotice(body));
        return respond(200, '');
      case paths.ask: {
        const envelopes = decodeEnvelopes(body, world.node, hopsMax);
        return respond(200, encodeReplies(await Promise.all(envelopes.map((one) => world.serve(one)))));
      }
      default:
        return respond(404, '');
    }
  } catch {
    return respond(400, '');
  }
}

/** Reads the body, whose length has been checked. Null when the other side disconnected. */
function read(request: IncomingMessage): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)));
    request.on('error', () => resolve(null));
  });
}

/** Answers a request without a valid proof with an empty 401; the connection ends. */
function refuse(response: ServerResponse): void {
  response.writeHead(401, { connection: 'close', 'content-length': 0 });
  response.end();
}

function finish(
  { keys, node, now }: InternalWorld,
  response: ServerResponse,
  proof: string,
  status: number,
  body: string | Buffer,
): void {
  const headers = signAnswer(keys, proof, { status, node, time: Math.round(now()) }, body);
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
