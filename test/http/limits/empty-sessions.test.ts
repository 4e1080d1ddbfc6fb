/** The number of empty sessions of an event is bounded: what the buyers of cancelled ones see, also after a restart. */
import { calls, service, show, useHall } from '../../support/hall.ts';
import { openPricedShow } from '../../support/service.ts';
import { outcomeOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall({ settings: { EMPTY_SESSIONS_PER_EVENT_MAX: '3' }, once: true });

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
  const { body: shown } = succeeded(await calls.get(oldest));
  expect(shown).toMatchObject({ cart: { seats: [], groupOfSeats: [] }, total: 0, expiresAt: null });
  expect(succeeded(await calls.cancel(oldest)).body).toMatchObject({ state: 'CANCELLED' });
  for (const verb of ['unlock', 'checkout'] as const)
    expect(outcomeOf(await calls.callPublic(oldest, verb, {}))).toBe('409 SESSION_DEAD');
  expect(outcomeOf(await calls.confirm(oldest, {}))).toBe('404 ENTITY_NOT_FOUND');
  expect(await service.metric('usher_sessions_evicted_total')).toBe(1);
  const rows: { id: string; state: string }[] = succeeded(await calls.list()).body;
  const stateOf = (id: string) => rows.find((row) => row.id === id)?.state;
  expect([holder, oldest, second, third, fourth].map(stateOf)).toEqual([
    'ACTIVE',
    undefined,
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

test('sessions that made room leave no key and no row', async () => {
  const other = await openPricedShow(service, rowsHall);
  const there = sessionCalls(service, other);
  const ids: string[] = [];
  for (let nth = 0; nth < 40; nth++) ids.push(succeeded(await there.create(`flood-${nth}`)).body.sessionId);
  const rows = async (): Promise<string[]> => succeeded(await there.list()).body.map(({ id }: { id: string }) => id);
  expect((await rows()).toSorted()).toEqual(ids.slice(-3).toSorted());
  // The key is free again: the same create makes another session.
  const again = await there.create('flood-0');
  expect([again.status, ids.includes(again.body.sessionId)]).toEqual([201, false]);
  expect((await rows()).toSorted()).toEqual([...ids.slice(-2), again.body.sessionId].toSorted());
});
