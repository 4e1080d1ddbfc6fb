/** A caller's `traceparent` reaches the receivers of webhooks, whichever node takes the call and whichever decides it. */
import { showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { feedSettled } from '../support/feed-calls.ts';
import { startReceiver } from '../support/receiver.ts';
import type { Show, TestService } from '../support/service.ts';
import { bookingOf, privatePrefix, publicPrefix, sessionCalls, succeeded } from '../support/session-calls.ts';
import { webhookCalls } from '../support/webhook-calls.ts';

const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

let cluster: TestCluster;
let front: TestService;
let show: Show;

beforeAll(async () => {
  cluster = await startTestCluster(2, { settings: { WEBHOOKS_ALLOW_PRIVATE: '1' } });
  [front] = cluster.nodes as [TestService];
  [show] = await showElsewhere(cluster.nodes, front);
});

afterAll(() => cluster.close());

/** A call with the header, at the node that does not have the event. */
async function call(path: string, body: unknown, traceparent: string): Promise<void> {
  const key = front.catalog.organization.token;
  succeeded(await front.call('POST', path, { key, body, headers: { traceparent } }));
}

test('each change is sent with the trace of its own call, and without one if the call had none', async () => {
  await using receiver = await startReceiver();
  const { id } = await webhookCalls(front).create(receiver.url);
  const calls = sessionCalls(front, show);
  const session = await calls.open([show.seats[0] as number]);
  await call(`${publicPrefix}${session}/checkout`, {}, trace);
  await call(`${privatePrefix}${session}/confirm`, {}, 'no trace');
  const booking = `/api/private/v2.0/booking/lock?eventId=${show.eventId}`;
  const later = `cc${trace.slice(2)}-what-later-versions-append`;
  await call(booking, bookingOf([show.seats[1]]), later);
  await feedSettled(front);
  // The event's own creation is told too if the feed did not show it yet when the webhook was made.
  const isOfCall = ({ body }: { body: { type: string } }) => body.type !== 'event.created';
  await receiver.seen((requests) => requests.filter(isOfCall).length === 3);
  expect(receiver.requests.filter(isOfCall).map(({ body, headers }) => [body.type, headers.traceparent])).toEqual(
    expect.arrayContaining([
      ['session.checked-out', trace],
      ['session.confirmed', undefined],
      ['booking.locked', trace],
    ]),
  );
  await webhookCalls(front).call('DELETE', String(id));
});
