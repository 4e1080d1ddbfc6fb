/** The log of running nodes answers why a buyer was refused, and which node has the event. */
import { openCatalog } from '../support/catalog.ts';
import { showElsewhere } from '../support/cluster.ts';
import { eventually } from '../support/eventually.ts';
import { type NodeProcess, startNodeProcess } from '../support/node-process.ts';
import { type RedisServer, startRedis } from '../support/redis.ts';
import type { Show } from '../support/service.ts';
import { sessionCalls } from '../support/session-calls.ts';

let catalog: Awaited<ReturnType<typeof openCatalog>>;
let redis: RedisServer;
let nodes: readonly NodeProcess[] = [];

beforeAll(async () => {
  [catalog, redis] = await Promise.all([openCatalog(), startRedis()]);
  const start = () => startNodeProcess(catalog, [redis.url], { LOG_LEVEL: 'debug' });
  nodes = [await start(), await start()];
  await eventually(async () => (await Promise.all(nodes.map((node) => node.metric('usher_peers')))).every(Boolean));
});

afterAll(async () => {
  for (const node of nodes) await node.kill();
  await redis.stop();
  await catalog.close();
});

/** A lock that is refused because another session has the seat: its line, at the node that was called. */
async function refusedLock(node: NodeProcess, show: Show, requestId: string): Promise<Record<string, unknown>> {
  const calls = sessionCalls(node, show);
  const [seat] = show.seats as [number];
  const id = await calls.open();
  await calls.lock(await calls.open(), [seat]);
  const path = `/api/public/v2.0/session/${id}/lock`;
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const headers = { 'X-Request-Id': requestId, traceparent };
  const refused = await node.call('POST', path, { headers, body: { seats: [seat] } });
  expect([refused.status, refused.body.errorCode]).toEqual([409, 'SEAT_CONFLICT']);
  const line = await eventually(() =>
    node
      .said()
      .split('\n')
      .find((text) => text.endsWith('}') && text.includes(`"requestId":"${requestId}"`)),
  );
  expect(line).not.toContain(id);
  return JSON.parse(line);
}

test('a refused lock has a line that names the node with the event, also when that is another one', async () => {
  const [front, other] = nodes as [NodeProcess, NodeProcess];
  const [elsewhere, owner] = await showElsewhere(nodes, front);
  expect(owner).toBe(other);
  const forwarded = await refusedLock(front, elsewhere, 'forwarded-lock');
  expect(forwarded).toMatchObject({
    level: 'debug',
    msg: 'request refused',
    status: 409,
    code: 'SEAT_CONFLICT',
    event: expect.any(Number),
    ms: expect.any(Number),
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  });
  // Each node says its own id when it starts.
  const [frontId, ownerId] = [front, other].map(
    (node) => /"node":"([^"]+)".*"the id of this node"/.exec(node.said())?.[1],
  );
  expect([frontId, ownerId]).toEqual([
    expect.stringMatching(/^[\da-f-]{36}$/),
    expect.stringMatching(/^[\da-f-]{36}$/),
  ]);
  expect([forwarded.owner, ownerId === frontId]).toEqual([ownerId, false]);
  // The node itself names the same owner, and another one for an event that the first node has.
  expect(await refusedLock(other, elsewhere, 'lock-at-owner')).toMatchObject({ owner: ownerId });
  const [here] = await showElsewhere(nodes, other);
  expect(await refusedLock(other, here, 'forwarded-back')).toMatchObject({ owner: frontId });
});
