/** Selling locked seats, reverting sales and blocking seats over HTTP; sessions keep records of seats they lost. */
import { type ContractDocument, readContract } from '../../support/contract-document.ts';
import { eventually } from '../../support/eventually.ts';
import { calls, floor, seat, service, show, useHall } from '../../support/hall.ts';
import { applySettings } from '../../support/service.ts';
import {
  type BookingVerb,
  bookingOf,
  outcomeOf,
  type Places,
  sessionCalls,
  succeeded,
} from '../../support/session-calls.ts';

useHall();

let contract: ContractDocument;

beforeAll(async () => {
  contract = await readContract(service);
});

afterEach(() => applySettings(service, {}));

/** `true`, `false`, or status and code; every answer is as the document says. */
const booked = async (verb: BookingVerb, body: unknown, key?: string): Promise<unknown> => {
  const answer = await calls.book(verb, body, key);
  const operation = contract.operation('POST', `/api/private/v2.0/booking/${verb}`);
  expect(contract.contradictions(operation, answer)).toEqual([]);
  return answer.status === 200 ? answer.body : outcomeOf(answer);
};

async function statesOf(...indices: number[]): Promise<string> {
  const { seatsOnEvent } = await calls.assignments();
  return indices.map((index) => seatsOnEvent[index].state).join(' ');
}

async function floorCounters(): Promise<number[]> {
  const [area] = (await calls.assignments()).groupsOnEvent;
  return [area.activeCount, area.locked, area.sold];
}

async function confirmed(seats: readonly number[], places: Places = [], body: unknown = {}): Promise<string> {
  const id = await calls.open(seats, places);
  succeeded(await calls.checkout(id));
  succeeded(await calls.confirm(id, body));
  return id;
}

describe('sale', () => {
  test('sells seats and places that were locked privately, and no others', async () => {
    expect(await booked('lock', bookingOf([seat(0), seat(1)], [[floor, 3]]))).toBe(true);
    expect(await booked('sale', bookingOf([seat(0), seat(2)]))).toBe(false);
    expect(await booked('sale', bookingOf([seat(0)], [[floor, 4]]))).toBe(false);
    expect(await statesOf(0, 1, 2)).toBe('LOCKED LOCKED ACTIVE');
    expect(await booked('sale', bookingOf([seat(0)], [[floor, 2]], { holdType: 'RESERVED' }))).toBe(true);
    expect(await statesOf(0, 1)).toBe('SOLD LOCKED');
    expect(await floorCounters()).toEqual([17, 1, 2]);
    expect(await booked('sale', bookingOf([seat(0)]))).toBe(false);
    expect(await booked('sale', bookingOf([], [], { holdType: 'VIP' }))).toBe('400 VALIDATION_FAILED');
    service.clock.advance(902_000);
    expect(await statesOf(0, 1)).toBe('SOLD ACTIVE');
    expect(await floorCounters()).toEqual([18, 0, 2]);
  });

  test('of seats that a session holds names them; of places that a session holds answers false', async () => {
    await calls.open([seat(0)], [[floor, 3]]);
    succeeded(await calls.book('lock', bookingOf([seat(1)])));
    const answer = await calls.book('sale', bookingOf([seat(2), seat(1), seat(0)]));
    expect(outcomeOf(answer)).toBe('409 SESSION_HELD');
    expect(answer.body.conflicts).toEqual({ seats: [seat(0)], groupOfSeats: [] });
    expect(await booked('sale', bookingOf([], [[floor, 1]]))).toBe(false);
    expect(await statesOf(0, 1, 2)).toBe('LOCKED LOCKED ACTIVE');
  });

  test('is refused if a partial unlock has left an orphan next to it', async () => {
    await applySettings(service, { orphanSeatPrevention: true });
    succeeded(await calls.book('lock', bookingOf([seat(0), seat(1), seat(2)])));
    succeeded(await calls.book('unlock', bookingOf([seat(1)])));
    const answer = await calls.book('sale', bookingOf([seat(2), seat(0)]));
    expect(outcomeOf(answer)).toBe('422 ORPHAN_SEATS');
    expect(answer.body).toMatchObject({
      conflicts: { seats: [seat(2), seat(0)], groupOfSeats: [] },
      orphanSeats: [seat(1)],
    });
    expect(await statesOf(0, 1, 2)).toBe('LOCKED ACTIVE LOCKED');
    succeeded(await calls.book('lock', bookingOf([seat(1)])));
    expect(await booked('sale', bookingOf([seat(0), seat(1), seat(2)]))).toBe(true);
  });
});

