/**
 * Admits requests to the application, at most so many per iteration of the event loop. Others wait in the order of
 * their arrival, and above a bound they are refused (load shedding). A connection sends its next request after the
 * answer to the one before, so each has at most one request here and none can crowd out the others. Without the queue,
 * clients that are answered at once and ask again at once keep the loop reading: with 12,000 connections, 50,000
 * refusals went out in one iteration of 5.7 s, during which no append was acknowledged.
 */
import type { Listener, Request, Response } from './connection.ts';

/**
 * Requests that begin in one iteration. Node itself reads up to 49,000 sockets in one. A small bound makes small
 * batches: at 256 connections holds reached 0.8 of bare Koa with 48, and all of it with 512.
 */
const requestsPerTurnMax = 512;
/**
 * Of these, requests that are answered as they begin, which are refusals and reads from memory. Writing an answer takes
 * longer than queueing a call for its event, and an append that the database has acknowledged waits for the end of the
 * iteration.
 */
const answersPerTurnMax = 64;

type Waiting = [request: Request, response: Response];

/** A listener that passes requests to `answer`, or to `refuse` when `waitingMax` others wait already. */
export function makeRequestQueue(answer: Listener, refuse: Listener, waitingMax: number): Listener {
  const waiting: Waiting[] = [];
  /** Refusals are bounded per iteration too: clients that are refused at once ask again at once. */
  const refused: Waiting[] = [];
  let isTurnPlanned = false;
  let begun = 0;
  let answered = 0;
  const isTurnFull = (): boolean => begun >= requestsPerTurnMax || answered >= answersPerTurnMax;
  const begin = (request: Request, response: Response): void => {
    begun += 1;
    answer(request, response);
    if (response.answer !== null) answered += 1;
  };
  const turn = (): void => {
    isTurnPlanned = waiting.length + refused.length > 0;
    if (isTurnPlanned) setImmediate(turn);
    begun = 0;
    answered = 0;
    pass(waiting, begin, isTurnFull);
    let refusals = 0;
    pass(refused, refuse, () => refusals++ === answersPerTurnMax);
  };
  return (request, response) => {
    if (!isTurnPlanned) setImmediate(turn);
    isTurnPlanned = true;
    if (waiting.length === 0 && !isTurnFull()) begin(request, response);
    else if (waiting.length < waitingMax) waiting.push([request, response]);
    else refused.push([request, response]);
  };
}

/** Takes requests out of the queue and passes them on until `isEnough`. */
function pass(queue: Waiting[], listener: Listener, isEnough: () => boolean): void {
  let taken = 0;
  for (const [request, response] of queue) {
    if (isEnough()) break;
    taken += 1;
    // A client that has disconnected meanwhile needs no answer.
    if (!request.destroyed) listener(request, response);
  }
  queue.splice(0, taken);
}
