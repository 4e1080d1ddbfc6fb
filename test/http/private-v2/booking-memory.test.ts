/** Private booking calls: locks expire by their hold type, and answers are remembered by idempotency key. */
import { errorsOf } from '../../support/answers.ts';
import { booked, calls, floor, placesByState, seat, service, stateOf, useHall } from '../../support/hall.ts';
import { applySettings, openPricedShow } from '../../support/service.ts';
import { bookingOf, rowsHall, sessionCalls, succeeded } from '../../support/session-calls.ts';

useHall();

afterEach(() => applySettings(service, {}));

describe('a hold type', () => {
  const holdTypes = {
    VIP: { ttlSeconds: 60, validState: 'LOCKED' },
    HOUSE: { ttlSeconds: null, validState: 'BLOCKED' },
  } as const;

  test('defines how long a lock lasts, and its state', async () => {
    await applySettings(service, { holdTypes, lockTtlSeconds: 120 });
    for (const [index, holdType] of [null, 'VIP', 'RESERVED', 'HOUSE'].entries()) {
      expect(await booked('lock', bookingOf([seat(index)], [[floor, 2]], { holdType }))).toBe(true);
    }
    const states = () => Promise.all([0, 1, 2, 3].map(stateOf));
    expect(await states()).toEqual(['LOCKED', 'LOCKED VIP', 'LOCKED RESERVED', 'BLOCKED HOUSE']);
    expect((await placesByState())[0]?.[0]).toBe(12);
    service.clock.advance(59_999);
    expect(await states()).toEqual(['LOCKED', 'LOCKED VIP', 'LOCKED RESERVED', 'BLOCKED HOUSE']);
    service.clock.advance(2_000);
    expect(await states()).toEqual(['LOCKED', 'ACTIVE', 'LOCKED RESERVED', 'BLOCKED HOUSE']);
    expect((await placesByState())[0]?.[0]).toBe(14);
    service.clock.advance(60_000);
    expect(await states()).toEqual(['ACTIVE', 'ACTIVE', 'LOCKED RESERVED', 'BLOCKED HOUSE']);
    service.clock.advance(10 * 24 * 3600 * 1000);
    expect(await states()).toEqual(['ACTIVE', 'ACTIVE', 'LOCKED RESERVED', 'BLOCKED HOUSE']);
    expect((await placesByState())[0]?.[0]).toBe(16);
  });

  test('that is unknown is refused; hold types are case-sensitive', async () => {
    for (const holdType of ['VIP', 'reserved', 'CART', '__proto__', 'constructor']) {
      const answer = await calls.book('lock', bookingOf([seat(0)], [], { holdType }));
      expect(errorsOf(answer)).toEqual(['holdType UNKNOWN_VALUE']);
    }
    expect(await booked('lock', bookingOf([seat(0)], [], { holdType: null, cartSeatIds: [1] }))).toBe(true);
    expect(await booked('directsale', bookingOf([seat(1)], [], { holdType: 'RESERVED' }))).toBe(true);
  });

  test('with the earliest deadline is unlocked first, and locks without deadline last', async () => {
    await applySettings(service, { holdTypes });
    for (const holdType of ['RESERVED', null, 'VIP'])
      succeeded(await calls.book('lock', bookingOf([], [[floor, 2]], { holdType })));
    expect(await booked('unlock', bookingOf([], [[floor, 3]]))).toBe(true);
    service.clock.advance(62_000);
    expect((await placesByState())[0]).toEqual([17, 3, 0]);
    service.clock.advance(900_000);
    expect((await placesByState())[0]).toEqual([18, 2, 0]);
  });
});

describe('an Idempotency-Key', () => {
  test('gives a repeated request the first answer, even if the state has changed since', async () => {
    const body = bookingOf([seat(0)], [[floor, 2]]);
    expect(await booked('lock', body, 'k')).toBe(true);
    expect(await booked('lock', body, 'k')).toBe(true);
    expect(await booked('lock', body)).toBe(false);
    succeeded(await calls.book('unlock', body));
    expect(await booked('lock', { ...body, cartSeatIds: null, holdType: null }, 'k')).toBe(true);
    expect(await stateOf(0)).toBe('ACTIVE');
    expect((await placesByState())[0]).toEqual([20, 0, 0]);
  });

  test('remembers `false` and refusals too', async () => {
    const id = await calls.open([seat(0)]);
    expect(await booked('lock', bookingOf([seat(0)]), 'held')).toBe('409 SESSION_HELD');
    succeeded(await calls.book('directsale', bookingOf([seat(1)])));
    expect(await booked('lock', bookingOf([seat(1)]), 'sold')).toBe(false);
    succeeded(await calls.cancel(id));
    const again = await calls.book('lock', bookingOf([seat(0)]), 'held');
    expect(again.body).toMatchObject({ errorCode: 'SESSION_HELD', conflicts: { seats: [seat(0)] } });
    expect(await booked('lock', bookingOf([seat(1)]), 'sold')).toBe(false);
    expect(await stateOf(0)).toBe('ACTIVE');
  });

  test('with another body, or for another operation, is refused', async () => {
    succeeded(await calls.book('lock', bookingOf([seat(0)]), 'k'));
    for (const [verb, body] of [
      ['lock', bookingOf([seat(1)])],
      ['lock', bookingOf([seat(0)], [], { holdType: 'RESERVED' })],
      ['unlock', bookingOf([seat(0)])],
    ] as const) {
      expect(await booked(verb, body, 'k')).toBe('422 IDEMPOTENCY_KEY_REUSED');
    }
    expect(await stateOf(0)).toBe('LOCKED');
    const there = await openPricedShow(service, rowsHall);
    expect((await sessionCalls(service, there).book('lock', bookingOf([there.seats[0]]), 'k')).body).toBe(true);
    expect(await booked('lock', bookingOf([seat(1)]), 'two words')).toBe('400 VALIDATION_FAILED');
  });

  test('is remembered for 24 hours', async () => {
    const body = bookingOf([], [[floor, 1]], { holdType: 'RESERVED' });
    succeeded(await calls.book('lock', body, 'k'));
    service.clock.advance(24 * 3600 * 1000 - 1);
    expect(await booked('lock', body, 'k')).toBe(true);
    expect((await placesByState())[0]).toEqual([19, 1, 0]);
    service.clock.advance(60_000);
    succeeded(await calls.book('lock', bookingOf([seat(0)]), 'other'));
    expect(await booked('lock', body, 'k')).toBe(true);
    expect((await placesByState())[0]).toEqual([18, 2, 0]);
  });
});
