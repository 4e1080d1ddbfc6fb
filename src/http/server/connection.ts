/** What the parts of the HTTP server know of a connection of either kind. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Problem } from '../pipeline/problem.ts';
import type { AnsweringResponse } from './http-answer.ts';
import type { IdleWatch } from './idle-watch.ts';
import type { IncompleteRequests } from './incomplete-requests.ts';
import type { ParseTurns } from './parse-turns.ts';

/** A request of either kind of connection. */
export type Request = IncomingMessage & {
  /** The TCP connection that it came over: `socket` is something else when Node's HTTP has read the request. */
  readonly clientSocket: Socket;
  /** Its body has a budget of its own from now on: it is not counted with the incomplete requests. */
  countElsewhere(): void;
};

/** A response of either kind of connection. */
export type Response = ServerResponse & AnsweringResponse;

export type Listener = (request: Request, response: Response) => unknown;

/** A connection, as its server sees it. */
export interface Connection {
  /** A request runs, and its answer has not been written completely. */
  readonly isAnswering: boolean;
}

/** A connection, as the writer of an answer sees it. */
export interface AnsweredConnection {
  readonly client: Socket;
  /** The server stops, and no further request has been read: this answer is the last. */
  readonly mustEnd: boolean;
  /** An answer without an end begins: what the client sends from now on is discarded. */
  streaming(): void;
}

/** What all connections of a server share. */
export interface Shared {
  /** Each open connection, with its present reader. */
  readonly connections: Map<Socket, Connection>;
  readonly watch: IdleWatch;
  readonly turns: ParseTurns;
  readonly incomplete: IncompleteRequests;
  /** A connection's idle timeout before its first request, and the longest time that a head may take. */
  readonly headersTimeoutMs: number;
  /** Its idle timeout after an answer. */
  readonly keepAliveMs: number;
  /** The server stops. */
  readonly isEnding: () => boolean;
  /** Answers a request; `problem`: what Node's parser refuses about it. */
  readonly answer: (request: Request, response: Response, problem?: Problem | null) => void;
  /** Gives a connection to Node's HTTP for good. It is paused, and its next bytes have not been read. */
  readonly handOver: (client: Socket) => void;
}
