/** Time over HTTP: expiry of holds, payment graces and locks, and the state after another process has taken over. */
import { sql } from 'slonik';
import { eventually } from '../support/eventually.ts';
import { type Answer, openPricedShow, type Show, startTestService, type TestService } from '../support/service.ts';
import {
  bookingOf,
  outcomeOf,
  rowsHall,
  type SessionCalls,
  selectionOf,
  sessionCalls,
  succeeded,
} from '../support/session-calls.ts';

const second = 1000;
const holdMs = 900 * second;
const graceMs = 600 * second;
/** How late an expiry may be. */
const lateMsMax = 2 * second;

let first: TestService;
let newest: TestService;
let show: Show;
let calls: SessionCalls;

async function start(settings: Record<string, string> = {}): Promise<void> {
  first = await startTestService(settings);
  newest = first;
  // Deadlines are between two sweeps.
  first.clock.advance(300);
  show = await openPricedShow(first, rowsHall);
  calls = sessionCalls(first, show);
}

async function restart(laterMs = 0): Promise<SessionCalls> {
  newest = await newest.restart(laterMs);
  return sessionCalls(newest, show);
}

beforeEach(() => start());

afterEach(() => newest.close());

const seat = (index: number) => show.seats[index] as number;

async function frozen(index: number): Promise<string> {
  const id = await calls.open([seat(index)]);
  succeeded(await calls.checkout(id));
  return id;
}

/** The state in the projection, read without asking the event. */
async function storedState(id: string): Promise<unknown> {
  return first.catalog.pool.maybeOneFirst(sql.unsafe`select state from session_record where id = ${id}`);
}

/** Lets time pass in small steps until the condition holds. */
const inTime = (service: TestService, ask: () => Promise<boolean>) =>
  eventually(() => {
    service.clock.advance(100);
    return ask();
  });

describe('a hold', () => {
  test('lasts until its last millisecond and is gone two seconds later', async () => {
    const id = await calls.open([seat(0)], [[show.areas[0], 3]]);
    first.clock.advance(holdMs - 1);
    expect((await calls.get(id)).body).toMatchObject({ state: 'ACTIVE', expiresInSeconds: 1 });
    succeeded(await calls.lock(id, [seat(1)]));
    first.clock.advance(1 + lateMsMax);
    expect((await calls.get(id)).body).toMatchObject({
      state: 'EXPIRED',
      expiresInSeconds: 0,
      cart: { seats: [] },
      total: 0,
    });
    const rival = await calls.open([seat(0), seat(1)], [[show.areas[0], 6]]);
    expect((await calls.get(rival)).body.state).toBe('ACTIVE');
  });

  test('that has expired keeps its seats until the sweep', async () => {
    const id = await calls.open([seat(0)]);
    first.clock.advance(holdMs);
    const rival = await calls.open();
    expect((await calls.get(id)).body).toMatchObject({
      state: 'ACTIVE',
      expiresInSeconds: 0,
      cart: { seats: [{ id: seat(0) }] },
    });
    expect(outcomeOf(await calls.lock(rival, [seat(0)]))).toBe('409 SEAT_CONFLICT');
    expect(outcomeOf(await calls.book('lock', bookingOf([seat(0)])))).toBe('409 SESSION_HELD');
    expect(outcomeOf(await calls.checkout(id))).toBe('409 SESSION_DEAD');
    first.clock.advance(lateMsMax);
    expect(outcomeOf(await calls.lock(rival, [seat(0)]))).toBe('200');
  });

  test('is not prolonged by calls of the buyer', async () => {
    const id = await calls.open([seat(0)]);
    const { expiresAt } = (await calls.get(id)).body;
    first.clock.advance(60 * second);
    for (const answer of [await calls.lock(id, [seat(1)]), await calls.unlock(id, [seat(0)]), await calls.get(id)]) {
      expect(answer.body).toMatchObject({ expiresAt, expiresInSeconds: 840 });
    }
  });

  test('expires together with a thousand others', async () => {
    const before = await first.metric('usher_holds_expired_total');
    const ids = await Promise.all(Array.from({ length: 1000 }, () => calls.open()));
    first.clock.advance(holdMs + lateMsMax);
    await eventually(async () => (await first.metric('usher_holds_expired_total')) === before + 1000);
    for (const id of [ids[0], ids[999]]) expect((await calls.get(id as string)).body.state).toBe('EXPIRED');
  });
});

