/** The number of empty sessions of an event is bounded: what the buyers of cancelled ones see, also after a restart. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { outcomeOf, rowsHall, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';

let service: TestService;
let show: Show;
let calls: SessionCalls;

beforeAll(async () => {
  service = await startTestService({ EMPTY_SESSIONS_PER_EVENT_MAX: '3' });
  show = await openPricedShow(service, rowsHall);
  calls = sessionCalls(service, show);
});

afterAll(() => service.close());

test('beyond the maximum, a new session cancels the oldest empty one, and its buyer is told', async () => {
  const seat = show.seats[0] as number;
  const holder = await calls.open([seat]);
  const created = await calls.create('oldest');
  const oldest = created.body.sessionId;
  const [second, third] = [await calls.open(), await calls.open()];
  const fourth = await calls.open();
  const dead = await calls.lock(oldest, [show.seats[1]]);
  expect([outcomeOf(dead), dead.body.state]).toEqual(['409 SESSION_DEAD', 'CANCELLED']);
  expect((await calls.get(oldest)).body).toMatchObject({ state: 'CANCELLED', expiresInSeconds: 0 });
  expect((await calls.create('oldest')).body).toMatchObject({ sessionId: oldest, state: 'CANCELLED' });
  expect(await service.metric('usher_sessions_evicted_total')).toBe(1);
  const rows: { id: string; state: string }[] = succeeded(await calls.list()).body;
  const stateOf = (id: string) => rows.find((row) => row.id === id)?.state;
  expect([holder, oldest, second, third, fourth].map(stateOf)).toEqual([
    'ACTIVE',
    'CANCELLED',
    'ACTIVE',
    'ACTIVE',
    'ACTIVE',
  ]);

  // Another process has the same count.
  const later = sessionCalls(await service.restart(), show);
  succeeded(await later.unlock(holder, [seat]));
  await later.open();
  const states = await Promise.all([holder, second, third, fourth].map(async (id) => (await later.get(id)).body.state));
  expect(states).toEqual(['CANCELLED', 'CANCELLED', 'ACTIVE', 'ACTIVE']);
});