describe('revertsale', () => {
  test('frees seats that were sold privately or to sessions', async () => {
    const id = await confirmed([seat(0), seat(1)], [], { reference: 'R-1' });
    succeeded(await calls.book('directsale', bookingOf([seat(2)])));
    succeeded(await calls.book('lock', bookingOf([seat(3)])));
    expect(await booked('revertsale', bookingOf([seat(0), seat(3)]))).toBe(false);
    expect(await booked('revertsale', bookingOf([seat(0), seat(4)]))).toBe(false);
    expect(await statesOf(0, 1, 2, 3)).toBe('SOLD SOLD SOLD LOCKED');
    expect(await booked('revertsale', bookingOf([seat(0), seat(2)]))).toBe(true);
    expect(await statesOf(0, 1, 2)).toBe('ACTIVE SOLD ACTIVE');
    expect((await calls.assignments()).seatsOnEvent[0].booking).toBeNull();
    expect((await calls.cart(id)).seats).toEqual([seat(0), seat(1)]);
    expect((await calls.read(id)).body).toMatchObject({ state: 'CONFIRMED', reference: 'R-1', total: 90 });
  });

  test('lets another session buy a seat; the release of the first session then frees only what it still owns', async () => {
    const first = await confirmed([seat(0), seat(1)], [[floor, 5]]);
    succeeded(await calls.book('revertsale', bookingOf([seat(0)], [[floor, 2]])));
    const second = await confirmed([seat(0)], [[floor, 1]]);
    expect(await floorCounters()).toEqual([16, 0, 4]);
    expect((await calls.release(first)).body).toMatchObject({ state: 'CANCELLED', cart: { seats: [] } });
    expect(await statesOf(0, 1)).toBe('SOLD ACTIVE');
    expect(await floorCounters()).toEqual([19, 0, 1]);
    expect((await calls.assignments()).seatsOnEvent[0].booking.sessionId).toBe(second);
  });

  test('takes privately sold places first, then those of the latest confirmed sessions, even if not in memory', async () => {
    const first = await confirmed([], [[floor, 4]]);
    const second = await confirmed([], [[floor, 6]]);
    succeeded(await calls.book('directsale', bookingOf([], [[floor, 2]])));
    expect(await booked('revertsale', bookingOf([], [[floor, 13]]))).toBe(false);
    expect(await booked('revertsale', bookingOf([], [[floor, 3]]))).toBe(true);
    expect(await floorCounters()).toEqual([11, 0, 9]);
    const next = await service.restart();
    const later = sessionCalls(next, show);
    succeeded(await later.book('revertsale', bookingOf([], [[floor, 6]])));
    succeeded(await later.release(second));
    const soldAfter = async () => (await later.assignments()).groupsOnEvent[0].sold;
    expect(await soldAfter()).toBe(3);
    succeeded(await later.release(first));
    expect(await soldAfter()).toBe(0);
    // Another process has taken the event over, so this one loads it again.
    expect((await calls.get(first)).status).toBe(200);
  });
});

