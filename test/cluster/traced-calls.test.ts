/** One trace over two nodes: the call at the node that was asked, the command at the node that has the event. */

import { randomBytes } from 'node:crypto';
import { showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts';
import type { Show, TestService } from '../support/service.ts';
import { publicPrefix, sessionCalls } from '../support/session-calls.ts';

const parentId = '00f067aa0ba902b7';

let collector: Collector;
let cluster: TestCluster;
let front: TestService;
let owner: TestService;
let show: Show;

beforeAll(async () => {
  collector = await startCollector();
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER_ARG: '0' };
  cluster = await startTestCluster(2, { settings });
  [front] = cluster.nodes as [TestService];
  [show, owner] = await showElsewhere(cluster.nodes, front);
});

afterAll(async () => {
  await cluster.close();
  await collector[Symbol.asyncDispose]();
});

/** Locks a seat in a trace of its own, and returns the spans of the call and of the command, without their ids. */
async function spansOfLock(node: TestService, sessionId: string, seat: number, count: number): Promise<unknown[]> {
  const traceId = randomBytes(16).toString('hex');
  const headers = { traceparent: `00-${traceId}-${parentId}-01` };
  await node.call('POST', `${publicPrefix}${sessionId}/lock`, { headers, body: { seats: [seat] } });
  const spans = await collector.traceOf(traceId, count);
  const call = spans.find(({ parentSpanId }) => parentSpanId === parentId);
  const told = ({ name, kind, isError, attributes }: CollectedSpan) => [
    name,
    kind,
    isError,
    attributes['usher.event'],
    attributes['usher.error_code'],
  ];
  return [call, ...spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)].map((span) => span && told(span));
}

test('a forwarded call is one trace over both nodes, and a call at the node with the event has one span', async () => {
  const calls = sessionCalls(front, show);
  const [taken, free] = show.seats as [number, number];
  await calls.open([taken]);
  const session = await calls.open();
  const event = (await owner.parts.persistence.events.find(show.eventId))?.eventNumber;
  const call = `POST ${publicPrefix}{id}/lock`;
  expect(await spansOfLock(front, session, taken, 2)).toEqual([
    [call, 'server', false, event, 'SEAT_CONFLICT'],
    ['lock-session', 'server', false, event, 'SEAT_CONFLICT'],
  ]);
  expect(await spansOfLock(front, session, free, 2)).toEqual([
    [call, 'server', false, event, undefined],
    ['lock-session', 'server', false, event, undefined],
  ]);
  expect(await spansOfLock(owner, session, free, 1)).toEqual([[call, 'server', false, event, undefined]]);
  await spansOfLock(owner, session, free, 1);
  expect(collector.spans.filter(({ name }) => name === 'lock-session')).toHaveLength(2);
});
