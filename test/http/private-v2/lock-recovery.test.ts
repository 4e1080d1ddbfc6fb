/** Private locks of every kind after a crash of their process, over HTTP: kept, and expired in time. */
import { eventually } from '../../support/eventually.ts';
import { applySettings, openPricedShow, type Show, startTestService, type TestService } from '../../support/service.ts';
import { bookingOf, rowsHall, type SessionCalls, sessionCalls, succeeded } from '../../support/session-calls.ts';

const second = 1000;
/** Each hold type with its duration in seconds and the state of its seats. */
const kinds = [
  { holdType: null, ttlSeconds: 120, state: 'LOCKED' },
  { holdType: 'VIP', ttlSeconds: 60, state: 'LOCKED' },
  { holdType: 'HOUSE', ttlSeconds: 300, state: 'BLOCKED' },
  { holdType: 'RESERVED', ttlSeconds: null, state: 'LOCKED' },
  { holdType: 'KILLED', ttlSeconds: null, state: 'BLOCKED' },
] as const;
const holdTypes = {
  VIP: { ttlSeconds: 60, validState: 'LOCKED' },
  HOUSE: { ttlSeconds: 300, validState: 'BLOCKED' },
  KILLED: { ttlSeconds: null, validState: 'BLOCKED' },
} as const;

let first: TestService;
let show: Show;
let floor: number;

beforeEach(async () => {
  first = await startTestService();
  await applySettings(first, { holdTypes, lockTtlSeconds: 120 });
  show = await openPricedShow(first, rowsHall);
  [floor] = show.areas as [number];
});

afterEach(() => first.close());

/** Locks one seat and two places with each hold type; blocks one more seat and one place. */
async function lockAll(calls: SessionCalls): Promise<void> {
  for (const [index, { holdType }] of kinds.entries()) {
    const answer = await calls.book('lock', bookingOf([show.seats[index]], [[floor, 2]], { holdType }));
    expect(succeeded(answer).body).toBe(true);
  }
  expect((await calls.book('block', bookingOf([show.seats[5]], [[floor, 1]]))).body).toBe(true);
}

async function shown(calls: SessionCalls): Promise<unknown[]> {
  const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
  const seats = seatsOnEvent.slice(0, 6).map(({ state, holdType }: Record<string, string | null>) => [state, holdType]);
  return [...seats, groupsOnEvent[0].activeCount];
}

/** The expected state `seconds` after the locks were made. */
function expected(seconds: number): unknown[] {
  const alive = kinds.map(({ ttlSeconds }) => ttlSeconds === null || ttlSeconds > seconds);
  const seats = kinds.map(({ holdType, state }, at) => (alive[at] ? [state, holdType] : ['ACTIVE', null]));
  return [...seats, ['BLOCKED', null], 19 - 2 * alive.filter(Boolean).length];
}

test('every kind of private lock survives a crash and expires at its original deadline', async () => {
  await lockAll(sessionCalls(first, show));
  const next = await first.restart();
  const calls = sessionCalls(next, show);
  expect(await shown(calls)).toEqual(expected(0));
  let passed = 0;
  for (const seconds of [58, 63, 119, 123, 299, 303, 30 * 24 * 3600]) {
    next.clock.advance((seconds - passed) * second);
    passed = seconds;
    await eventually(async () => JSON.stringify(await shown(calls)) === JSON.stringify(expected(seconds)));
  }
});

test('private locks that expire while no process runs are freed by the next process', async () => {
  await lockAll(sessionCalls(first, show));
  const later = await first.restart(130 * second);
  const calls = sessionCalls(later, show);
  await eventually(async () => {
    later.clock.advance(second);
    return JSON.stringify(await shown(calls)) === JSON.stringify(expected(140));
  });
  expect((await calls.book('directsale', bookingOf([show.seats[0], show.seats[1]]))).body).toBe(true);
});

test('locks that were sold, unlocked or unblocked before a crash do not expire after it', async () => {
  const calls = sessionCalls(first, show);
  await lockAll(calls);
  succeeded(await calls.book('sale', bookingOf([show.seats[0], show.seats[1]], [[floor, 3]])));
  succeeded(await calls.book('unblock', bookingOf([show.seats[2]], [[floor, 3]])));
  succeeded(await calls.book('unlock', bookingOf([show.seats[3]])));
  const before = await calls.assignments();
  const later = await first.restart();
  const after = sessionCalls(later, show);
  expect(await after.assignments()).toEqual(before);
  later.clock.advance(400 * second);
  const states = (await after.assignments()).seatsOnEvent.slice(0, 6).map(({ state }: { state: string }) => state);
  expect(states).toEqual(['SOLD', 'SOLD', 'ACTIVE', 'ACTIVE', 'BLOCKED', 'BLOCKED']);
  expect((await after.assignments()).groupsOnEvent[0]).toMatchObject({ sold: 3, held: 0, locked: 2 });
});
