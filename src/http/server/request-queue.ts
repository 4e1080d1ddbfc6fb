/**
 * Admits requests to the application, at most so many per iteration of the event loop. Others wait in the order of
 * their arrival, and above a bound they are refused (load shedding). A connection sends its next request after the
 * answer to the one before, so each has at most one request here and none can crowd out the others. Without the queue,
 * clients that are answered at once and ask again at once keep the loop reading: with 12,000 connections, 50,000
 * refusals went out in one iteration of 5.7 s, during which no append was acknowledged.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';

export type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Requests that begin in one iteration. Node itself reads up to 49,000 sockets in one. A small bound makes small
 * batches: at 256 connections holds reached 0.8 of bare Koa with 48, and all of it with 512.
 */
const requestsPerTurnMax = 512;

type Waiting = [request: IncomingMessage, response: ServerResponse];

/** A listener that passes requests to `answer`, or to `refuse` when `waitingMax` others wait already. */
export function makeRequestQueue(answer: Listener, refuse: Listener, waitingMax: number): Listener {
  const waiting: Waiting[] = [];
  /** Refusals are bounded per iteration too: clients that are refused at once ask again at once. */
  const refused: Waiting[] = [];
  let begun = 0;
  const turn = (): void => {
    const next = waiting.splice(0, requestsPerTurnMax);
    const toRefuse = refused.splice(0, requestsPerTurnMax);
    begun = next.length + toRefuse.length;
    if (begun > 0) setImmediate(turn);
    pass(next, answer);
    pass(toRefuse, refuse);
  };
  return (request, response) => {
    if (begun === 0) setImmediate(turn);
    begun += 1;
    if (begun <= requestsPerTurnMax && waiting.length === 0) answer(request, response);
    else if (waiting.length < waitingMax) waiting.push([request, response]);
    else refused.push([request, response]);
  };
}

function pass(requests: readonly Waiting[], listener: Listener): void {
  for (const [request, response] of requests) {
    // A client that has disconnected meanwhile needs no answer.
    if (!request.destroyed) listener(request, response);
  }
}
