/** The request queue: how many requests start in an iteration of the loop, in which order, and which are dropped. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { makeRequestQueue } from '#http/server/request-queue.ts';

const perTurn = 512;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A request queue, and the names of the requests that it has started. */
function queue() {
  const begun: string[] = [];
  const pass = makeRequestQueue(
    ({ url }) => void begun.push(url ?? ''),
    () => {},
    5000,
  );
  const come = (name: string): IncomingMessage => {
    const request = new IncomingMessage(new Socket());
    request.url = name;
    pass(request, new ServerResponse(request));
    return request;
  };
  return { begun, come };
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
});
