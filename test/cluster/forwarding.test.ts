/** Any node answers any call as the event's owner would answer it. */
import { showElsewhere, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { openPricedShow, type Show, type TestService } from '../support/service.ts';
import {
  bookingOf,
  outcomeOf,
  privatePrefix,
  rowsHall,
  type SessionCalls,
  sessionCalls,
  succeeded,
} from '../support/session-calls.ts';

let cluster: TestCluster;
let nodes: readonly TestService[];

beforeAll(async () => {
  cluster = await startTestCluster(3, { settings: { SERVER_TIMING: '1' } });
  nodes = cluster.nodes;
});

afterAll(() => cluster.close());

describe('a call at a node that does not own the event', () => {
  let show: Show;
  let owner: SessionCalls;
  let front: SessionCalls;
  const seat = (index: number): number => show.seats[index] as number;

  beforeAll(async () => {
    const [first] = nodes as [TestService];
    const [elsewhere, node] = await showElsewhere(nodes, first);
    show = elsewhere;
    front = sessionCalls(first, show);
    owner = sessionCalls(node, show);
  });

  test('sees and changes the same sessions', async () => {
    const id = await front.open([seat(0)], [[show.areas[0], 2]]);
    succeeded(await owner.lock(id, [seat(1)]));
    succeeded(await front.checkout(id));
    const confirmed = succeeded(
      await front.confirm(id, { reference: 'R1', properties: { $key: [1], text: 'é' } }),
    ).body;
    expect(succeeded(await owner.read(id)).body).toEqual(confirmed);
    expect(await nodes[0]?.metric('usher_forwarded_total')).toBeGreaterThan(0);
  });

  test('shows properties as they were sent', async () => {
    const id = await front.open([seat(4)]);
    succeeded(await front.checkout(id));
    const odd = '{"n":12345678901234567890,"__proto__":1.50,"10":1,"9":2}';
    succeeded(await front.confirm(id, `{"properties":${odd}}`));
    for (const node of nodes) {
      const response = await fetch(`${node.url}${privatePrefix}${id}`, {
        headers: { 'X-API-Key': node.catalog.organization.token },
      });
      expect(await response.text()).toContain(`"properties":${odd}`);
    }
  });

  test('is refused with the same problem as at the owner', async () => {
    const rival = await owner.open([seat(2)]);
    const id = await front.open();
    const calls: ((at: SessionCalls) => Promise<{ body: object; status: number }>)[] = [
      (at) => at.lock(id, [seat(2), seat(3)]),
      (at) => at.checkout(id),
      (at) => at.confirm(id, { reference: 'R1' }),
      (at) => at.lock(id, ['x']),
      (at) => at.book('lock', bookingOf([seat(2)])),
      (at) => at.book('lock', bookingOf([999_999])),
      (at) => at.get(`${rival.slice(0, -4)}ffff`),
    ];
    for (const call of calls) {
      const [there, here] = [await call(owner), await call(front)];
      const { requestId: _, timestamp: __, ...body } = here.body as Record<string, unknown>;
      expect(here.status).toBeGreaterThanOrEqual(400);
      expect(there).toMatchObject({ status: here.status, body });
    }
  });

  test('has a Server-Timing header with the times of the owner', async () => {
    const id = await front.open();
    const changed = succeeded(await front.lock(id, [seat(9)])).headers.get('server-timing');
    expect(changed).toMatch(/^queue;dur=[\d.]+, decide;dur=[\d.]+, append;dur=[\d.]+, encode;dur=[\d.]+$/);
    expect(succeeded(await front.get(id)).headers.get('server-timing')).toMatch(/, verify;dur=[\d.]+, encode;/);
    const refused = await front.book('lock', bookingOf([999_999]));
    expect([refused.status, refused.headers.get('server-timing')]).toEqual([400, expect.stringContaining('decide;')]);
  });

  test('reads every seat as the owner shows it', async () => {
    expect(await front.assignments()).toEqual(await owner.assignments());
    expect(succeeded(await front.list()).body).toEqual(succeeded(await owner.list()).body);
  });

  test('honours an idempotency key that was used at another node', async () => {
    const booking = bookingOf([seat(6)]);
    expect((await owner.book('directsale', booking, 'one-sale')).body).toBe(true);
    expect((await front.book('directsale', booking, 'one-sale')).body).toBe(true);
    expect((await front.book('directsale', booking)).body).toBe(false);
    expect(outcomeOf(await front.book('directsale', bookingOf([seat(7)]), 'one-sale'))).toBe(
      '422 IDEMPOTENCY_KEY_REUSED',
    );
  });

  test('shows a session in lists and exports that another node has just confirmed', async () => {
    const id = await owner.open([seat(8)]);
    succeeded(await owner.checkout(id));
    succeeded(await owner.confirm(id, { reference: 'R2' }));
    const sessions = succeeded(await front.list('&state=CONFIRMED')).body;
    expect(sessions).toContainEqual(expect.objectContaining({ id, state: 'CONFIRMED' }));
  });
});

test('an event that is deleted at one node is gone at all of them', async () => {
  const [first, ...others] = nodes as [TestService, ...TestService[]];
  const [show, owner] = await showElsewhere(nodes, first);
  const id = await sessionCalls(owner, show).open();
  succeeded(await sessionCalls(owner, show).cancel(id, {}));
  const { token: key } = first.catalog.organization;
  expect((await first.call('DELETE', `/api/private/v2.0/events/${show.eventId}`, { key })).status).toBe(204);
  for (const node of [first, ...others]) {
    expect(outcomeOf(await sessionCalls(node, show).get(id))).toBe('404 ENTITY_NOT_FOUND');
    expect((await sessionCalls(node, show).list()).status).toBe(404);
  }
});

test('events are spread over all nodes of a cluster', async () => {
  const [first] = nodes as [TestService];
  for (let count = 0; count < 40; count++) await openPricedShow(first, rowsHall);
  const shards = await Promise.all(nodes.map((node) => node.metric('usher_shards')));
  expect(shards.every((count) => count > 0)).toBe(true);
});