describe('the payment grace', () => {
  test('starts at checkout and lets the sale be confirmed to its last millisecond', async () => {
    const id = await calls.open([seat(0)]);
    first.clock.advance(holdMs - 1);
    expect(succeeded(await calls.checkout(id)).body).toMatchObject({ state: 'PENDING_PAYMENT', expiresInSeconds: 600 });
    first.clock.advance(graceMs - 1);
    expect(outcomeOf(await calls.lock(id, [seat(1)]))).toBe('409 SESSION_FROZEN');
    expect((await calls.confirm(id)).body.state).toBe('CONFIRMED');
    first.clock.advance(holdMs);
    expect((await calls.get(id)).body.state).toBe('CONFIRMED');
  });

  test('that has expired lets the sale be confirmed until the sweep, and not after it', async () => {
    const [prompt, late] = [await frozen(0), await frozen(1)];
    first.clock.advance(graceMs);
    expect((await calls.confirm(prompt)).body).toMatchObject({ state: 'CONFIRMED', expiresAt: null });
    first.clock.advance(lateMsMax);
    const answer = await calls.confirm(late, { reference: 'LATE' });
    expect(outcomeOf(answer)).toBe('409 SESSION_DEAD');
    expect(answer.body.state).toBe('EXPIRED');
    const { seatsOnEvent } = await calls.assignments();
    expect(seatsOnEvent.slice(0, 2)).toMatchObject([{ state: 'SOLD' }, { state: 'ACTIVE' }]);
  });
});

test('a private lock expires within two seconds after its deadline, and not before', async () => {
  succeeded(await calls.book('lock', bookingOf([seat(0)], [[show.areas[0], 20]])));
  const id = await calls.open();
  const wanted = selectionOf([seat(0)], [[show.areas[0], 1]]);
  first.clock.advance(holdMs - 1);
  const answer = await calls.callPublic(id, 'lock', wanted);
  expect(answer.body.conflicts).toEqual({ seats: [seat(0)], groupOfSeats: [show.areas[0]] });
  first.clock.advance(1 + lateMsMax);
  const { seatsOnEvent, groupsOnEvent } = await calls.assignments();
  expect(seatsOnEvent[0].state).toBe('ACTIVE');
  expect(groupsOnEvent[0]).toMatchObject({ activeCount: 20, held: 0 });
});

test('settings define the hold time, the payment grace, the maximum of seats and the sweep interval', async () => {
  await newest.close();
  await start({ HOLD_SECONDS: '60', PAYMENT_GRACE_SECONDS: '30', MAX_SEATS_PER_SESSION: '2', SWEEP_MS: '100' });
  const { body } = await calls.create();
  expect(body).toMatchObject({ ttlSeconds: 60, expiresInSeconds: 60, maxSeats: 2 });
  const over = await calls.lock(body.sessionId, show.seats.slice(0, 3));
  expect(over.body).toMatchObject({ errorCode: 'CAP_SEATS', maxSeats: 2 });
  succeeded(await calls.lock(body.sessionId, [seat(0)]));
  expect(succeeded(await calls.checkout(body.sessionId)).body.expiresInSeconds).toBe(30);
  first.clock.advance(30 * second);
  expect((await calls.get(body.sessionId)).body.state).toBe('EXPIRED');
});