describe('block and unblock', () => {
  test('move seats and places between ACTIVE and BLOCKED', async () => {
    expect(await booked('block', bookingOf([seat(0), seat(1)], [[floor, 5]]))).toBe(true);
    expect(await statesOf(0, 1)).toBe('BLOCKED BLOCKED');
    expect(await floorCounters()).toEqual([15, 0, 0]);
    for (const verb of ['lock', 'unlock', 'directsale', 'sale', 'revertsale', 'block'] as const) {
      expect(await booked(verb, bookingOf([seat(0)]))).toBe(false);
    }
    expect(outcomeOf(await calls.lock(await calls.open(), [seat(0)]))).toBe('409 SEAT_CONFLICT');
    service.clock.leap(7 * 24 * 3600 * 1000);
    // The end of the sessions may still be in the mailbox, as old as these days, and calls are refused until it is done.
    await eventually(() => statesOf(0, 1));
    expect(await booked('unblock', bookingOf([seat(0)], [[floor, 6]]))).toBe(false);
    expect(await booked('unblock', bookingOf([seat(0)], [[floor, 2]]))).toBe(true);
    expect(await statesOf(0, 1)).toBe('ACTIVE BLOCKED');
    expect(await floorCounters()).toEqual([17, 0, 0]);
  });

  test('answer false for seats in other states; unblock also frees seats that a hold type has blocked', async () => {
    await applySettings(service, { holdTypes: { HOUSE: { ttlSeconds: null, validState: 'BLOCKED' } } });
    await calls.open([seat(0)]);
    succeeded(await calls.book('lock', bookingOf([seat(1)])));
    succeeded(await calls.book('directsale', bookingOf([seat(2)])));
    succeeded(await calls.book('lock', bookingOf([seat(3)], [], { holdType: 'HOUSE' })));
    for (const index of [0, 1, 2]) {
      expect(await booked('block', bookingOf([seat(4), seat(index)]))).toBe(false);
      expect(await booked('unblock', bookingOf([seat(3), seat(index)]))).toBe(false);
    }
    expect(await booked('unblock', bookingOf([seat(4)]))).toBe(false);
    expect(await booked('unblock', bookingOf([seat(3)]))).toBe(true);
    expect(await statesOf(0, 1, 2, 3, 4)).toBe('LOCKED LOCKED SOLD ACTIVE ACTIVE');
  });
});

test('without sales control, sale and revertsale are 403 and the other booking calls work', async () => {
  await applySettings(service, { salesControlEnabled: false });
  succeeded(await calls.book('lock', bookingOf([seat(0)])));
  expect(await booked('sale', bookingOf([seat(0)]))).toBe('403 SALES_CONTROL_DISABLED');
  expect(await booked('directsale', bookingOf([seat(1)]))).toBe(true);
  expect(await booked('revertsale', bookingOf([seat(1)]))).toBe('403 SALES_CONTROL_DISABLED');
  expect(await booked('block', bookingOf([seat(2)]))).toBe(true);
  expect(await booked('unblock', bookingOf([seat(2)]))).toBe(true);
  await confirmed([seat(3)]);
  expect(await statesOf(0, 1, 2, 3)).toBe('LOCKED SOLD ACTIVE SOLD');
  await applySettings(service, {});
  expect(await booked('sale', bookingOf([seat(0)]))).toBe(true);
});

test('a repeated booking call with the same Idempotency-Key gets the same answer, also in another process', async () => {
  succeeded(await calls.book('lock', bookingOf([seat(0)])));
  const body = bookingOf([seat(0)]);
  for (const verb of ['sale', 'revertsale', 'block', 'unblock'] as const) {
    expect([await booked(verb, body, verb), await booked(verb, body, verb)]).toEqual([true, true]);
  }
  expect(await booked('block', body, 'sale')).toBe('422 IDEMPOTENCY_KEY_REUSED');
  const next = sessionCalls(await service.restart(), show);
  expect((await next.book('sale', body, 'sale')).body).toBe(true);
  expect((await next.assignments()).seatsOnEvent[0].state).toBe('ACTIVE');
});
