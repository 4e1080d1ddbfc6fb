/** The request queue: how many requests start in an iteration of the loop, in which order, and which are dropped. */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { noHeaders } from '#http/server/answer-head.ts';
import type { Request } from '#http/server/connection.ts';
import { NodeResponse } from '#http/server/node-response.ts';
import { makeRequestQueue } from '#http/server/request-queue.ts';

const perTurn = 512;
const answersPerTurn = 64;
const waitingMax = 5000;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/**
 * A request queue, and the names of the requests that it has started and refused. `isAnsweredAtOnce`: the application
 * answers these while they begin.
 */
function queue(isAnsweredAtOnce: (name: string) => boolean = () => false) {
  const begun: string[] = [];
  const refused: string[] = [];
  const pass = makeRequestQueue(
    ({ url = '' }, response) => {
      begun.push(url);
      if (isAnsweredAtOnce(url)) response.answer = { common: noHeaders, headers: [], content: [] };
    },
    ({ url = '' }) => void refused.push(url),
    waitingMax,
  );
  const come = (name: string): IncomingMessage => {
    const request = new IncomingMessage(new Socket());
    request.url = name;
    pass(request as Request, new NodeResponse(request));
    return request;
  };
  return { begun, refused, come };
}

function names(count: number, from = 0): string[] {
  return Array.from({ length: count }, (_, index) => `${from + index}`);
}

describe('the request queue', () => {
  test('starts a few requests at once', () => {
    const { begun, come } = queue();
    names(perTurn).forEach(come);
    expect(begun).toEqual(names(perTurn));
  });

  test('starts many requests over several iterations of the loop, in the order of arrival', async () => {
    const { begun, come } = queue();
    names(2 * perTurn + 100).forEach(come);
    expect(begun).toHaveLength(perTurn);
    await nextTurn();
    expect(begun).toHaveLength(2 * perTurn);
    names(50, 2 * perTurn + 100).forEach(come);
    expect(begun).toHaveLength(2 * perTurn);
    await nextTurn();
    expect(begun).toEqual(names(2 * perTurn + 150));
  });

  test('starts requests at once again when it is empty', async () => {
    const { begun, come } = queue();
    names(perTurn).forEach(come);
    await nextTurn();
    names(perTurn).forEach(come);
    expect(begun).toHaveLength(2 * perTurn);
  });

  test('drops requests whose clients disconnected while they waited', async () => {
    const { begun, come } = queue();
    const requests = names(perTurn + 3).map(come);
    requests[perTurn + 1]?.destroy();
    await nextTurn();
    expect(begun.slice(perTurn)).toEqual([`${perTurn}`, `${perTurn + 2}`]);
  });

  test('starts fewer requests in an iteration that answers them at once', async () => {
    const { begun, come } = queue(() => true);
    names(2 * answersPerTurn + 10).forEach(come);
    expect(begun).toEqual(names(answersPerTurn));
    await nextTurn();
    expect(begun).toEqual(names(2 * answersPerTurn));
    await nextTurn();
    expect(begun).toEqual(names(2 * answersPerTurn + 10));
  });

  test('counts only answers against the smaller bound', async () => {
    const isRefused = (name: string) => Number(name) % 2 === 1;
    const { begun, come } = queue(isRefused);
    names(perTurn).forEach(come);
    expect(begun).toEqual(names(2 * answersPerTurn));
    await nextTurn();
    expect(begun).toEqual(names(4 * answersPerTurn));
  });

  test('refuses requests over several iterations too, and starts waiting ones meanwhile', async () => {
    const { begun, refused, come } = queue();
    names(perTurn + waitingMax + answersPerTurn + 1).forEach(come);
    expect(refused).toEqual([]);
    await nextTurn();
    expect(begun).toHaveLength(2 * perTurn);
    expect(refused).toEqual(names(answersPerTurn, perTurn + waitingMax));
    await nextTurn();
    expect(refused).toHaveLength(answersPerTurn + 1);
  });
});