describe('when another process has taken over', () => {
  test('repetitions get the answers that the first process gave', async () => {
    const created = await calls.create('once');
    const id = created.body.sessionId;
    succeeded(await calls.lock(id, [seat(0)], [[show.areas[0], 2]]));
    const checkedOut = succeeded(await calls.checkout(id));
    const sold = await frozen(1);
    const confirmed = succeeded(await calls.confirm(sold, { reference: 'R', properties: { gate: 4 } }));
    const booking = bookingOf([seat(2)], [[show.areas[1], 4]]);
    expect((await calls.book('directsale', booking, 'sale')).body).toBe(true);
    expect((await calls.book('lock', booking, 'refused')).body).toBe(false);
    const [inventory, list] = [await calls.assignments(), (await calls.list()).body];

    const later = await restart();
    expect((await later.list()).body).toEqual(list);
    const again = await later.create('once');
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ ...checkedOut.body, maxSeats: 10, ttlSeconds: 900 });
    expect((await later.checkout(id)).body).toEqual(checkedOut.body);
    expect((await later.confirm(sold, { reference: 'other' })).body).toEqual(confirmed.body);
    expect((await later.book('directsale', booking, 'sale')).body).toBe(true);
    expect((await later.book('lock', booking, 'refused')).body).toBe(false);
    expect(outcomeOf(await later.book('lock', booking, 'sale'))).toBe('422 IDEMPOTENCY_KEY_REUSED');
    expect(await later.assignments()).toEqual(inventory);
    expect(outcomeOf(await later.confirm(id, { reference: 'R' }))).toBe('409 REFERENCE_TAKEN');
  });

  test('the first one answers from the current state, not from its memory, including reads and refusals', async () => {
    const id = await calls.open([seat(0)]);
    const both = [{ id: seat(0) }, { id: seat(1) }];
    const attempts: readonly (readonly [ask: () => Promise<Answer>, truth: object])[] = [
      [() => calls.get(id), { cart: { seats: both } }],
      [() => calls.lock(id, [seat(0)]), { cart: { seats: both } }],
      [() => calls.read(id), { cart: { seats: both } }],
      [() => calls.book('lock', bookingOf([seat(1)])), { errorCode: 'SESSION_HELD' }],
    ];
    for (const [ask, truth] of attempts) {
      const later = await restart();
      succeeded(await later.lock(id, [seat(1)]));
      expect((await ask()).body).toMatchObject(truth);
      succeeded(await later.unlock(id, [seat(1)]));
      expect((await calls.get(id)).body.cart.seats).toMatchObject([{ id: seat(0) }]);
    }
  });

  test('deadlines that passed while no process ran are kept at once, without any request for the event', async () => {
    const id = await calls.open([seat(0)]);
    const paying = await frozen(1);
    succeeded(await calls.book('lock', bookingOf([seat(2)])));
    await restart(holdMs + lateMsMax);
    await inTime(
      newest,
      async () => (await storedState(id)) === 'EXPIRED' && (await storedState(paying)) === 'EXPIRED',
    );
    const seatsTaken = sql.unsafe`select count(*)::integer from seat_booking`;
    await inTime(newest, async () => Number(await first.catalog.pool.oneFirst(seatsTaken)) === 0);
    expect(await newest.metric('usher_holds_expired_total')).toBe(3);
  });

  test('later deadlines are kept too, without any request for the event, which is not in memory', async () => {
    const id = await calls.open([seat(0)]);
    succeeded(await calls.list());
    await restart();
    expect(await newest.metric('usher_live_events')).toBe(0);
    newest.clock.advance(holdMs - 2 * second);
    expect(await storedState(id)).toBe('ACTIVE');
    await inTime(newest, async () => (await storedState(id)) === 'EXPIRED');
    expect(newest.clock.now()).toBeGreaterThanOrEqual(first.clock.now() + holdMs);
  });

  test('a clock behind the first one does not turn actor time back', async () => {
    const id = await calls.open([seat(0)]);
    const { body } = await calls.get(id);
    const later = await restart(-3600 * second);
    const { expiresAt, expiresInSeconds, serverTime } = body;
    expect((await later.get(id)).body).toMatchObject({ expiresAt, expiresInSeconds, serverTime });
    expect((await later.create()).body.expiresAt).toBe(expiresAt);
  });
});

test('an event that has left memory answers as before', async () => {
  const created = await calls.create('once');
  const sold = await frozen(0);
  const confirmed = succeeded(await calls.confirm(sold, { reference: 'R', properties: { gate: 4 } }));
  succeeded(await calls.cancel(created.body.sessionId, {}));
  const cancelled = succeeded(await calls.get(created.body.sessionId)).body;
  first.clock.advance(301 * second);
  await inTime(first, async () => (await first.metric('usher_live_events')) === 0);
  const { serverTime } = (await calls.get(created.body.sessionId)).body;
  expect((await calls.get(created.body.sessionId)).body).toEqual({ ...cancelled, serverTime });
  expect((await calls.create('once')).body).toMatchObject({ sessionId: created.body.sessionId, state: 'CANCELLED' });
  expect((await calls.confirm(sold)).body).toEqual(confirmed.body);
  expect(outcomeOf(await calls.lock(sold, [seat(1)]))).toBe('409 SESSION_DEAD');
  const rival = await frozen(1);
  expect((await calls.confirm(rival, { reference: 'R' })).body).toMatchObject({
    errorCode: 'REFERENCE_TAKEN',
    sessionId: sold,
  });
  expect((await calls.release(sold)).body).toMatchObject({
    state: 'CANCELLED',
    reference: 'R',
    properties: { gate: 4 },
  });
  expect((await calls.assignments()).seatsOnEvent[0].state).toBe('ACTIVE');
  expect((await calls.confirm(rival, { reference: 'R' })).body.state).toBe('CONFIRMED');
});
