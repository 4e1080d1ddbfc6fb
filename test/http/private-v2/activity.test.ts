/** The activity of an event over HTTP: its totals in the list, its samples on one node and on several, and who may read. */
import { startTestCluster } from '../../support/cluster.ts';
import { bearer, logIn } from '../../support/editor-calls.ts';
import { eventually } from '../../support/eventually.ts';
import { openPricedShow, type Show, type TestService } from '../../support/service.ts';
import { bookingOf, outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';

useService();

const eventsPath = '/api/private/v2.0/events/';

async function activityOf({ eventId }: Show, query = '', node = service) {
  const { token: key } = service.catalog.organization;
  return succeeded(await node.call('GET', `${eventsPath}${eventId}/activity/${query}`, { key })).body;
}

async function busyShow(): Promise<Show> {
  const show = await openPricedShow(service, rowsHall);
  const calls = sessionCalls(service, show);
  const [first, second, third, fourth] = show.seats as [number, number, number, number];
  const bought = await calls.open([first, second], [[show.areas[0], 3]]);
  succeeded(await calls.checkout(bought));
  succeeded(await calls.confirm(bought, { reference: 'R-1' }));
  await calls.open([third]);
  succeeded(await calls.book('block', bookingOf([fourth])));
  return show;
}

describe('the totals of an event', () => {
  test('are in the list when they are asked for, and only then', async () => {
    const { eventId } = await busyShow();
    const { token: key } = service.catalog.organization;
    const list = async (query: string) =>
      succeeded(await service.call('GET', `${eventsPath}${query}`, { key })).body.content.find(
        ({ id }: { id: string }) => id === eventId,
      );
    expect((await list('?totals=true')).totals).toEqual({
      seats: { available: 14, held: 1, sold: 2, blocked: 1 },
      places: { available: 21, held: 0, sold: 3, blocked: 0 },
      sessions: { active: 1, pendingPayment: 0 },
      queue: null,
    });
    expect(await list('')).not.toHaveProperty('totals');
  });
});

describe('the activity of an event', () => {
  test('has a sample for every five seconds, with what happened in them', async () => {
    const show = await busyShow();
    expect((await activityOf(show)).samples.at).toEqual([]);
    service.clock.advance(5_000);
    const { samples, totals, stepSeconds, isComplete } = await activityOf(show);
    expect([stepSeconds, isComplete, totals.seats.sold]).toEqual([5, true, 2]);
    expect(samples).toMatchObject({
      created: [2],
      holds: [2],
      checkouts: [1],
      confirmations: [1],
      expiries: [0],
      activeSessions: [1],
      pendingSessions: [0],
      waiting: [0],
      admitted: [0],
      appendMs: [expect.any(Number)],
      slowestAppendMs: [expect.any(Number)],
    });
    expect(samples.at).toEqual([Math.floor(service.clock.now() / 1_000)]);
    service.clock.advance(5_000);
    const later = await activityOf(show, `?after=${samples.at[0]}`);
    expect(later.samples).toMatchObject({ at: [samples.at[0] + 5], created: [0], activeSessions: [1] });
  });

  test('is read with a login as with a key; a login of another organization finds nothing', async () => {
    const { eventId } = await openPricedShow(service, rowsHall);
    const { organization, other } = service.catalog;
    const [own, foreign] = await Promise.all([organization.id, other.id].map((id) => logIn(service, id)));
    const read = async (token: string) =>
      outcomeOf(await service.call('GET', `${eventsPath}${eventId}/activity/`, bearer(token)));
    expect(await read(own?.token ?? '')).toBe('200');
    expect(await read(foreign?.token ?? '')).toBe('404 ENTITY_NOT_FOUND');
    expect(await read('usher_log_wrong')).toBe('401 UNAUTHENTICATED');
  });

  test('contains what the former owner sampled after the event has moved', async () => {
    const cluster = await startTestCluster(1);
    try {
      const [first] = cluster.nodes as [TestService];
      const { token: key } = first.catalog.organization;
      const shows = await Promise.all(Array.from({ length: 8 }, () => openPricedShow(first, rowsHall)));
      for (const show of shows) await sessionCalls(first, show).open([show.seats[0] as number]);
      first.clock.advance(5_000);
      const joined = await cluster.join();
      await eventually(async () => {
        for (const { eventId } of shows) await first.call('GET', `${eventsPath}${eventId}/activity/`, { key });
        return (await joined.metric('usher_live_events')) > 0;
      });
      for (const show of shows) await sessionCalls(joined, show).open([show.seats[2] as number]);
      joined.clock.advance(5_000);
      first.clock.advance(5_000);
      for (const node of cluster.nodes) {
        for (const { eventId } of shows) {
          const path = `${eventsPath}${eventId}/activity/`;
          const { samples, isComplete } = succeeded(await node.call('GET', path, { key })).body;
          expect([isComplete, samples.holds]).toEqual([true, [1, 1]]);
        }
      }
    } finally {
      await cluster.close();
    }
  });
});

test('the public key is shown to the organization, and no secret', async () => {
  const { organization } = service.catalog;
  const { body } = await service.call('GET', '/api/private/management/v2.0/api-keys/', { key: organization.token });
  expect(body).toEqual({
    organizationId: organization.id,
    organizationName: expect.any(String),
    publicKey: organization.publicKey,
  });
});
